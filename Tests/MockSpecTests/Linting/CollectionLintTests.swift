import MockSpecDiagnostics
import Testing

@testable import MockSpec

/// Warnings about collections.
struct CollectionLintTests {
  private static func lint(_ texts: String...) throws -> [String] {
    try LintRuleTests.lint(texts.enumerated().map { ("\($0).mock.yaml", $1) }).map { "\($0.code): \($0.message)" }
  }

  @Test(arguments: ["/users", "/users/", "/{group}/users"])
  func `of two collections with one path, the second one never answers`(path: String) throws {
    let first = "users: {path: '\(path)', items: [{id: 1}]}"
    let second = "people: {path: '\(path.replacing("group", with: "team"))', items: [{id: 1}]}"
    let expected = ["unreachable-request: 'people list' never answers: 'users list' always answers first"]
    #expect(try Self.lint("collections:\n  \(first)\n  \(second)") == expected)
    #expect(try Self.lint("collections:\n  \(first)", "collections:\n  \(second)") == expected)
  }

  @Test func `a collection beside a written request and another collection is expected`() throws {
    let found = try Self.lint(
      """
      collections:
        users: {path: /users, items: [{id: 1}]}
        posts: {path: '/users/{user}/posts', items: [{id: 1}]}
      requests:
        Me: {match: GET /users/me, responses: {OK: {}}}
        All: {match: GET /users, responses: {OK: {}}}
      """)
    #expect(found == [])
  }

  @Test func `a path that repeats the base path is reported once`() throws {
    let found = try Self.lint(
      """
      defaults: {basePath: /v1}
      collections:
        users: {path: /v1/users, items: [{id: 1}], responses: {get: {OK: {headers: {X-A: b}}}}}
        posts: {path: /posts, items: []}
      """)
    #expect(found == ["repeated-base-path: the path is '/v1/v1/users', since 'basePath' precedes it"])
  }

  @Test func `a misspelt keyword of the schema of items is reported once`() throws {
    let found = try Self.lint(
      """
      collections:
        users:
          path: /users
          items: []
          schema: {type: object, propertes: {id: {type: integer}}}
          responses: {create: {Created: {headers: {X-A: b}}}}
      """)
    #expect(found == ["unknown-keyword: JSON Schema has no keyword 'propertes'"])
  }
}
