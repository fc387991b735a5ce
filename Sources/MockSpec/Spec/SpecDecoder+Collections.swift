import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument

// Decodes `collections`.
extension SpecDecoder {
  /// Decodes collections, each with its requests.
  mutating func collections(_ node: Node) -> (collections: [Spec.Collection], requests: [Spec.Request]) {
    var collections: [Spec.Collection] = []
    var requests: [Spec.Request] = []
    for (name, node) in node.entries {
      guard let path = node.value(CollectionKey.path.rawValue).flatMap({ listPath($0) }),
        let collection = collection(Located(name.text, at: name.range), node)
      else { continue }
      collections.append(collection)
      requests += self.requests(of: collection, at: path, node.value(CollectionKey.responses.rawValue))
    }
    return (collections, requests)
  }

  /// Decodes the path of a list, which isn't that of an item.
  private mutating func listPath(_ node: Node) -> Located<PathPattern>? {
    guard let path = path(node) else { return nil }
    let parameter = ItemCollection.idParameter
    let last = node.text.split(separator: "/").last ?? ""
    let isOfItem = last.hasPrefix("{") || last.hasPrefix(":") || last == "*" || last == "**"
    if isOfItem {
      let list = node.text.utf8.lastIndex(of: UInt8(ascii: "/")).map { node.text[..<$0] } ?? ""
      diagnostics.append(
        Diagnostic(
          .error, "bad-path", "expected the path of a list, found '\(node.excerpt)'", at: node.range,
          help: "write \(Excerpt.of(list.isEmpty ? "/items" : String(list))); "
            + "the path of an item is this path, followed by its id"))
    } else if path.value.captures.contains(parameter) {
      diagnostics.append(
        Diagnostic(
          .error, "bad-path", "the path of a collection can't capture '{\(parameter)}'", at: node.range,
          help: "give the segment another name: '{\(parameter)}' is the id of an item"))
    } else {
      return path
    }
    return nil
  }

  /// Decodes items: a list, or the path of a file.
  private mutating func items(_ node: Node) -> Spec.Collection.Items? {
    if node.kind == .sequence { return .list(node) }
    guard let path = text(node) else { return nil }
    let start = path.value.utf8.first { !" \t\r\n".utf8.contains($0) }
    guard start == UInt8(ascii: "[") || start == UInt8(ascii: "{") else { return .file(path) }
    // In YAML, JSON means what it is.
    let isList = DocumentParser.parseJSON(Array(path.value.utf8))?.root.kind == .sequence
    diagnostics.append(
      Diagnostic(
        .error, "bad-value", "expected a list of items or the path of a file, found JSON as text", at: node.range,
        help: "write the list itself, without quotes",
        fix: isList && !path.value.contains("\n") ? Fix(node.range, path.value) : nil))
    return nil
  }

  private mutating func collection(_ name: Located<String>, _ node: Node) -> Spec.Collection? {
    var items: Spec.Collection.Items?
    var idName: Located<String>?
    var newIDs = ItemCollection.NewIDs.counter
    var schema: BodyRule?
    var parameters = ItemQuery.Names()
    for (key, value) in node.entries(of: CollectionKey.self) {
      switch key {
      case .path, .responses: break
      case .items: items = self.items(value)
      case .idName: idName = Located(value.text, at: value.range)
      case .newIds: newIDs = ItemCollection.NewIDs(rawValue: value.text) ?? .counter
      case .schema: schema = schemaRule(value, at: node.range(of: key) ?? value.range)
      case .parameters: parameters = self.parameters(value)
      }
    }
    return items.map {
      Spec.Collection(
        name: name, items: $0, idName: idName, newIDs: newIDs, schema: schema, parameters: parameters)
    }
  }

  private mutating func parameters(_ node: Node) -> ItemQuery.Names {
    var names = ItemQuery.Names()
    for (key, value) in node.entries(of: CollectionParameterKey.self) where value.isScalar {
      switch key {
      case .page: names.page = value.text
      case .limit: names.limit = value.text
      case .sort: names.sort = value.text
      }
    }
    let all = [names.page, names.limit, names.sort]
    if let twice = all.indices.dropFirst().first(where: { all[..<$0].contains(all[$0]) }) {
      diagnostics.append(
        Diagnostic(
          .error, "bad-value", "two parameters have the name '\(Excerpt.of(all[twice]))'", at: node.range,
          help: "the names of 'page', 'limit' and 'sort' differ from each other"))
    }
    return names
  }

