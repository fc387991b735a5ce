import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Reads a collection of Postman 2.0 or 2.1: the saved examples of its requests.
struct PostmanReader {
  private let file: InputFile
  private var variables = PostmanVariables()
  /// The URLs that were read, by their node indexes.
  private var urls: [Int: URLTemplate?] = [:]
  /// The number of requests without a saved example.
  private var unsaved = 0
  private var losses = LossList()
  private var secrets = Secrets()
  private var specs: [ImportedSpec] = []
  /// The request of each spec with a match.
  private var places: [Int: [MatchDraft: Int]] = [:]
  /// The URL of the first example of each request in the source.
  private var firstURLs: [Int: String] = [:]

  static func read(_ file: InputFile, into project: inout ImportedProject, _ names: inout ImportedNames) {
    guard file.root.value("item")?.kind == .sequence else {
      return project.losses.report(ImportFormat.postman.mismatch(file.root))
    }
    var reader = PostmanReader(file)
    let title = file.root.value("info")?.value("name")?.string ?? file.name
    for item in file.root.elements("item") {
      let isFolder = item.value("item")?.kind == .sequence
      let own = isFolder ? item.value("name")?.string ?? title : title
      reader.read(item, spec: reader.specs.index(of: own, in: file), &names)
    }
    if reader.unsaved > 0 {
      let are = reader.unsaved == 1 ? (" has", "is") : ("s have", "are")
      reader.losses.note(
        "\(reader.unsaved) request\(are.0) no saved example, and \(are.1) left out", at: file.root)
    }
    reader.secrets.report(to: &reader.losses, at: LossList.range(of: file.root))
    project.specs += reader.specs
    project.losses += reader.losses
  }

  private init(_ file: InputFile) {
    self.file = file
    for variable in file.root.elements("variable") {
      guard let key = variable.value("key")?.string ?? variable.value("id")?.string,
        let value = variable.value("value")?.scalar, !value.isEmpty
      else { continue }
      variables.values[key] = value
    }
  }

  /// Reads a request or a folder. Recursion is bounded by the parser's limit on the depth.
  private mutating func read(_ item: Node, spec: Int, _ names: inout ImportedNames) {
    for inner in item.elements("item") { read(inner, spec: spec, &names) }
    guard let request = item.member("request") else { return }
    let examples = item.elements("response")
    if examples.isEmpty {
      unsaved += 1
      return losses.skip()
    }
    for event in item.elements("event") where ["prerequest", "test"].contains(event.value("listen")?.text) {
      let lines = event.value("script")?.elements("exec") ?? []
      if lines.contains(where: { !$0.text.isEmpty }) {
        losses.note("scripts aren't imported", at: event.value("listen") ?? event)
        break
      }
    }
    for example in examples { read(example, of: request, named: item, spec: spec, &names) }
  }

  private mutating func read(
    _ example: Node, of request: Node, named item: Node, spec: Int, _ names: inout ImportedNames
  ) {
    losses.beginRequest()
    let original = example.member("originalRequest") ?? request
    guard let node = original.string == nil ? original.member("url") ?? request.member("url") : original,
      let url = url(node)
    else { return losses.refuse("the request has no URL of HTTP", at: original) }
    let method = (original.value("method")?.string ?? request.value("method")?.string ?? "GET").uppercased()
    var match = url.match(method: method)
    guard let (response, answer) = response(example, item) else { return }
    guard let call = url.sample(method: method).call else {
      return losses.refuse("the URL has too many parameters", at: original)
    }

    // Examples that differ in their variables or queries are requests of their own, which are more specific.
    let source = LossList.range(of: item)
    if let first = firstURLs[item.index], first != call.url {
      match.query.add(url.knownQuery)
      if match.query.isEmpty, url.path.contains("{"), !url.values.isEmpty { match.path = .set(url.filledPath) }
    }
    if let index = places[spec]?[match] { return add(response, answer, call, to: index, spec) }
    places[spec, default: [:]][match] = specs[spec].requests.count
    firstURLs[item.index] = firstURLs[item.index] ?? call.url
    let title =
      ImportedNames.name(item.value("name")?.string ?? "") ?? ImportedNames.name("\(method) \(url.path)") ?? method
    let draft = SpecDraft.Request(
      name: names.unique(title), description: description(item), match: match, responses: [response])
    specs[spec].requests.append(
      ImportedRequest(
        draft: draft, source: source, exactness: [losses.isExact],
        samples: [Sample(call: call, states: [], answer: answer)]))
  }

