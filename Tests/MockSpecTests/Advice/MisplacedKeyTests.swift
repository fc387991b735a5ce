import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct MisplacedKeyTests {
  static func report(_ text: String, file: String = "a.mock.yaml") throws -> [Diagnostic] {
    let folder = try TemporaryFolder([file: text])
    return try SpecLoader(.paths(["."]), workingDirectory: folder.path).load(number: 1).diagnostics
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let spec: String
    let message: String
    let help: String
    var testDescription: String { message }
  }

  static let cases: [Case] = [
    Case(
      spec: """
          A:
            match:
              path: /a
              1️⃣responses1️⃣:
                R: {status: 200}
        """, message: "'responses' belongs in request 'A', not in 'match'",
      help: "indent it by 2 spaces less, to align it with 'match'"),
    Case(
      spec: """
          A:
            match:
              path: /a
              1️⃣responses1️⃣:
                R: {status: 200}
              method: GET
        """, message: "'responses' belongs in request 'A', not in 'match'",
      help: "move it out of 'match', and indent it by 2 spaces less, like 'match'"),
    Case(
      spec: """
          A:
            match: GET /a
          1️⃣responses1️⃣:
            R: {status: 200}
        """, message: "'responses' belongs in request 'A', not in 'requests'",
      help: "indent it by 2 spaces more, to align it with 'match'"),
    Case(
      spec: """
          A:
            match: GET /a
            responses:
            1️⃣R1️⃣: {status: 200}
            S: {status: 404}
        """, message: "'R' and 'S' belong in 'responses', which has no value",
      help: "indent them by 2 spaces more, so that 'responses' contains them"),
    Case(
      spec: """
          A:
            1️⃣method1️⃣: get
            url: /a
            responses: {R: {}}
        """, message: "'method' and 'url' (here 'path') belong in 'match', not in request 'A'",
      help: "write match: {method: …, path: …}"),
    Case(
      spec: """
          A:
            match: GET /a
            1️⃣headers1️⃣: {A: b}
            status: 404
            responses: {R: {}}
        """, message: "'headers' and 'status' belong in response 'R', not in request 'A'",
      help: "move them into response 'R'"),
    Case(
      spec: """
          A:
            match: GET /a
            responses:
              1️⃣status1️⃣: 404
              json: {a: 1}
        """, message: "'status' and 'json' belong in a response, not in 'responses'",
      help: "write a name above them, such as 'Success:', and indent them by 2 spaces more"),
    Case(
      spec: """
          A:
            match: GET /a
            responses:
              R: {}
              B:
                1️⃣match1️⃣: GET /b
                status: 404
        """, message: "'match' belongs in request 'A', not in response 'B'",
      help: "write a second request with this match: 'match' is for all responses"),
  ]

  @Test(arguments: cases) func `one error says where a key belongs`(item: Case) throws {
    let marked = MarkedText("mockspec: 1\nrequests:\n\(item.spec)\n")
    let found = try Self.report(marked.text)
    #expect(found.map(\.code) == ["misplaced-key"])
    #expect(found.first?.range?.bytes == marked[1])
    #expect(found.first?.message == item.message)
    #expect(found.first?.help == item.help)
  }

  @Test func `in braces, and in JSON, spaces don't matter`() throws {
    let text = #"{"mockspec": 1, "requests": {"A": {"match": {"path": "/a", "responses": {"R": {}}}}}}"#
    let found = try Self.report(text, file: "a.mock.json")
    #expect(found.map(\.message) == ["'responses' belongs in request 'A', not in 'match'"])
    #expect(found.first?.help == "move it out of 'match'")
  }

  @Test func `names can be those of keys`() throws {
    let found = try Self.report(
      """
      mockspec: 1
      requests:
        responses: {match: GET /a, responses: {headers: {status: 404}, match: {}, json: {json: {match: 1}}}}
        defaults: {match: {path: /b, query: {matches: a, url: b}}, responses: {status: {}}}
      """)
    #expect(found.map(\.description) == [])
  }

  @Test func `a mistake beside a misplaced key is still reported`() throws {
    let found = try Self.report(
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          status: 404
          responses: {R: {staus: 1}}
        B: {match: GET /b, responses: {R: {delay: 5}}}
      """)
    #expect(found.map(\.code) == ["misplaced-key", "unknown-key", "wrong-type"])
  }

  @Test func `of many keys, the first are named`() throws {
    let names = (1...5000).map { "    S\($0): {status: 404}\n" }.joined()
    let found = try Self.report("mockspec: 1\nrequests:\n  A:\n    match: GET /a\n    responses: {R: {}}\n" + names)
    #expect(found.first?.message.hasPrefix("'S1', 'S2', 'S3', 'S4', 'S5', 'S6' and ") == true)
    #expect((found.first?.message.utf8.count ?? 0) < 200)
  }

  @Test func `the levels have the keys that decoders read`() {
    #expect(Level.request.keys.keys.sorted() == RequestKey.allCases.map(\.rawValue).sorted())
    #expect(Level.match.keys.keys.sorted() == MatchKey.allCases.map(\.rawValue).sorted())
    #expect(Level.response.keys.keys.sorted() == ResponseKey.allCases.map(\.rawValue).sorted())
    #expect(Level.server.keys.keys.sorted() == ServerKey.allCases.map(\.rawValue).sorted())
    for level in Level.allCases { #expect(level.hasNames == level.keys.isEmpty, "\(level)") }
  }
}
