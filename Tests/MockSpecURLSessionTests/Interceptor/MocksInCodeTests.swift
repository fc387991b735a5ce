import Foundation
import HTTPTypes
import MockSpec
import MockSpecURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests built in code, under URLSession. The first tests are the examples of the article "Mocks in Swift".
@Suite(.timeLimit(.minutes(20)))
struct MocksInCodeTests {
  static func get(_ mocks: MockInterceptor, _ path: String, method: String = "GET", body: String? = nil)
    async throws -> (status: Int?, body: String)
  {
    let session = URLSession(configuration: mocks.sessionConfiguration())
    var request = URLRequest(path, method: method)
    request.httpBody = body.map { Data($0.utf8) }
    let (data, response) = try await session.data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode, String(decoding: data, as: UTF8.self))
  }

  static func isUnmatched(_ mocks: MockInterceptor, _ path: String, method: String, body: String? = nil) async -> Bool {
    do {
      _ = try await get(mocks, path, method: method, body: body)
      return false
    } catch {
      return MockSpecError.unmatched ~= error
    }
  }

  @Test func `requests are added, steered by name, and taken away`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)

    try mocks.add(
      MockedRequest("Login", .post, "https://api.example.com/login") {
        MockedResponse("Success", json: #"{"token": "abc"}"#)
        MockedResponse("Invalid", status: 401, headers: ["WWW-Authenticate": "Bearer"])
        MockedResponse("Offline", error: .notConnectedToInternet)
      })
    #expect(try await Self.get(mocks, "/login", method: "POST") == (200, #"{"token": "abc"}"#))

    try mocks.select("Offline", for: "Login")
    let offline = await #expect(throws: URLError.self) { _ = try await Self.get(mocks, "/login", method: "POST") }
    #expect(offline?.code == .notConnectedToInternet)
    #expect(try mocks.count(of: "Login") == 2)

    try mocks.remove("Login")
    #expect(await Self.isUnmatched(mocks, "/login", method: "POST"))
    #expect(mocks.unmatchedCalls.count == 1)
  }

  @Test func `redirects lead to other mocks, and the journal has each request`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Old", "/old") { MockedResponse("Moved", status: 301, headers: ["Location": "/newer"]) },
      MockedRequest("Newer", "/newer") {
        MockedResponse("Moved") { _ in MockReply(status: 302, headers: ["Location": "/new"]) }
      },
      MockedRequest("New", "/new") { MockedResponse("Found", text: "new") })
    #expect(try await Self.get(mocks, "/old") == (200, "new"))
    #expect(try ["Old", "Newer", "New"].map { try mocks.count(of: $0) } == [1, 1, 1])
  }

  @Test func `a closure may match, and a closure may reply`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)

    try mocks.add(
      MockedRequest("Upload", .put, "/files/{name}", where: { $0.body.count > 3 }) {
        MockedResponse("Stored") { call in
          MockReply(status: 201, text: "\(call.path): \(call.body.count) bytes")
        }
      })
    #expect(try await Self.get(mocks, "/files/a", method: "PUT", body: "hello") == (201, "/files/a: 5 bytes"))
    #expect(await Self.isUnmatched(mocks, "/files/a", method: "PUT", body: "x"))
    #expect(try mocks.calls(to: "Upload").map(\.outcome) == [.reply(201)])
    #expect(try mocks.calls(to: "Upload").allSatisfy { abs($0.date.timeIntervalSinceNow) < 60 })
  }

  @Test func `a loaded request is laid over, and comes back`() async throws {
    let mocks = try await MockInterceptor(
      specs: .inline("mockspec: 1\nrequests: {Login: {match: POST /login, responses: {Success: {text: file}}}}"))

    try mocks.add(MockedRequest("Login", .post, "/login") { MockedResponse("Success", text: "code") })
    #expect(try await Self.get(mocks, "/login", method: "POST").body == "code")
    mocks.removeAll()
    #expect(try await Self.get(mocks, "/login", method: "POST").body == "file")
  }

  struct Mistake: Error {}

  @Test func `what a closure throws, the request throws`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("A", "/a") { MockedResponse("R") { _ in throw URLError(.secureConnectionFailed) } },
      MockedRequest("B", "/b") { MockedResponse("R") { _ in throw URLFailure.urlError(.cannotFindHost) } },
      MockedRequest("C", "/c") { MockedResponse("R") { _ in MockReply(status: 7) } })
    func error(_ path: String) async -> (any Error)? {
      await #expect(throws: (any Error).self) { _ = try await Self.get(mocks, path) }
    }
    #expect((await error("/a") as? URLError)?.code == .secureConnectionFailed)
    #expect((await error("/b") as? URLError)?.code == .cannotFindHost)
    let invalid = try #require(await error("/c"))
    #expect(MockSpecError.invalidReply ~= invalid)
    #expect("\(invalid)".contains("request 'C': response 'R': "))
    #expect("\(invalid)".contains("found 7"))
  }

  @Test func `a closure that never ends is bounded by the project's timeout, and by the request's own`() async throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\ntimeout: 50ms\n", "a.mock.yaml": "mockspec: 1\nrequests: {}\n",
    ])
    let endless = MockedRequest("A", "/a") {
      MockedResponse("R") { _ in
        try await Task.sleep(for: .seconds(3600))
        return MockReply()
      }
    }
    let specs = SpecLocation.folder(URL(filePath: folder.path))
    let short = try await MockInterceptor(specs: specs, watch: false, allowsEmpty: true)
    try short.add(endless)
    let byProject = await #expect(throws: URLError.self) { _ = try await Self.get(short, "/a") }
    #expect(byProject?.code == .timedOut)

    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(endless)
    let session = URLSession(configuration: mocks.sessionConfiguration())
    let byRequest = await #expect(throws: URLError.self) {
      _ = try await session.data(for: URLRequest("/a", timeout: 0.05))
    }
    #expect(byRequest?.code == .timedOut)
  }

  @Test func `cancelling a task cancels its closure`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    try mocks.add(
      MockedRequest("A", "/a") {
        MockedResponse("R") { _ in
          start.finish()
          do { try await Task.sleep(for: .seconds(3600)) } catch { cancel.finish() }
          return MockReply()
        }
      })
    let task = Task { try await Self.get(mocks, "/a") }
    for await _ in started {}
    task.cancel()
    await #expect(throws: (any Error).self) { _ = try await task.value }
    for await _ in cancelled {}
  }

  @Test func `closures answer many requests at once`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Echo", .post, "/{x}") {
        MockedResponse("R") { call in
          await Task.yield()
          return MockReply(body: call.body)
        }
      })
    let session = URLSession(configuration: mocks.sessionConfiguration())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          var request = URLRequest("/\(number)", method: "POST")
          request.httpBody = Data("\(number)".utf8)
          let data = try await session.data(for: request).0
          #expect(String(decoding: data, as: UTF8.self) == "\(number)")
        }
      }
      try await group.waitForAll()
    }
    #expect(try mocks.count(of: "Echo") == 200)
  }

  @Test func `connections break, other servers answer, and bodies are slow`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Item", .get, "/item") {
        MockedResponse("Cut Off", fault: .truncatedBody, MockReply(text: "0123456789"))
        MockedResponse("Elsewhere", forward: "http://127.0.0.1:1")
        MockedResponse.passThrough("Live")
        MockedResponse("Slow", text: "0123456789").throttled(piece: 4, every: .milliseconds(10))
        MockedResponse("Slower", text: "0123456789").throttled(bytesPerSecond: 1000)
      })
    let cut = await #expect(throws: URLError.self) { _ = try await Self.get(mocks, "/item") }
    #if canImport(Darwin)
      #expect(cut?.code == .networkConnectionLost)
    #else
      #expect(cut?.code == .unknown)
    #endif
    try mocks.select("Elsewhere", for: "Item")
    let refused = await #expect(throws: URLError.self) { _ = try await Self.get(mocks, "/item") }
    #expect(refused?.code == .cannotConnectToHost)
    for name in ["Slow", "Slower"] {
      try mocks.select(name, for: "Item")
      #expect(try await Self.get(mocks, "/item").body == "0123456789")
    }
    #expect(
      mocks.calls.map { "\($0.outcome)" } == ["fault truncatedBody", "forwarded to http://127.0.0.1:1", "200", "200"])
    try mocks.select("Live", for: "Item")
    let session = URLSession(configuration: mocks.sessionConfiguration())
    _ = try? await session.data(from: URL(string: "http://127.0.0.1:1/item")!)
    #expect(mocks.calls.last?.outcome == .passThrough)
  }

  struct User: Codable, Equatable {
    var id: Int
    var name: String
    var score: Double?
  }

  struct Renamed: Encodable {
    var userName: String
  }

  @Test func `values are encoded and decoded`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    try mocks.add(
      MockedRequest("Create", .post, "/users", body: .json(["id": 1])) {
        MockedResponse("Created", status: 201, json: User(id: 1, name: "Ada"))
        MockedResponse("Renamed", json: Renamed(userName: "a/b"), encoder: encoder)
        MockedResponse("Echo") { call in
          var user = try call.json(as: User.self)
          user.name += "!"
          return MockReply(json: user)
        }
      })
    let body = #"{"id":1,"name":"Ada"}"#
    #expect(try await Self.get(mocks, "/users", method: "POST", body: body) == (201, body))
    try mocks.select("Renamed", for: "Create")
    #expect(try await Self.get(mocks, "/users", method: "POST", body: body).body == #"{"user_name":"a\/b"}"#)
    try mocks.select("Echo", for: "Create")
    #expect(try await Self.get(mocks, "/users", method: "POST", body: body).body == #"{"id":1,"name":"Ada!"}"#)
    await #expect(throws: DecodingError.self) {
      _ = try await Self.get(mocks, "/users", method: "POST", body: #"{"id":1}"#)
    }
    #expect(await Self.isUnmatched(mocks, "/users", method: "POST", body: #"{"id":2}"#))
  }

  @Test func `a value that can't be encoded is an error of the request`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let broken = User(id: 1, name: "Ada", score: .nan)
    let error = #expect(throws: MockedRequestError.self) {
      try mocks.add(MockedRequest("A", "/a", body: .jsonEquals(broken)) { MockedResponse("R", json: broken) })
    }
    let problems = try #require(error?.problems)
    #expect(problems.count == 2)
    #expect(problems[0].hasPrefix("body: jsonEquals: User can't be encoded at 'score': "), "\(problems[0])")
    #expect(problems[1].hasPrefix("response 'R': json: User can't be encoded at 'score': "), "\(problems[1])")
    #expect(error?.description.hasPrefix("MockSpecURLSessionTests/MocksInCodeTests.swift:") == true)
    try mocks.add(MockedRequest("A", "/a") { MockedResponse("R") { _ in MockReply(json: broken) } })
    let invalid = await #expect(throws: (any Error).self) { _ = try await Self.get(mocks, "/a") }
    #expect(MockSpecError.invalidReply ~= (try #require(invalid)))
  }

  @Test func `a string is sent as the JSON that it is, unless it's encoded`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let text = "[1]"
    try mocks.add(
      MockedRequest("A", "/a", sequence: ["Written", "Encoded"]) {
        MockedResponse("Written", json: text)
        MockedResponse("Encoded", json: text, encoder: JSONEncoder())
      })
    #expect(try await Self.get(mocks, "/a").body == "[1]")
    #expect(try await Self.get(mocks, "/a").body == #""[1]""#)
  }

  @Test func `a closure decides whether another server answers`() async throws {
    let server = try LoopbackServer()
    let origin = "http://127.0.0.1:\(server.port)"
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Profile", "/users/{name}") {
        MockedResponse("R") { call in
          switch call.pathParameters["name"] {
          case "live": .passThrough
          case "local": .forward(to: origin)
          case "nowhere": .forward(to: "localhost")
          default: MockReply(text: "mocked")
          }
        }
      })
    let session = URLSession(configuration: mocks.sessionConfiguration())
    func answer(_ url: String, body: String? = nil) async throws -> String {
      var request = URLRequest(url: URL(string: url)!)
      request.httpMethod = body == nil ? "GET" : "POST"
      request.httpBody = body.map { Data($0.utf8) }
      return String(decoding: try await session.data(for: request).0, as: UTF8.self)
    }
    #expect(try await answer("\(origin)/users/ada") == "mocked")
    #expect(try await answer("\(origin)/users/live") == "real GET /users/live ")
    #expect(try await answer("https://api.example.com/users/local") == "real GET /users/local ")
    #expect(try await answer("\(origin)/users/live", body: "abc").contains("abc"))
    #expect(
      try mocks.calls(to: "Profile").map { "\($0.outcome)" }
        == ["200", "passed through", "forwarded to \(origin)", "passed through"])
    let invalid = await #expect(throws: (any Error).self) { try await answer("https://api.example.com/users/nowhere") }
    #expect(MockSpecError.invalidReply ~= (try #require(invalid)))
    try mocks.add(
      MockedRequest("Fixed", "/fixed") { MockedResponse("R", .forward(to: origin)) })
    #expect(try await answer("https://api.example.com/fixed") == "real GET /fixed ")
    #expect(throws: MockedRequestError.self) {
      try mocks.add(MockedRequest("B", "/b") { MockedResponse("R", fault: .truncatedBody, .passThrough) })
    }
  }

  @Test func `a closure that waits lets the test decide when a call is answered`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let session = URLSession(configuration: mocks.sessionConfiguration())
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    try mocks.add(
      MockedRequest("Search", "/search") {
        MockedResponse("Held") { _ in
          for await _ in gate { break }
          return MockReply(text: "found")
        }
      })
    let answer = Task { try await session.data(from: URL(string: "https://api.example.com/search")!).0 }
    try await mocks.calls(to: "Search", atLeast: 1)
    // Now the call is waiting: check the spinner, cancel it, or make another one.
    #expect(mocks.calls.map(\.outcome) == [.pending])
    open.yield()
    #expect(try await answer.value == Data("found".utf8))
  }

  @Test(arguments: ["api.example.com/x", "localhost/x", "api.example.com:8080/x?a=1", "127.0.0.1/x", "h:80/x"])
  func `a host without slashes is reported with them`(target: String) async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    for query in [[:], ["a": "1"]] as [MockedRequest.Conditions] {
      let error = #expect(throws: MockedRequestError.self) {
        try mocks.add(
          MockedRequest("X", .get, target, query: target.contains("?") ? [:] : query) { MockedResponse("R") })
      }
      #expect(
        error?.description.contains("write '//' before a host: //\(target)") == true, "\(String(describing: error))")
    }
  }

  @Test(arguments: ["items/x", "v1.0/x", "items.json"])
  func `a path without a slash is reported with it`(target: String) async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let error = #expect(throws: MockedRequestError.self) {
      try mocks.add(MockedRequest("X", .get, target) { MockedResponse("R") })
    }
    #expect(error?.description.contains("//\(target)") == false)
  }

  @Test func `body files are found by path, URL and bundle`() async throws {
    let folder = try TemporaryFolder(["bodies/found.json": "{}"])
    let url = URL(filePath: folder.path)
    let bundle = try #require(Bundle(path: folder.path))
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("A", "/a", sequence: ["URL", "Bundle", "Path"]) {
        MockedResponse("URL", file: .url(url.appending(path: "bodies/found.json")))
        MockedResponse("Bundle", file: .bundle(bundle, "bodies/found.json"))
        MockedResponse("Path", file: "specs/sign-in/bodies/login.success.json")
      })
    #expect(try await Self.get(mocks, "/a").body == "{}")
    #expect(try await Self.get(mocks, "/a").body == "{}")
    #expect(try await Self.get(mocks, "/a").body.contains("token"))
  }
}
