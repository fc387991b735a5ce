import HTTPTypes
import MockSpec
import Testing

@testable import MockSpecControl

/// Who may call.
struct GuardTests {
  private static func status(
    _ fields: [String: String], method: String = "DELETE", target: String = "/selections",
    _ change: (inout ControlOptions) -> Void = { _ in }
  ) async throws -> Int {
    var options = ControlOptions()
    change(&options)
    let client = try ControlClient(ControlClient.spec, options: options)
    var list = HTTPFields()
    for (name, value) in fields { list[HTTPField.Name(name)!] = value }
    try client.engine.session.select("Offline", for: "Login")
    let status = try await client.answer(method, target, fields: list).status
    let isUnchanged = client.engine.session.selections.responses["Login"] == "Offline"
    #expect(isUnchanged == (status >= 400), "a refused call changes nothing")
    return status
  }

  @Test(arguments: [
    ("localhost", 204), ("localhost:1234", 204), ("LOCALHOST", 204), ("127.0.0.1:8080", 204), ("[::1]:8080", 204),
    ("192.168.1.5", 204), ("evil.example", 421), ("evil.example:8080", 421), ("localhost.evil.example", 421),
    ("127.0.0.1.evil.example", 421), ("127.0.0.256", 421), ("0x7f.1", 421), ("2130706433", 421), ("", 421),
    ("[:]", 421),
  ])
  func `the host is this machine or an address`(host: String, expected: Int) async throws {
    #expect(try await Self.status(["Host": host]) == expected)
  }

  @Test func `a host is allowed by option`() async throws {
    #expect(try await Self.status(["Host": "build-7:80"]) { $0.hosts = ["build-7"] } == 204)
  }

  @Test func `an absolute target has a host, too`() async throws {
    let client = try ControlClient(ControlClient.spec)
    var request = client.request("DELETE", "/selections")
    request.target = .absoluteForm
    request.host = "evil.example"
    guard case .reply(let answer) = client.control.outcome(of: request) else { return #expect(Bool(false)) }
    #expect(answer.status == 421)
  }

  @Test(arguments: [
    ("http://localhost:8080", 204), ("https://localhost:8080", 204), ("HTTP://LocalHost:8080", 204),
    ("http://localhost:8081", 403), ("http://127.0.0.1:8080", 403), ("null", 403), ("http://evil.example", 403),
    ("file://", 403),
  ])
  func `the origin is the host`(origin: String, expected: Int) async throws {
    #expect(try await Self.status(["Host": "localhost:8080", "Origin": origin]) == expected)
  }

  @Test(arguments: [
    ("same-origin", 204), ("none", 204), ("cross-site", 403), ("same-site", 403), ("Cross-Site", 403),
    ("cross-site, none", 403),
  ])
  func `the page is of the same site`(site: String, expected: Int) async throws {
    #expect(try await Self.status(["Sec-Fetch-Site": site]) == expected)
    // A navigation is only one to the panel.
    #expect(try await Self.status(["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"]) == expected)
  }

  @Test(arguments: [
    ("1.1 me", 403), ("1.1 other, 1.0 me (x)", 403), ("1.1 other", 204), ("1.1 me-too", 204),
  ])
  func `a call that this server forwarded is refused`(via: String, expected: Int) async throws {
    #expect(try await Self.status(["Via": via]) { $0.pseudonym = "me" } == expected)
  }

  @Test(arguments: [
    ("Bearer secret", 204), ("bearer secret", 204), ("Bearer secre", 401), ("Bearer secret2", 401), ("Bearer", 401),
    ("Basic secret", 401), ("", 401),
  ])
  func `a token is compared`(authorization: String, expected: Int) async throws {
    let fields = authorization.isEmpty ? [:] : ["Authorization": authorization]
    #expect(try await Self.status(fields) { $0.token = "secret" } == expected)
  }

  @Test func `a token is needed for what doesn't change anything, too`() async throws {
    var options = ControlOptions()
    options.token = "secret"
    let client = try ControlClient(ControlClient.spec, options: options)
    for route in MockControl.routes where route.method == "GET" && !route.isPage {
      let target = route.path.replacing("{name}", with: "Login").replacing("{number}", with: "1")
      let answer = try await client.answer("GET", target)
      #expect(answer.status == 401, "\(route.path)")
      #expect(answer.fields[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
    }
  }

  @Test(arguments: [
    ("/__mockspec", true), ("/__mockspec/", true), ("/__mockspec/state", true), ("/%5F_mockspec/state", true),
    ("/_%5fmockspec", true), ("/__mockspecs", false), ("/__mock", false), ("/", false), ("/a/__mockspec", false),
    ("/a/../__mockspec", true),
    ("*", false), ("", false), ("//__mockspec", false), ("/__MOCKSPEC", false),
  ])
  func `the first segment decides whose path it is`(path: String, isOwn: Bool) {
    #expect(ControlPath.contains(path) == isOwn)
  }

  @Test func `GET changes nothing`() async throws {
    let client = try ControlClient(ControlClient.spec)
    for route in MockControl.routes where route.method != "GET" {
      let target = route.path.replacing("{name}", with: "Login")
      guard !MockControl.routes.contains(where: { $0.method == "GET" && $0.path == route.path }) else { continue }
      #expect(try await client.answer("GET", target).status == 405, "\(route.path)")
    }
  }
}
