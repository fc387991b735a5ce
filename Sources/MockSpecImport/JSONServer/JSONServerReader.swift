import MockSpec
import MockSpecDiagnostics
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
        let items = items(value, key, &losses)
        spec.collections.append(collection(items, key, name: name, path: path, isExact: losses.isExact))
      } else if value.kind == .mapping || value.kind == .sequence {
        losses.approximate("only a list of objects can be changed by calls: this resource is read only", at: key)
        spec.requests.append(resource(value, key, name: name, path: path))
      } else {
        losses.refuse("a resource is a list or an object", at: key)
      }
    }
    if let first = spec.collections.first {
      losses.note(
        "lists don't have comparisons such as 'views:gt', '_embed', '_dependent', and an object around a page",
        at: first.source)
    }
    project.specs.append(spec)
    project.losses += losses
  }

  /// Returns the list, in which items without an id get one, as json-server gives them one.
  private static func items(_ list: Node, _ key: Node, _ losses: inout LossList) -> Node {
    if list.elements.allSatisfy({ $0.value("id") != nil }) { return list }
    losses.approximate("items without an 'id' get a number", at: key)
    var number = list.elements.compactMap { $0.value("id")?.number }.max() ?? 0
    var text = JSONText()
    text.raw("[")
    for item in list.elements {
      text.separate()
      text.object { text in
        if item.value("id") == nil {
          number &+= 1
          text.member("id", number)
        }
        for (key, value) in item.entries {
          text.key(key.text)
          text.raw(value.json)
        }
      }
    }
    text.raw("]")
    return DocumentParser.parseJSON(text.bytes, limits: InputFile.limits)?.root ?? list
  }

  private static func collection(
    _ list: Node, _ key: Node, name: String, path: String, isExact: Bool
  ) -> ImportedCollection {
    var draft = SpecDraft.Collection(name, path: path, list, content: list.json)
    draft.parameters = ["page": "_page", "limit": "_per_page", "sort": "_sort"]
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
