import MockSpecDiagnostics
import MockSpecDocument

// Decodes `collections`.
extension SpecDecoder {
  /// Decodes collections, each with its requests.
  mutating func collections(_ node: Node) -> (collections: [Spec.Collection], requests: [Spec.Request]) {
    var collections: [Spec.Collection] = []
    var requests: [Spec.Request] = []
    for (name, node) in node.entries {
      guard let path = node.value(CollectionKey.path.rawValue).flatMap({ path($0) }),
        let collection = collection(Located(name.text, at: name.range), node)
      else { continue }
      collections.append(collection)
      requests += self.requests(of: collection, at: path)
    }
    return (collections, requests)
  }

  private mutating func collection(_ name: Located<String>, _ node: Node) -> Spec.Collection? {
    var items: Spec.Collection.Items?
    var idName = "id"
    var newIDs = ItemCollection.NewIDs.counter
    var schema: BodyRule?
    var parameters = ItemQuery.Names()
    for (key, value) in node.entries(of: CollectionKey.self) {
      switch key {
      case .path: break
      case .items: items = value.kind == .sequence ? .list(value) : text(value).map { .file($0) }
      case .idName: idName = value.text
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

  private mutating func requests(of collection: Spec.Collection, at path: Located<PathPattern>) -> [Spec.Request] {
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
        sequence: [], afterSequence: .stay, responses: operation.outcomes.map { Self.response($0, at: name.range) },
        items: Spec.ItemRequest(collection: name.value, operation: operation))
    }
  }

  /// Returns a response that is the same for all calls. The one that does the operation replaces it.
  private static func response(_ outcome: ItemOutcome, at range: SourceRange) -> Spec.Response {
    var reply = Spec.HTTPReply(status: .set(outcome.status), template: .removed)
    if outcome.isProblem {
      reply.headers = [
        HeaderRule(
          name: Located("Content-Type", at: range), values: .set([Located(Problem.contentType, at: range)]))
      ]
      reply.body = .base64(Problem.document(outcome))
    }
    return Spec.Response(
      name: Located(outcome.rawValue, at: range), when: [], changes: [], delay: .inherited, outcome: .reply(reply))
  }
}

extension Node {
  /// The range of a key.
  fileprivate func range(of key: CollectionKey) -> SourceRange? {
    entries.first { $0.key.text == key.rawValue }?.key.range
  }
}
