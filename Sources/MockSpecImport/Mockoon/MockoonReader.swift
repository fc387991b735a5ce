import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Reads an environment of Mockoon. CRUD routes become collections.
struct MockoonReader {
  private let file: InputFile
  private let prefix: String
  private var losses = LossList()
  private var specs: [ImportedSpec] = []
  /// The values of data buckets, by each of their ids.
  private var buckets: [String: Node] = [:]
  /// The title of the folder of each route.
  private var folders: [String: String] = [:]

  static func read(_ file: InputFile, into project: inout ImportedProject, _ names: inout ImportedNames) {
    guard file.root.value("routes")?.kind == .sequence else {
      return project.losses.report(ImportFormat.mockoon.mismatch(file.root))
    }
    var reader = MockoonReader(file)
    let title = file.root.value("name")?.string ?? file.name
    for (index, route) in file.root.elements("routes").enumerated() {
      let folder = route.value("uuid").flatMap { reader.folders[$0.text] }
      reader.read(route, number: index, spec: reader.specs.index(of: folder ?? title, in: file), &names)
    }
    reader.readProxy(reader.specs.index(of: title, in: file), &names)
    project.specs += reader.specs
    project.losses += reader.losses
  }

  private init(_ file: InputFile) {
    self.file = file
    prefix = file.root.value("endpointPrefix")?.string ?? ""
    for bucket in file.root.elements("data") {
      for key in ["id", "uuid"] { if let id = bucket.value(key)?.string { buckets[id] = bucket.value("value") } }
    }
    let folders = file.root.elements("folders")
    let places = Dictionary(folders.compactMap { folder in folder.value("uuid").map { ($0.text, folder) } }) {
      first, _ in first
    }
    for child in file.root.elements("rootChildren") where child.value("type")?.text == "folder" {
      guard let top = child.value("uuid").flatMap({ places[$0.text] }) else { continue }
      var (pending, seen) = ([top], Set<Int>())
      while let folder = pending.popLast() {
        guard seen.insert(folder.index).inserted else { continue }
        for child in folder.elements("children") {
          guard let id = child.value("uuid")?.text else { continue }
          if child.value("type")?.text == "folder" {
            places[id].map { pending.append($0) }
          } else {
            self.folders[id] = top.value("name")?.text
          }
        }
      }
    }
  }

  // MARK: - Routes

