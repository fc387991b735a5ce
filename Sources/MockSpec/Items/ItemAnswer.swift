import HTTPTypes

/// What an operation on items answers.
struct ItemAnswer: Sendable {
  let outcome: ItemOutcome
  var fields: HTTPFields = [:]
  var body: [UInt8] = []
  /// The items of a list.
  var page: ItemPage?
  /// The item of another operation.
  var item: Item?
  /// Why the operation wasn't done.
  var problem: Problem?

  init(_ problem: Problem) {
    outcome = problem.outcome
    fields[.contentType] = Problem.contentType
    body = Problem.document(problem.outcome, problem)
    self.problem = problem
  }

  init(_ page: ItemPage) {
    outcome = .ok
    fields[.contentType] = ContentType.json
    fields[.totalCount] = String(page.total)
    body = page.json
    self.page = page
  }

  init(_ outcome: ItemOutcome, _ item: Item) {
    self.outcome = outcome
    self.item = item
    fields[.eTag] = item.entityTag
    if outcome == .notModified { return }
    fields[.contentType] = ContentType.json
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
