import Foundation
import TestSupport
import Testing

@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the builder hands over, read in the same process.
struct MockLaunchTests {
  static func mocks(_ arguments: [String], _ environment: [String: String] = [:]) throws -> MockInterceptor? {
    try MockInterceptor.from(LaunchSettings(environment: environment, arguments: ["app"] + arguments))
  }

  static func error(_ launch: MockLaunch) -> String {
    do {
      return "\(try launch.arguments)"
    } catch {
      return "\(error)"
    }
  }

  @Test func `an app that is launched without any mock doesn't use the network`() throws {
    #expect(try MockLaunch().arguments == ["-mockspec-mocks", "[]"])
    #expect(try MockLaunch().environment == ["MOCKSPEC_MOCKS": "[]"])
    #expect(try Self.mocks(MockLaunch().arguments)?.requests.isEmpty == true)
    #expect(try Self.mocks(["-mockspec-select", ","])?.requests.isEmpty == true)
    let launch = try MockLaunch().respond(to: "/a").with().once().arguments + MockLaunch().arguments
    #expect(try Self.mocks(launch)?.requests.map(\.name) == ["/a"])
  }

  @Test func `specs, a scene and selections are arguments or variables`() throws {
    let folder = try TemporaryFolder([
      "a/mockspec.json": #"{"mockspec": 1, "scenes": {"S": {"A": "Two"}}}"#,
      "a/a.mock.json": #"{"mockspec": 1, "requests": {"A": {"match": "/a", "responses": {"One": {}, "Two": {}}}}}"#,
      "a/b.mock.json":
        #"{"mockspec": 1, "requests": {"B = %, c": {"match": "/b", "responses": {"One": {}, " Two ": {}}}}}"#,
    ])
    let launch = MockLaunch("a/a.mock.json", "a/b.mock.json", filePath: folder["Tests.swift"])
      .scene("S").select("One", for: "B = %, c").select(" Two ", for: "B = %, c")
    for (arguments, environment) in [(try launch.arguments, [:]), ([], try launch.environment)] {
      let mocks = try #require(try Self.mocks(arguments, environment))
      #expect(mocks.requests.map(\.next?.response) == ["Two", " Two "])
    }
    #expect(
      try launch.environment == [
        "MOCKSPEC_SPECS_1": folder["a/a.mock.json"], "MOCKSPEC_SPECS_2": folder["a/b.mock.json"],
        "MOCKSPEC_SCENE": "S", "MOCKSPEC_SELECT": "B%20%3D%20%25%2C%20c=One,B%20%3D%20%25%2C%20c=%20Two%20",
      ])
  }

  @Test func `arguments and variables together aren't handed over twice`() throws {
    let launch = MockLaunch().respond(to: "/a").with().once()
    let mocks = try #require(try Self.mocks(launch.arguments, launch.environment))
    #expect(mocks.requests.map(\.name) == ["/a"])
  }

  @Test func `a launch is a value`() throws {
    let base = MockLaunch().respond(to: "/a").with().always()
    let one = base.respond(to: "/b").with().always()
    let two = base.respond(to: "/c").with().always()
    #expect(
      try [base, one, two].map { try Self.mocks($0.arguments)?.requests.map(\.name) } == [
        ["/a"], ["/a", "/b"], ["/a", "/c"],
      ])
  }

  @Test func `requests and responses have names that are unique`() throws {
    let launch = MockLaunch()
      .respond(to: "http://a.example.com/x?q=1", method: .get).with(status: 200).once()
      .respond(to: "http://a.example.com/x?q=1", method: .get).with(status: 200, text: "a").once()
      .respond(to: "http://a.example.com/x?q=1", method: .get).when(query: ["b": "1"]).with(error: .timedOut).always()
      .respond(to: "//b.example.com/").with(error: .cancelled).times(3)
    let mocks = try #require(try Self.mocks(launch.arguments))
    #expect(
      mocks.requests.map { request in "\(request.name): \(request.responses.map(\.name))" } == [
        #"GET http://a.example.com/x?q=1: ["200", "200 (2)"]"#, #"GET http://a.example.com/x?q=1 (2): ["timedOut"]"#,
        #"//b.example.com/: ["cancelled"]"#,
      ])
  }

  @Test func `conditions are those of the request`() async throws {
    let launch = MockLaunch()
      .respond(to: "api.example.com/items")
      .when(query: ["page": 1]).when(query: ["q": .contains("lamp")], headers: ["X-A": "1"])
      .with(text: "found").always()
      .respond(to: "api.example.com/items", method: .post).when(body: .json(#"{"a": 1}"#)).with(status: 201).always()
    let mocks = try #require(try Self.mocks(launch.arguments))
    let session = URLSession(configuration: mocks.sessionConfiguration())
    func status(_ query: String, _ header: String? = "1", body: String? = nil) async throws -> Int? {
      var request = URLRequest(url: try #require(URL(string: "https://api.example.com/items\(query)")))
      request.setValue(header, forHTTPHeaderField: "x-a")
      request.httpBody = body.map { Data($0.utf8) }
      if body != nil { request.httpMethod = "POST" }
      return (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode
    }
    #expect(try await status("?q=a+lamp&page=1&z") == 200)
    #expect(try await status("", nil, body: #"{"a": 1, "b": 2}"#) == 201)
    await #expect(throws: MockSpecError.self) { try await status("?q=a+lamp&page=1", nil) }
    await #expect(throws: MockSpecError.self) { try await status("?q=a+lamp") }
    await #expect(throws: MockSpecError.self) { try await status("?page=1&q=x") }
    await #expect(throws: MockSpecError.self) { try await status("", nil, body: "{}") }
  }

  @Test func `a once is answered once, whatever the number of parallel calls`() async throws {
    let mocks = try #require(
      try Self.mocks(
        MockLaunch().respond(to: "/a").with().once().respond(to: "/a").with(status: 503).always().arguments))
    let session = URLSession(configuration: mocks.sessionConfiguration())
    let url = try #require(URL(string: "https://api.example.com/a"))
    let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<100 {
        group.addTask { (try await session.data(from: url).1 as? HTTPURLResponse)?.statusCode }
      }
      return try await group.reduce(into: [Int?: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(statuses == [200: 1, 503: 99])
  }

  @Test func `what isn't valid is an error at its location in the test`() {
    let place = "MockSpecURLSessionTests/MockLaunchTests.swift:7:3"
    func request(_ target: String = "a.b/c", method: HTTPRequest.Method? = .get) -> MockLaunch.Request {
      MockLaunch().respond(to: target, method: method, line: 7, column: 3)
    }
    #expect(
      Self.error(request().with(json: "{").always())
        == "\(place): request 'GET a.b/c': response '200': json, line 1, column 1: '{' is never closed")
    #expect(
      Self.error(request().with(status: 99).always())
        == "\(place): request 'GET a.b/c': response '99': expected an HTTP status, from 200 to 599, found 99: for example: 200, 404, 503"
    )
    #expect(
      Self.error(request().with().times(0))
        == "\(place): request 'GET a.b/c': expected a number of times, at least 1, found 0: for example: 2")
    #expect(Self.error(request("").with().always()).hasPrefix("\(place): request 'GET ': "))
    #expect(
      Self.error(
        request().with().always().respond(to: "a.b/c", method: .get, line: 7, column: 3).with(status: 201).always())
        == "\(place): request 'GET a.b/c': response '201' never answers, since '200' always does")
    #expect(
      Self.error(request().with(file: "no-such-file").always()).hasPrefix(
        "\(place): request 'GET a.b/c': response '200': file: '"))
    #expect(Self.error(MockLaunch("no-such-folder")).hasPrefix("'no-such-folder' doesn't exist; looked in "))
  }

  @Test func `specs of the app are used if the launch names none`() throws {
    let settings = try LaunchSettings(
      environment: [:], arguments: ["app"] + MockLaunch().select("B", for: "A").arguments)
    let specs = SpecLocation.inline(
      #"{"mockspec": 1, "requests": {"A": {"match": "/a", "responses": {"R": {}, "B": {}}}}}"#)
    #expect(try MockInterceptor.from(settings, specs: specs)?.requests.map(\.next?.response) == ["B"])
    let error = #expect(throws: MockLaunchError.self) { try MockInterceptor.from(settings) }
    #expect(error?.description == "-mockspec-select (argument 1): no request is named 'A'")
  }

  @Test func `a mock that isn't valid is reported in its argument`() {
    let error = #expect(throws: SpecError.self) { try Self.mocks(["-v", "-mockspec-mocks", "{"]) }
    #expect(error?.diagnostics.map(\.file) == ["-mockspec-mocks (argument 2)"])
  }
}
