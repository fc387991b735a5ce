import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

struct EnablingTests {
  static let spec = """
    requests:
      Maintenance: {match: '/**', priority: 1, enabled: false, responses: {R: {status: 503}}}
      Items: {match: GET /items, sequence: [One, Two], responses: {One: {}, Two: {}}}
    """

  @Test func `a request with enabled false answers once it is enabled`() throws {
    let engine = try Specs.engine(Self.spec)
    #expect(engine.answer("GET /items") == "Items: One")
    #expect(engine.sets.name(matching: MockCall("GET /items")) == "Items")
    try engine.session.setEnabled(true, for: "Maintenance")
    #expect(engine.answer("GET /items") == "Maintenance: R")
    try engine.session.setEnabled(false, for: "Maintenance")
    #expect(engine.answer("GET /items") == "Items: Two")
  }

  @Test func `a disabled request matches nothing, and its sequence doesn't advance`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.setEnabled(false, for: "Items")
    #expect(engine.answer("GET /items") == "unmatched")
    try engine.session.select("Two", for: "Items")
    #expect(engine.answer("GET /items") == "unmatched")
    try engine.session.deselect("Items")
    try engine.session.setEnabled(true, for: "Items")
    #expect(engine.answer("GET /items") == "Items: One")
  }

  @Test func `a response that a call names doesn't enable its request`() throws {
    let engine = try Specs.engine(Self.spec)
    #expect(engine.answer("GET /items", [.init("Mockspec-Response")!: "Maintenance=R"]) == "Items: One")
    try engine.session.setEnabled(false, for: "Items")
    #expect(engine.answer("GET /items", [.init("Mockspec-Response")!: "Items=Two"]) == "unmatched")
  }

  @Test func `reset enables and disables requests as their specs state`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.setEnabled(true, for: "Maintenance")
    try engine.session.setEnabled(false, for: "Items")
    engine.session.reset()
    #expect(engine.answer("GET /items") == "Items: One")
    #expect(engine.answer("GET /other") == "unmatched")
  }

  @Test func `an unknown name is an error`() throws {
    let error = #expect(throws: UnknownNameError.self) {
      try Specs.engine(Self.spec).session.setEnabled(true, for: "Itmes")
    }
    #expect(error?.description == "no request is named 'Itmes': did you mean 'Items'?")
  }

  // MARK: - Reload

  @Test func `after a reload, requests that were enabled or disabled stay so`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.setEnabled(true, for: "Maintenance")
    #expect(engine.replace(with: try Specs.load(Self.spec)) == [])
    #expect(engine.answer("GET /items") == "Maintenance: R")
    try engine.session.setEnabled(false, for: "Maintenance")
    let edited = try Specs.load(Self.spec.replacing("enabled: false", with: "enabled: true"))
    #expect(engine.replace(with: edited) == [])
    #expect(engine.answer("GET /items") == "Items: One")
    engine.session.reset()
    #expect(engine.answer("GET /items") == "Maintenance: R")
  }

  @Test func `a request that no longer exists has a notice, and is as before when it comes back`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.setEnabled(true, for: "Maintenance")
    try engine.session.setEnabled(false, for: "Items")
    let other = try Specs.load("requests: {Other: {match: GET /items, responses: {R: {}}}}")
    #expect(
      engine.replace(with: other) == [
        "the disabled request 'Items' no longer exists", "the enabled request 'Maintenance' no longer exists",
      ])
    #expect(engine.answer("GET /items") == "Other: R")
    engine.replace(with: try Specs.load(Self.spec))
    #expect(engine.answer("GET /items") == "Maintenance: R")
  }

  @Test func `a request built in code is enabled again after it was removed`() throws {
    let engine = try Specs.engine(Self.spec)
    let request = MockedRequest("Mine", "GET /mine") { MockedResponse("R") }
    try engine.session.add(request)
    try engine.session.setEnabled(false, for: "Mine")
    #expect(engine.answer("GET /mine") == "unmatched")
    try engine.session.remove("Mine")
    try engine.session.add(request)
    #expect(engine.answer("GET /mine") == "Mine: R")
  }

  // MARK: - Explaining

  @Test func `a disabled request that matches is explained as disabled`() throws {
    let engine = try Specs.engine(Self.spec)
    let answered = engine.explain(MockCall("GET /items"))
    #expect(answered.headline.hasPrefix("'Items' answers"))
    #expect(answered.candidates.map(\.requestName) == ["Maintenance"])
    #expect(answered.text.contains("\nMaintenance (inline:3:3): it is disabled\n"))
    #expect(answered.json.contains(#""note":"it is disabled""#))
    try engine.session.setEnabled(true, for: "Maintenance")
    try engine.session.setEnabled(false, for: "Items")
    #expect(engine.explain(MockCall("GET /items")).candidates.map(\.note) == ["it is disabled"])
    engine.session.reset()
    try engine.session.setEnabled(false, for: "Items")
    let call = MockCall("GET /items")
    let unmatched = engine.explain(call)
    #expect(unmatched.headline == "no request matches GET https://api.example.com/items")
    #expect(unmatched.candidates.map(\.note) == ["it is disabled", "it is disabled"])
    guard case .unmatched(let explanation) = engine.decide(call).outcome else {
      Issue.record("something answers")
      return
    }
    #expect(explanation.json == unmatched.json)
  }

  @Test func `a disabled request that nearly matches is explained as disabled, too`() throws {
    let engine = try Specs.engine("requests: {A: {match: POST /a, enabled: false, responses: {R: {}}}}")
    let candidate = try #require(engine.explain(MockCall("GET /a")).candidates.first)
    #expect(candidate.note == "it is disabled")
    #expect(candidate.failed.map(\.kind) == [.method])
  }
}
