import HTTPTypes
import MockSpec
import Testing

@testable import MockSpecControl

/// The control API on the port of the mocks, where forwarded pages have its origin.
struct SharedPortTests {
  private static let forward = """
    mockspec: 1
    requests:
      Login: {match: POST /login, responses: {Success: {status: 200}, Offline: {status: 503}}}
      Rest: {match: {path: '/**'}, responses: {There: {forward: 'http://127.0.0.1:9'}}}
    """
  private static let browser = ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"]
  private static let navigation = ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"]

  private func reply(
    _ text: String, _ fields: [String: String], _ method: String = "DELETE", _ target: String = "/selections",
    panel: Int? = nil, _ change: (inout ControlOptions) -> Void = { _ in }
  ) throws -> ControlReply {
    var options = ControlOptions()
    change(&options)
    let client = try ControlClient(text, options: options)
    if let panel { client.control.publish(mocksPort: 8080, panelPort: panel) }
    try client.engine.session.select("Offline", for: "Login")
    var list = HTTPFields()
    for (name, value) in fields { list[HTTPField.Name(name)!] = value }
    let outcome = client.control.outcome(of: client.request(method, target, fields: list), sharesPort: true)
    guard case .reply(let reply) = outcome else { throw ControlClient.NoEvents() }
    let isUnchanged = client.engine.session.selections.responses["Login"] == "Offline"
    #expect(isUnchanged == (reply.status >= 300 || method == "GET"), "a refused call changes nothing")
    return reply
  }

  @Test(arguments: [ControlClient.spec, forward])
  func `programs are answered`(text: String) throws {
    #expect(try reply(text, [:], panel: 18080).status == 204)
    #expect(try reply(text, ["Host": "127.0.0.1:8080"]).status == 204)
    // Node's `fetch`.
    #expect(try reply(text, ["Sec-Fetch-Mode": "cors"], panel: 18080).status == 204)
  }

  @Test(arguments: [
    browser, ["Origin": "http://localhost:8080"], ["Sec-Fetch-Site": "cross-site"],
    ["Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"], navigation,
  ])
  func `browsers are refused`(fields: [String: String]) throws {
    for panel in [nil, 18080] { #expect(try reply(Self.forward, fields, panel: panel).status == 403) }
    #expect(try reply(ControlClient.spec, fields, panel: 18080).status == 403)
  }

  @Test func `without forwards and another port for the panel, browsers of the same origin are answered`() throws {
    #expect(try reply(ControlClient.spec, Self.browser).status == 204)
    #expect(try reply(ControlClient.spec, Self.navigation, "GET", "/").status == 200)
  }

  @Test(arguments: [("/", [:]), ("/", navigation), ("/state", navigation)])
  func `browsers are sent to the port of the panel`(target: String, fields: [String: String]) throws {
    var fields = fields
    fields["Host"] = "127.0.0.1:8080"
    let reply = try reply(ControlClient.spec, fields, "GET", target, panel: 18080)
    #expect(reply.status == 307 && reply.fields[.location] == "http://127.0.0.1:18080/__mockspec\(target)")
  }

  @Test func `a link of another site to data isn't followed`() throws {
    let fields = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
    #expect(try reply(ControlClient.spec, fields, "GET", "/state", panel: 18080).status == 403)
  }

  /// Under such names, browsers don't say who they are in a GET.
  @Test(arguments: ["build-7:8080", "192.168.1.5:8080", "[2001:db8::1]:8080"])
  func `under names of other machines, a project that reaches others needs a token`(host: String) throws {
    func named(_ options: inout ControlOptions) { options.hosts = ["build-7"] }
    #expect(try reply(ControlClient.spec, ["Host": host], "GET", "/state", panel: 18080, named).status == 200)
    #expect(try reply(Self.forward, ["Host": host], "GET", "/state", panel: 18080, named).status == 403)
    let token = ["Host": host, "Authorization": "Bearer abc"]
    let answered = try reply(Self.forward, token, "GET", "/state", panel: 18080) { options in
      named(&options)
      options.token = "abc"
    }
    #expect(answered.status == 200)
  }

  @Test func `a forward that a session adds counts, too`() throws {
    let client = try ControlClient(ControlClient.spec)
    let session = try client.engine.session(SessionID("a"))
    try session.add(MockedRequest("Rest", "GET /**") { MockedResponse.passThrough("There") })
    let call = client.request("GET", "/state", fields: [.host: "192.168.1.5:8080"])
    guard case .reply(let reply) = client.control.outcome(of: call, sharesPort: true) else {
      throw ControlClient.NoEvents()
    }
    #expect(reply.status == 403)
  }

  @Test func `the nonce needs no token`() throws {
    let reply = try reply(ControlClient.spec, [:], "GET", "/nonce", panel: 18080) { options in
      options.token = "abc"
      options.nonce = "known"
    }
    #expect(reply.status == 200 && reply.body == Array(#"{"nonce":"known"}"#.utf8), "\(reply.body)")
  }
}
