import HTTPTypes

/// What an operation on items answers.
struct ItemAnswer: Sendable {
  let outcome: ItemOutcome
  /// The fields that the answer adds, each name once.
  var fields: [HTTPField] = []
  var body: [UInt8] = []
  /// The items of a list.
  var page: ItemPage?
  /// The item of another operation.
  var item: Item?
  /// Why the operation wasn't done.
  var problem: Problem?

  init(_ problem: Problem) {
    outcome = problem.outcome
    fields = [HTTPField(name: .contentType, value: Problem.contentType)]
    body = Problem.document(problem.outcome, problem)
    self.problem = problem
  }

  init(_ page: ItemPage) {
    outcome = .ok
    fields = [
      HTTPField(name: .contentType, value: ContentType.json), HTTPField(name: .totalCount, value: String(page.total)),
    ]
    body = page.json
    self.page = page
  }

  init(_ outcome: ItemOutcome, _ item: Item) {
    self.outcome = outcome
    self.item = item
    fields = [HTTPField(name: .eTag, value: item.entityTag)]
    if outcome == .notModified { return }
    fields.append(HTTPField(name: .contentType, value: ContentType.json))
    body = item.json
  }

  /// The answer to a deletion.
  init(deleted item: Item) {
    outcome = .deleted
    self.item = item
  }
}

extension HTTPField.Name {
  // Both names are valid tokens.
  fileprivate static let totalCount = HTTPField.Name("X-Total-Count")!
  static let link = HTTPField.Name("Link")!
}
