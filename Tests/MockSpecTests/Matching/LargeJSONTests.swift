import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

/// Conditions on JSON with so many members that they aren't looked up one after the other.
struct LargeJSONTests {
  private static func object(_ numbers: some Sequence<Int>, more: String = "") -> String {
    "{" + numbers.map { "\"k\($0)\": \($0)" }.joined(separator: ", ") + more + "}"
  }

  @Test(arguments: ["json", "jsonEquals"], [16, 17, 2000])
  func `the order of members doesn't matter`(key: String, count: Int) throws {
    let wanted = Self.object(0..<count, more: #", "inner": "# + Self.object(0..<count))
    let spec = "mockspec: 1\nrequests: {A: {match: {path: /a, body: {\(key): \(wanted)}}, responses: {R: {}}}}\n"
    let engine = MockEngine(try #require(try SpecLoader(.inline(spec)).load(number: 1).sets))
    func answers(_ body: String) throws -> Bool {
      engine.decide(try MockCall(method: "POST", url: "http://a.example/a", fields: [:], body: Array(body.utf8)))
        .requestName != nil
    }
    let inner = #", "inner": "# + Self.object((0..<count).reversed())
    #expect(try answers(Self.object((0..<count).reversed(), more: inner)))
    #expect(try answers(Self.object(0...count, more: inner)) == (key == "json"))
    #expect(try !answers(Self.object(1..<count, more: inner)))
    #expect(try !answers(Self.object(0..<count, more: #", "inner": "# + Self.object(1...count))))
  }
}
