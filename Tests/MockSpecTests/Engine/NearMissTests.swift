import Testing

@testable import MockSpec

struct NearMissTests {
  static let spec = """
    requests:
      Page: {match: 'GET /items?page=1', responses: {R: {}}}
      Bearer: {match: {path: /items, method: POST, headers: {Authorization: {startsWith: Bearer}}}, responses: {R: {}}}
      Other: {match: GET /other, responses: {R: {}}}
    """

  func explain(_ line: String) throws -> Unmatched {
    let decision = try Specs.engine(Self.spec).decide(MockRequest(line))
    guard case .unmatched(let unmatched) = decision.outcome else { throw Mistake() }
    return unmatched
  }
  struct Mistake: Error {}

  /// In the inline spec, which has one more line above.
  func place(of text: String) throws -> String {
    let lines = Self.spec.split(separator: "\n")
    let index = try #require(lines.firstIndex { $0.contains(text) })
    let column = try #require(lines[index].firstRange(of: text)).lowerBound
    return "inline:\(index + 2):\(lines[index].distance(from: lines[index].startIndex, to: column) + 1)"
  }

  @Test func `the requests at this path say what failed, and where it is written`() throws {
    let unmatched = try explain("GET /items?page=2")
    #expect(
      unmatched.candidates.map(\.failed) == [
        "query 'page': expected '1', found '2'", "method: expected POST, found GET",
      ])
    #expect(unmatched.candidates.map(\.location) == [try place(of: "page=1"), try place(of: "POST")])
    #expect(unmatched.explanation.hasPrefix("no request matches GET https://api.example.com/items?page=2\n"))
  }

  @Test func `a path that nobody has says so`() throws {
    let unmatched = try explain("GET /nowhere")
    #expect(unmatched.candidates.isEmpty)
    #expect(
      unmatched.explanation == """
        no request matches GET https://api.example.com/nowhere
        no request of the project has this path
        """)
  }
}
