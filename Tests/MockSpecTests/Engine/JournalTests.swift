import Testing

@testable import MockSpec

struct JournalTests {
  @Test func `calls are kept in order, with what answered`() throws {
    let engine = try Specs.engine("requests: {A: {match: 'GET /{x}', responses: {R: {}}}}")
    for line in ["GET /1?q=2", "PUT /2", "GET /3"] { _ = engine.answer(line) }
    #expect(engine.calls(to: "A").map(\.url) == ["https://api.example.com/1?q=2", "https://api.example.com/3"])
    #expect(engine.calls.map(\.responseName) == ["R", nil, "R"])
  }

  @Test func `only the last thousand are kept`() throws {
    let engine = try Specs.engine("requests: {A: {match: 'GET /{x}', responses: {R: {}}}}")
    for number in 0..<1500 { _ = engine.answer("GET /\(number)") }
    let paths = engine.calls.map(\.path)
    #expect(paths == (500..<1500).map { "/\($0)" })
  }
}
