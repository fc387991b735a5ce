import Testing

@testable import MockSpec

/// The replacement of the snapshot of a running engine.
struct ReplacementTests {
  static func spec(_ requests: String) -> String { "requests:\n" + requests }
  static let first = spec(
    """
      A: {match: GET /a, sequence: [X, Y, Z], responses: {X: {}, Y: {}, Z: {}}}
      B: {match: GET /b, responses: {X: {}, Y: {}}}
    """)

  @Test func `selections and counters stay with their names`() throws {
    let engine = try Specs.engine(Self.first)
    #expect(engine.answer("GET /a") == "A: X")
    try engine.session.select("Y", for: "B")
    let notices = engine.replace(
      with: try Specs.load(
        Self.spec(
          """
            B: {match: GET /moved, responses: {X: {}, Y: {}}}
            A: {match: GET /a, sequence: [X, Y, Z], responses: {X: {status: 201}, Y: {}, Z: {}}}
          """)))
    #expect(notices == [])
    #expect(engine.answer("GET /a") == "A: Y")
    #expect(engine.answer("GET /moved") == "B: Y")
  }

  @Test func `a counter restarts if its sequence changed`() throws {
    let engine = try Specs.engine(Self.first)
    #expect(engine.answer("GET /a") == "A: X")
    engine.replace(with: try Specs.load(Self.first.replacing("[X, Y, Z]", with: "[X, Y]")))
    #expect(engine.answer("GET /a") == "A: X")
  }

  @Test func `a counter goes on if the responses only moved, and restarts if a step now means another one`() throws {
    let engine = try Specs.engine(Self.first)
    #expect(engine.answer("GET /a") == "A: X")
    engine.replace(with: try Specs.load(Self.first.replacing("{X: {}, Y: {}, Z: {}}", with: "{Z: {}, Y: {}, X: {}}")))
    #expect(engine.answer("GET /a") == "A: Y")
    engine.replace(with: try Specs.load(Self.first.replacing("X", with: "W")))
    #expect(engine.answer("GET /a") == "A: W")
  }

  @Test func `a selected response that is gone falls back to the default, with a notice`() throws {
    let engine = try Specs.engine(Self.first)
    try engine.session.select("Y", for: "B")
    let notices = engine.replace(with: try Specs.load(Self.spec("  B: {match: GET /b, responses: {X: {}}}")))
    #expect(notices == ["the selected response 'Y' of 'B' no longer exists; its default answers"])
    #expect(engine.answer("GET /b") == "B: X")
    engine.replace(with: try Specs.load(Self.first))
    #expect(engine.answer("GET /b") == "B: Y")
  }
}
