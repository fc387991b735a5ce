import Testing

@testable import MockSpec

/// The order of "Which request answers" if several requests match.
struct AnsweringOrderTests {
  /// Each row is tried before the next one, whatever their order in the file.
  static let order: [(name: String, match: String)] = [
    ("Priority", "match: /**, priority: 3"),
    ("Literal", "match: /a/b/c"),
    ("Literal, then wildcard", "match: {path: '/a/b/{x}'}"),
    ("Literal, then rest", "match: /a/b/**"),
    ("Wildcard, exact host", "match: {path: '/a/*/c', host: api.example.com}"),
    ("Wildcard, longer host", "match: {path: '/a/*/c', host: '*.example.com'}"),
    ("Wildcard, shorter host", "match: {path: '/a/*/c', host: '*.com'}"),
    ("Wildcard, exact query", "match: {path: '/a/*/c', method: GET, query: {x: 1}, exactQuery: true, headers: {x: 1}}"),
    ("Wildcard, HEAD", "match: {path: '/a/*/c', method: [GET, HEAD], headers: {x: 1}}"),
    ("Wildcard, two conditions", "match: {path: '/a/*/c', method: GET, headers: {x: 1}}"),
    ("Wildcard, one condition", "match: {path: '/a/*/c', query: {x: 1}}"),
    ("Wildcard, no condition", "match: {path: '/a/*/c'}"),
    ("Rest", "match: /a/**"),
    ("Any path, two conditions", "match: {method: GET, query: {x: 1}}"),
    ("Any", "match: {}"),
    ("Any, later", "match: /**"),
    ("Low", "match: /a/b/c, priority: -1"),
  ]

  @Test(arguments: [false, true])
  func `specificity decides, then position`(isReversed: Bool) throws {
    let stable = ["Any", "Any, later"]
    let rows = isReversed ? Self.order.filter { !stable.contains($0.name) }.reversed() : Self.order
    let text = rows.map { "  \($0.name.quoted): {\($0.match), responses: {R: {}}}" }
    let sets = try Specs.load("requests:\n" + text.joined(separator: "\n"))
    let expected = Self.order.map(\.name).filter { !isReversed || !stable.contains($0) }
    #expect(sets.names == expected)
  }
}

extension String {
  var quoted: String { "'\(self)'" }
}
