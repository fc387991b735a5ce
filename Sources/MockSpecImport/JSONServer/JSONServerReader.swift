import MockSpec
import MockSpecDocument

/// Reads the database of json-server. A list of objects is a collection; anything else is a resource that can be read.
///
/// Such a database has no keys of its own, so its format has to be named.
enum JSONServerReader {
  static func read(_ file: InputFile, into project: inout ImportedProject, _ names: inout ImportedNames) {
    guard file.root.kind == .mapping else { return project.losses.report(ImportFormat.jsonServer.mismatch(file.root)) }
    var losses = LossList()
    var spec = ImportedSpec(title: InputFolder.parts(ofName: file.name).name, source: file.name)
    for (key, value) in file.root.entries where key.text != "$schema" {
      losses.beginRequest()
      let path = "/" + URLText.segment(key.text)
      let name = names.unique(ImportedNames.name(key.text) ?? "resource")
      if ImportFormat.isListOfObjects(value) {
        spec.collections.append(collection(value, key, name: name, path: path, isExact: losses.isExact))
      } else if value.kind == .mapping || value.kind == .sequence {
        losses.approximate("only a list of objects can be changed by calls: this resource is read only", at: key)
        spec.requests.append(resource(value, key, name: name, path: path))
      } else {
        losses.refuse("a resource is a list or an object", at: key)
      }
    }
    project.specs.append(spec)
    project.losses += losses
  }

  private static func collection(
    _ list: Node, _ key: Node, name: String, path: String, isExact: Bool
  ) -> ImportedCollection {
    let bytes = list.json
    var draft = SpecDraft.Collection(
      name: name, path: path,
      items: bytes.count <= ImportedBody.jsonLimit ? .json(list.draft) : .file(path: name + ".json", content: bytes))
    draft.hasUUIDs = list.elements.first { _ in true }?.value("id")?.kind == .string
    return ImportedCollection(draft: draft, source: LossList.range(of: key), isExact: isExact)
  }

  private static func resource(_ value: Node, _ key: Node, name: String, path: String) -> ImportedRequest {
    let bytes = value.json
    let body = ImportedBody.body(bytes, type: "application/json", name: name)
    let response = SpecDraft.Response(name: "Found", outcome: .reply(SpecDraft.Reply(200, [], body)))
    var sample = SampleCall()
    sample.path = path
    return ImportedRequest(
      SpecDraft.Request(
        name: name, match: MatchDraft(methods: .set(["GET"]), path: .set(path)), responses: [response]),
      at: LossList.range(of: key), isExact: false, sample, answer: .reply(status: 200, body: .json(bytes)))
  }
}