  /// Reads a URL once, also if several examples have it, so that its secrets are counted once.
  private mutating func url(_ node: Node) -> URLTemplate? {
    if let known = urls[node.index] { return known }
    let url = URLTemplate(node, &variables, &secrets)
    urls[node.index] = .some(url)
    return url
  }

  /// Adds an example to a request, unless it has an equal one.
  private mutating func add(
    _ response: SpecDraft.Response, _ answer: Sample.Answer, _ call: MockCall, to index: Int, _ spec: Int
  ) {
    var response = response
    var used = ImportedNames()
    for known in specs[spec].requests[index].draft.responses {
      if known.outcome == response.outcome { return losses.skip() }
      _ = used.unique(known.name)
    }
    response.name = used.unique(response.name)
    specs[spec].requests[index].draft.responses.append(response)
    specs[spec].requests[index].exactness.append(losses.isExact)
    let name = specs[spec].requests[index].draft.name
    specs[spec].requests[index].samples.append(
      Sample(call: call, states: [], selection: (name, response.name), answer: answer))
  }

  private func description(_ item: Node) -> String? {
    let text = item.value("request")?.value("description")
    guard let line = (text?.string ?? text?.value("content")?.string)?.split(whereSeparator: \.isNewline).first else {
      return nil
    }
    return ImportedNames.name(String(line), limit: 200)
  }

  // MARK: - Examples

  private mutating func response(_ example: Node, _ item: Node) -> (SpecDraft.Response, Sample.Answer)? {
    let status = example.value("code")?.number ?? 200
    guard losses.accepts(status: status, at: example.value("code") ?? example) else { return nil }
    var fields: [(name: String, value: String)] = []
    for header in example.elements("header") {
      guard let name = header.value("key")?.string, let value = header.value("value")?.scalar,
        !["content-encoding", "date"].contains(name.lowercased()),
        ImportedHeaders.isName(name, at: header.value("key") ?? header, &losses)
      else { continue }
      if value.contains(where: \.isNewline) {
        losses.approximate(
          "a value with a line break can't be sent, and is left out", at: header.value("value") ?? header)
        continue
      }
      fields.append((name, secrets.hidden(value, of: name)))
    }
    var text = example.member("body")?.string ?? ""
    var template = false
    if text.contains("{{") { (text, template) = translated(text, example.value("body") ?? example) }
    if fields.first("content-type") == nil,
      let language = example.value("_postman_previewlanguage")?.text,
      let type = ["json": "application/json", "html": "text/html; charset=utf-8", "xml": "application/xml"][language],
      !text.isEmpty
    {
      fields.append(("Content-Type", type))
    }
    let bytes = secrets.hidden(body: Array(text.utf8))
    let type = fields.first("content-type")
    let title = example.value("name")?.string.flatMap { ImportedNames.name($0) } ?? ImportedNames.response(status)
    let own = item.value("name")?.string ?? ""
    let body = ImportedBody.body(bytes, type: type, name: "\(own) \(title)", isTemplate: template, keepsSpace: false)
    return (
      SpecDraft.Response(name: title, outcome: .reply(SpecDraft.Reply(status, fields, body, isTemplate: template))),
      .reply(status: status, body: template ? .unknown : .text(bytes))
    )
  }

  private static let dynamic = [
    "$guid": "uuid", "$randomUUID": "uuid", "$isoTimestamp": "now", "$timestamp": "now | date: unix",
  ]

  /// Returns a body with the values of its variables, and whether it is a template, with Postman's own variables. If it has
  /// others, it stays as it is.
  private mutating func translated(_ text: String, _ node: Node) -> (String, isTemplate: Bool) {
    let expanded = variables.expand(text)
    if !expanded.contains("{{") { return (expanded, false) }
    if let template = try? Handlebars.translate(expanded, { Self.dynamic[String($0)] }) { return (template, true) }
    losses.note("the body has a variable without a value, and is sent as it is written", at: node)
    return (text, false)
  }
}
