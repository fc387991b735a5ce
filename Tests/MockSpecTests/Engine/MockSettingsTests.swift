import TestSupport
import Testing

@testable import MockSpec

struct MockSettingsTests {
  private static let spec = """
    requests:
      Login: {match: POST /login, responses: {Success: {}, Offline: {error: notConnectedToInternet}, Slow: {delay: 2s}}}
    """

  private func session() throws -> MockSession {
    let folder = try TemporaryFolder([
      "mockspec.yaml": """
      mockspec: 1
      timeout: 3s
      passthrough: [a.example]
      redact: [X-Key]
      scenes: {Down: {Login: Slow}}
      """,
      "a.mock.yaml": "mockspec: 1\n" + Self.spec,
    ])
    return MockEngine(try #require(Specs.load(folder, ".").sets)).session
  }

  @Test func `without changes, the snapshot is that of the project`() throws {
    let engine = try Specs.engine(Self.spec)
    #expect(engine.session.sets === engine.sets)
    try engine.session.updateSettings { $0.delay = .seconds(1) }
    #expect(engine.session.sets !== engine.sets)
    try engine.session.updateSettings { $0.delay = nil }
    #expect(engine.session.sets === engine.sets)
  }

  @Test func `an unmatched call passes through, or fails`() throws {
    let session = try session()
    try session.updateSettings { $0.unmatched = .passThrough }
    #expect(session.decide(MockCall("GET /other")).outcome.isPassThrough)
    for action in [MockSettings.UnmatchedAction.fail, .stopProgram] {
      try session.updateSettings { $0.unmatched = action }
      #expect(!session.decide(MockCall("GET /other")).outcome.isPassThrough)
    }
  }

  @Test func `a delay holds for responses that have none`() throws {
    let session = try session()
    try session.updateSettings { $0.delay = .seconds(1) }
    #expect(session.decide(MockCall("POST /login")).delay == .seconds(1))
    try session.add(MockedRequest("Code", "/code") { MockedResponse("R") })
    #expect(session.decide(MockCall("GET /code")).delay == .seconds(1))
    try session.select("Slow", for: "Login")
    #expect(session.decide(MockCall("POST /login")).delay == .seconds(2))
  }

  @Test func `lists are added to those of the project file, and single values replace them`() throws {
    let session = try session()
    try session.updateSettings { settings in
      settings.timeout = .seconds(1)
      settings.passthrough = ["*.b.example"]
      settings.redact = ["X-Other"]
    }
    let settings = session.sets.settings
    #expect(settings.timeout == .seconds(1))
    #expect(["a.example", "x.b.example", "c.example"].map(settings.passesThrough) == [true, true, false])
    #expect(
      ["X-Key", "x-other", "Cookie", "X-Third"].map { settings.redaction.isSecret($0 as String) } == [
        true, true, true, false,
      ])
    try session.updateSettings { $0 = MockSettings() }
    #expect(session.sets.settings.timeout == .seconds(3))
  }

  @Test func `a scene is added, or replaces that of the project file`() throws {
    let session = try session()
    try session.updateSettings { $0.scenes = ["Up": ["Login": "Success"], "Down": ["Login": "Offline"]] }
    try session.activate(scene: "Down")
    #expect(session.decide(MockCall("POST /login")).responseName == "Offline")
    try session.activate(scene: "Up")
    #expect(session.decide(MockCall("POST /login")).responseName == "Success")
  }

  @Test func `settings stay when the project is reloaded, and requests built in code, too`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.updateSettings { $0 = MockSettings(unmatched: .passThrough, delay: .seconds(1)) }
    try engine.session.add(MockedRequest("Code", "/code") { MockedResponse("R") })
    engine.replace(with: try Specs.load("requests: {Other: {match: GET /other, responses: {R: {}}}}"))
    #expect(engine.decide(MockCall("GET /other")).delay == .seconds(1))
    #expect(engine.session.sets.settings.unmatched == .passthrough)
    engine.session.removeAll()
    #expect(engine.decide(MockCall("GET /other")).delay == .seconds(1))
  }

  @Test func `a scene whose request is gone doesn't stand in the way of other changes`() throws {
    let session = try session()
    try session.add(MockedRequest("Code", "/code") { MockedResponse("R") })
    try session.updateSettings { $0.scenes = ["Up": ["Code": "R"]] }
    try session.remove("Code")
    try session.updateSettings { $0.delay = .seconds(1) }
    #expect(throws: MockSettingsError.self) { try session.updateSettings { $0.scenes["Other"] = ["Code": "R"] } }
  }

  @Test func `wrong settings are errors, and nothing changes`() throws {
    let session = try session()
    let error = #expect(throws: MockSettingsError.self) {
      try session.updateSettings { settings in
        settings = MockSettings(
          unmatched: .passThrough, timeout: .zero, passthrough: ["https://b.example"], delay: .seconds(-1),
          scenes: ["Up": ["Logn": "Success"]])
      }
    }
    #expect(
      error?.problems.map { $0.prefix { $0 != "," } } == [
        "timeout: expected more than zero and at most 1000000000.0 seconds",
        "delay: expected zero to 1000000000.0 seconds", "passthrough: expected a host",
        "scene 'Up': no request is named 'Logn': did you mean 'Login'?",
      ])
    #expect(session.settings == MockSettings())
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try session.updateSettings {
        $0.delay = .seconds(1)
        throw Stop()
      }
    }
    #expect(session.settings == MockSettings())
  }
}

extension Decision.Outcome {
  fileprivate var isPassThrough: Bool { if case .passThrough = self { true } else { false } }
}