  // MARK: - Requests

  /// - Parameter written: The responses that are written for operations.
  private mutating func requests(
    of collection: Spec.Collection, at path: Located<PathPattern>, _ written: Node?
  ) -> [Spec.Request] {
    let folder = path.value.text.hasSuffix("/") ? path.value.text : path.value.text + "/"
    guard let itemPath = self.path("\(folder){\(ItemCollection.idParameter)}", at: path.range) else { return [] }
    let name = collection.name
    return ItemOperation.allCases.map { operation in
      let rules = MatchRules(
        methods: .set(Located([operation.method], at: path.range)), path: .set(operation.hasID ? itemPath : path),
        exactQuery: .removed)
      return Spec.Request(
        name: Located(operation.requestName(of: name.value), at: name.range),
        matches: [Located(rules, at: path.range)], when: [], priority: 0, isEnabled: true, defaultName: nil,
        sequence: [], afterSequence: .stay,
        responses: responses(of: operation, written?.value(operation.rawValue), at: name.range),
        items: Spec.ItemRequest(collection: name.value, operation: operation))
    }
  }

  /// Decodes the responses of an operation: the built-in ones in their order, followed by those that are added.
  private mutating func responses(
    of operation: ItemOperation, _ written: Node?, at range: SourceRange
  ) -> [Spec.Response] {
    var builtIn: [ItemOutcome: Spec.Response] = [:]
    var added: [Spec.Response] = []
    for (name, node) in written?.entries.map(\.self) ?? [] {
      let response = response(name, node)
      guard let outcome = operation.outcomes.first(where: { $0.rawValue == name.text }) else {
        added.append(response)
        continue
      }
      if builtIn[outcome] != nil { continue }
      if let condition = response.when.first { diagnostics.append(Self.whenOfBuiltIn(outcome, at: condition)) }
      builtIn[outcome] = response.completed(to: outcome)
    }
    return operation.outcomes.map { builtIn[$0] ?? Self.response($0, at: range) } + added
  }

  private static func whenOfBuiltIn(_ outcome: ItemOutcome, at condition: StateCondition) -> Diagnostic {
    Diagnostic(
      .error, "conflicting-keys", "'when' can't be combined with the built-in response '\(outcome.rawValue)'",
      at: condition.state.range,
      help: "give the response another name: it then answers in these states, without the operation")
  }

  /// Returns a built-in response of which nothing is written. As a selected one, it is the same for all calls.
  private static func response(_ outcome: ItemOutcome, at range: SourceRange) -> Spec.Response {
    Spec.Response(
      name: Located(outcome.rawValue, at: range), when: [], changes: [], delay: .inherited,
      outcome: .reply(Spec.HTTPReply(template: .removed))
    ).completed(to: outcome, isWritten: false)
  }
}

extension Spec.Response {
  /// Returns the response with the status and the problem document of an outcome, unless they are written.
  fileprivate func completed(to outcome: ItemOutcome, isWritten: Bool = true) -> Spec.Response {
    var builtIn = BuiltInResponse(outcome: outcome, isWritten: isWritten, hasBody: body != nil)
    builtIn.names = Set((reply?.headers ?? []).compactMap { HTTPField.Name($0.name.value) })
    func completed(_ written: Spec.HTTPReply) -> Spec.HTTPReply {
      var reply = written
      if case .inherited = reply.status { reply.status = .set(outcome.status) }
      guard outcome.isProblem, reply.body == nil else { return reply }
      reply.body = .base64(Problem.document(outcome))
      if !builtIn.names.contains(.contentType) {
        reply.headers.append(
          HeaderRule(
            name: Located("Content-Type", at: name.range),
            values: .set([Located(Problem.contentType, at: name.range)])))
      }
      return reply
    }
    let outcome: ResponseOutcome<Spec.HTTPReply> =
      switch self.outcome {
      case .reply(let reply): .reply(completed(reply))
      case .fault(let fault, let reply): .fault(fault, completed(reply))
      case .failure, .forward, .passThrough: self.outcome
      }
    return Spec.Response(
      name: name, when: [], changes: changes, delay: delay, outcome: outcome, builtIn: builtIn)
  }
}

extension Node {
  /// The range of a key.
  fileprivate func range(of key: CollectionKey) -> SourceRange? {
    entries.first { $0.key.text == key.rawValue }?.key.range
  }
}