  private mutating func read(_ route: Node, number: Int, spec: Int, _ names: inout ImportedNames) {
    losses.beginRequest()
    if route.value("enabled")?.boolValue == false { return losses.skip() }
    let endpoint = route.value("endpoint")?.string ?? ""
    let kind = route.value("type")?.text ?? "http"
    if kind == "crud" { return readCollection(route, endpoint, spec: spec, &names) }
    guard kind == "http" else {
      return losses.refuse("a route of type '\(kind)' isn't supported", at: route.value("type") ?? route)
    }
    guard let path = MockoonPath(prefix: prefix, endpoint: endpoint) else {
      return losses.refuse(
        "the endpoint can't be written as a path with conditions on its segments", at: route.value("endpoint") ?? route)
    }
    let responses = route.elements("responses")
    guard !responses.isEmpty else { return losses.refuse("the route has no response", at: route) }
    let method = route.value("method")?.text.uppercased() ?? "ALL"
    let bases = path.alternatives.map { path in
      MatchDraft(methods: method == "ALL" ? .inherited : .set([method]), path: .set(path.path), params: path.params)
    }
    var sample = SampleCall()
    if method != "ALL" { sample.method = method }
    if let shown = path.alternatives[0].sample { sample.path = shown } else { sample.isComplete = false }
    let mode = route.member("responseMode")?.text ?? ""
    let title = ImportedNames.name(
      route.value("documentation")?.string?.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
    let name = (method == "ALL" ? "" : method + " ") + bases[0].path.value!
    let first = responses.firstIndex { $0.isTrue("default") } ?? 0

    var plain: [(draft: SpecDraft.Response, answer: Sample.Answer, isDefault: Bool)] = []
    var used = ImportedNames()
    // A response with rules is a request of its own, whose losses aren't those of the route's.
    var isExact = losses.isExact
    for (index, node) in responses.enumerated() {
      losses.beginRequest()
      defer { isExact = isExact && losses.isExact }
      guard let made = response(node, captures: path.captures, name: name) else { continue }
      var (draft, answer) = made
      let hasRules = !node.elements("rules").isEmpty && ["", "FALLBACK"].contains(mode)
      if hasRules, index != first, bases.count > 1 {
        losses.approximate(
          "rules on a path with alternatives aren't supported, so the response must be selected by hand",
          at: node.value("rules") ?? node)
      } else if hasRules, index != first, let rules = MockoonRules(node, base: bases[0], sample: sample, &losses) {
        var request = SpecDraft.Request(
          name: names.unique(ImportedNames.name("\(name) \(draft.name)") ?? name), match: rules.matches[0],
          responses: [draft])
        request.otherMatches = Array(rules.matches.dropFirst())
        add(
          request, node, rules.sample, answer,
          position: number * 1000 + min(index, 998), to: spec)
        losses.beginRequest()
        continue
      }
      draft.name = used.unique(draft.name)
      plain.append((draft, answer, index == first))
    }
    if !isExact { losses.lose() }
    if mode == "RANDOM" {
      losses.approximate(
        "random choice isn't supported: the default response answers", at: route.value("responseMode") ?? route)
    }
    if plain.isEmpty { return losses.refuse("no response of the route is supported", at: route) }
    if mode == "FALLBACK" {
      return losses.note(
        "without a met rule, the next request answers, so the other responses are left out",
        at: route.value("responseMode") ?? route)
    }
    var request = SpecDraft.Request(
      name: names.unique(ImportedNames.name(name) ?? "Route"), description: title, match: bases[0],
      responses: plain.map(\.draft))
    request.otherMatches = Array(bases.dropFirst())
    let isSequence = mode == "SEQUENTIAL" && plain.count > 1
    if isSequence {
      request.sequence = plain.map { .response($0.draft.name) }
      request.afterSequence = .restart
    } else if let chosen = plain.firstIndex(where: \.isDefault), chosen > 0 {
      request.defaultName = plain[chosen].draft.name
    }
    let answer = isSequence ? plain[0].answer : (plain.first(where: \.isDefault) ?? plain[0]).answer
    add(
      request, route, sample, answer, position: number * 1000 + 999, to: spec)
  }

  private mutating func add(
    _ draft: SpecDraft.Request, _ node: Node, _ sample: SampleCall, _ answer: Sample.Answer, position: Int,
    to spec: Int
  ) {
    specs[spec].requests.append(
      ImportedRequest(
        draft, at: LossList.range(of: node), isExact: losses.isExact, sample, states: [], answer: answer,
        turn: ImportedRequest.Turn(priority: 0, position: position)))
  }

  private mutating func readCollection(
    _ route: Node, _ endpoint: String, spec: Int, _ names: inout ImportedNames
  ) {
    let responses = route.elements("responses")
    let main = responses.first { $0.isTrue("default") } ?? responses.first
    guard let main, let bucket = main.value("databucketID"), let value = buckets[bucket.text]?.string,
      let root = DocumentParser.parseJSON(Array(value.utf8))?.root, root.kind == .sequence, !value.contains("{{")
    else {
      return losses.refuse("the route has no data bucket with a list in JSON", at: route.value("endpoint") ?? route)
    }
    guard let path = MockoonPath(prefix: prefix, endpoint: endpoint), path.alternatives.count == 1,
      !path.alternatives[0].path.contains(where: { "{*".contains($0) })
    else {
      return losses.refuse("a collection has a fixed path", at: route.value("endpoint") ?? route)
    }
    let id = main.member("crudKey")?.string.flatMap { $0.isEmpty ? nil : $0 } ?? "id"
    if responses.count > 1 {
      losses.approximate(
        "the other responses of the route are left out", at: responses.first { $0.index != main.index } ?? route)
    }
    let name = names.unique(
      ImportedNames.name(endpoint.split(separator: "/").last.map(String.init) ?? "items") ?? "items")
    let collection = SpecDraft.Collection(
      name, path: path.alternatives[0].path, root, idName: id, content: Array(value.utf8))
    // Items that can't be those of a collection are found when the spec is loaded.
    specs[spec].collections.append(
      ImportedCollection(draft: collection, source: LossList.range(of: bucket), isExact: losses.isExact))
  }

  private mutating func readProxy(_ spec: Int, _ names: inout ImportedNames) {
    guard file.root.isTrue("proxyMode"), let host = file.root.member("proxyHost"), !host.text.isEmpty else { return }
    losses.beginRequest()
    guard let origin = URLText.origin(host, &losses) else { return }
    var draft = SpecDraft.Request(
      name: names.unique("Forwarded"), match: MatchDraft(path: .set("/**")),
      responses: [SpecDraft.Response(name: "Forwarded", outcome: .forward(origin: origin))])
    draft.priority = -1000
    specs[spec].requests.append(
      ImportedRequest(draft: draft, source: LossList.range(of: host), exactness: [losses.isExact]))
  }

  // MARK: - Responses

  private mutating func response(
    _ node: Node, captures: Set<String>, name: String
  ) -> (draft: SpecDraft.Response, answer: Sample.Answer)? {
    let status = node.value("statusCode")?.number ?? 200
    guard (200...599).contains(status) else {
      losses.approximate(
        "the status \(status) isn't supported, so the response is left out", at: node.value("statusCode") ?? node)
      return nil
    }
    var fields: [(name: String, value: String)] = []
    let own = node.elements("headers")
    for (index, header) in (own + file.root.elements("headers")).enumerated() {
      guard let key = header.value("key"), let name = key.string, !name.isEmpty,
        let value = header.value("value")?.scalar, ImportedHeaders.isName(name, at: key, &losses)
      else { continue }
      if fields.first(name.lowercased()) == nil || index < own.count && name.lowercased() == "set-cookie" {
        fields.append((name, value))
      } else if index < own.count {
        losses.approximate("a response has one header '\(Excerpt.of(name))', so this one is left out", at: key)
      }
    }
    var (bytes, ownName, suffix): ([UInt8], String?, String?) = ([], nil, nil)
    var isLost = false
    let path = node.value("filePath")?.string ?? ""
    switch node.value("bodyType")?.text ?? (path.isEmpty ? "INLINE" : "FILE") {
    case "FILE" where !path.isEmpty:
      let content = file.folder.content(path, at: node.value("filePath") ?? node, &losses)
      (bytes, isLost) = (content ?? [], content == nil)
      (ownName, suffix) = InputFolder.parts(ofName: path)
    case "DATABUCKET":
      bytes = node.value("databucketID").flatMap { buckets[$0.text] }?.string.map { Array($0.utf8) } ?? []
    default: bytes = node.value("body")?.string.map { Array($0.utf8) } ?? []
    }
    let isTemplate =
      !node.isTrue("disableTemplating")
      && Handlebars.translate(&bytes, &fields, at: node.value("body") ?? node, &losses) {
        MockoonTemplate.name($0, captures)
      }
    let body = ImportedBody.body(
      bytes, type: fields.first("content-type"), name: ownName ?? "\(name) \(status)", fileExtension: suffix,
      isTemplate: isTemplate,
      keepsSpace: false)
    var draft = SpecDraft.Response(
      name: ImportedNames.name(node.value("label")?.string ?? "") ?? ImportedNames.response(status),
      outcome: .reply(SpecDraft.Reply(status, fields, body, isTemplate: isTemplate)))
    let limit = 1_000_000_000
    let latency = [node, file.root].reduce(0) { $0 + min(max(0, $1.value("latency")?.number ?? 0), limit) }
    if latency > 0 { draft.delay = .set(.fixed(.milliseconds(min(latency, limit)))) }
    return (draft, .reply(status: status, body: isTemplate || isLost ? .unknown : .text(bytes)))
  }
}
