import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct SelectionTests {
  static let spec = """
    requests:
      Login:
        match: POST /login
        responses: {Success: {}, Invalid: {status: 401}, Offline: {error: notConnectedToInternet}}
      Items:
        match: GET /items
        default: Full
        sequence: [Empty]
        responses: {Empty: {}, Full: {}, Offline: {error: notConnectedToInternet}}
    """

  static func project() throws -> MockEngine {
    let folder = try TemporaryFolder([
      "mockspec.yaml": """
      mockspec: 1
      scenes:
        Airplane mode: {Login: Offline, Items: Offline}
        Expired: {extends: Airplane mode, select: {Login: Invalid}}
      """,
      "a.mock.yaml": "mockspec: 1\n" + spec,
    ])
    return MockEngine(try #require(Specs.load(folder, ".").sets))
  }

  @Test func `the first response is the default`() throws {
    #expect(try Specs.engine(Self.spec).answer("POST /login") == "Login: Success")
  }

  @Test func `a selection holds until it is taken back`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.select("Invalid", for: "Login")
    #expect(engine.answer("POST /login") == "Login: Invalid")
    #expect(engine.answer("POST /login") == "Login: Invalid")
    try engine.session.deselect("Login")
    #expect(engine.answer("POST /login") == "Login: Success")
  }

  @Test func `unknown names say what would be right`() throws {
    let engine = try Specs.engine(Self.spec)
    let response = #expect(throws: UnknownNameError.self) { try engine.session.select("Ofline", for: "Login") }
    #expect(response?.description == "request 'Login' has no response 'Ofline': did you mean 'Offline'?")
    let request = #expect(throws: UnknownNameError.self) { try engine.session.select("Offline", for: "Nobody") }
    #expect(request?.description == "no request is named 'Nobody'; known: Login, Items")
  }

  @Test func `a call names a scene for itself, which precedes selections and changes nothing`() throws {
    let engine = try Self.project()
    let expired: HTTPFields = [.init("Mockspec-Scene")!: "Expired"]
    try engine.session.select("Success", for: "Login")
    #expect(engine.answer("POST /login", expired) == "Login: Invalid")
    #expect(engine.answer("GET /items", [.init("Mockspec-Scene")!: "Airplane%20mode"]) == "Items: Offline")
    var both = expired
    both[.init("Mockspec-Response")!] = "Login=Offline"
    #expect(engine.answer("POST /login", both) == "Login: Offline")
    let explanation = engine.explain(MockCall("POST /login", expired))
    #expect(explanation.text.contains("why 'Invalid': the scene of the call's 'Mockspec-Scene' field selects it"))
    let unknown: HTTPFields = [.init("Mockspec-Scene")!: "Exspired"]
    let refusal = "Mockspec-Scene: no scene is named 'Exspired': did you mean 'Expired'?"
    #expect(engine.answer("GET /items", unknown) == refusal)
    #expect(engine.explain(MockCall("GET /items", unknown)).text == refusal)
    #expect(engine.answer("POST /login") == "Login: Success")
    #expect(engine.answer("GET /items") == "Items: Empty")
  }

  @Test func `a scene selects for all that it names, with what it extends`() throws {
    let engine = try Self.project()
    try engine.session.activate(scene: "Expired")
    #expect(engine.answer("POST /login") == "Login: Invalid")
    #expect(engine.answer("GET /items") == "Items: Offline")
  }

  @Test func `activating a scene clears the selections of the requests that it names, and a later selection wins`()
    throws
  {
    let engine = try Self.project()
    try engine.session.select("Success", for: "Login")
    try engine.session.activate(scene: "Airplane mode")
    #expect(engine.answer("POST /login") == "Login: Offline")
    try engine.session.select("Invalid", for: "Login")
    #expect(engine.answer("POST /login") == "Login: Invalid")
  }

  @Test func `reset clears selections, scene and counters`() throws {
    let engine = try Self.project()
    #expect(engine.answer("GET /items") == "Items: Empty")
    try engine.session.select("Invalid", for: "Login")
    try engine.session.activate(scene: "Airplane mode")
    engine.session.reset()
    #expect(engine.answer("POST /login") == "Login: Success")
    #expect(engine.answer("GET /items") == "Items: Empty")
  }

  @Test func `a decision says why`() throws {
    let engine = try Self.project()
    func reason(_ line: String) -> Decision.Reason? { engine.decide(MockCall(line)).reason }
    #expect(reason("POST /login") == .default)
    #expect(reason("GET /items") == .sequence)
    try engine.session.activate(scene: "Airplane mode")
    #expect(reason("GET /items") == .scene)
    try engine.session.select("Full", for: "Items")
    #expect(reason("GET /items") == .selection)
  }
}
