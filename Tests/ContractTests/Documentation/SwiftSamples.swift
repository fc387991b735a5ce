import Foundation
import HTTPTypes
import MockSpec
import MockSpecServer
import MockSpecURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The Swift samples of README and the articles, so that they compile. Nothing calls them.
///
/// `SwiftSampleTests` looks for each sample here, line by line. Lines between samples aren't part of one.
enum SwiftSamples {
  struct Search: Decodable {
    var sort: String
  }

  struct SearchResult: Encodable {
    var count: Int
  }

  static func readme() async throws {
    let mocks = try await MockInterceptor(specs: "specs")
    let session = URLSession(configuration: mocks.sessionConfiguration())

    var request = URLRequest(url: URL(string: "https://api.example.com/login")!)
    request.httpMethod = "POST"
    let (data, _) = try await session.data(for: request)  // Success

    try mocks.select("Offline", for: "Login")  // the next call fails with URLError.notConnectedToInternet

    _ = data
  }

  struct User: Decodable, Equatable {
    let id: Int
    let name: String
  }

  struct UserAPI {
    func rename(_ id: Int, to name: String) async throws {}
  }

  static func state(_ mocks: MockInterceptor, _ api: UserAPI) async throws {
    try mocks.setItems(#"[{"id": 7, "name": "Ada"}]"#, of: "users")
    try await api.rename(7, to: "Ada Lovelace")
    #expect(try mocks.items(of: "users") == [#"{"id":7,"name":"Ada Lovelace"}"#])
    #expect(try mocks.items(of: "users", as: User.self) == [User(id: 7, name: "Ada Lovelace")])
    try mocks.resetItems(of: "users")
  }

  static func streams(_ mocks: MockInterceptor) throws {
    try mocks.add(
      MockedRequest("Countdown", "GET /countdown") {
        MockedResponse(
          "R",
          .stream {
            AsyncStream { events in
              for number in (1...3).reversed() { events.yield(ServerSentEvent("\(number)", id: "\(number)")) }
              events.finish()
            }
          })
      })
  }

  static func catalogOfMockSpecURLSession() async throws {
    let mocks = try await MockInterceptor(specs: "specs")
    let session = URLSession(configuration: mocks.sessionConfiguration())

    var configuration = URLSessionConfiguration.default
    mocks.install(in: &configuration)

    try mocks.select("Offline", for: "Login")
    try mocks.activate(scene: "Airplane mode")
    mocks.reset()

    for request in mocks.requests {
      print(request.name, request.match, request.next?.response ?? "none")
    }
    try mocks.updateSettings { $0.delay = .seconds(1) }

    for await event in mocks.events { print(event) }

    let calls = try mocks.calls(to: "Login")
    let count = try mocks.count(of: "Login")
    let uploads = try await mocks.calls(to: "Upload", atLeast: 3, within: .seconds(5))

    try mocks.add(
      MockedRequest("Login", .post, "https://api.example.com/login") {
        MockedResponse("Success", json: #"{"token": "abc"}"#)
        MockedResponse("Offline", error: .notConnectedToInternet)
      })

    _ = (session, calls, count, uploads)
  }

  static func inAnApp() async throws {
    let mocks = try await MockInterceptor(specs: "specs")
    let session = URLSession(configuration: mocks.sessionConfiguration())

    let url = URL(string: "https://api.example.com/login")!
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    let (data, response) = try await session.data(for: request)

    try mocks.select("Offline", for: "Login")

    _ = (data, response)

    for await event in mocks.events { print(event) }
  }

  static func fromABundle() async throws {
    let mocks = try await MockInterceptor(specs: .bundle(.main, folder: "Mocks"))

    _ = mocks
  }

  static func asAServer() async throws {
    let server = MockServer(engine: MockEngine(try ResponseSets.load(["specs"])), port: 0)
    let address = try await server.start()
    print(address.url)
    await server.stop()
  }

  static func inCode() async throws {
    let mocks = try await MockInterceptor(specs: .empty)  // or "specs"

    try mocks.add(
      MockedRequest("Login", .post, "https://api.example.com/login") {
        MockedResponse("Success", json: #"{"token": "abc"}"#)
        MockedResponse("Invalid", status: 401, headers: ["WWW-Authenticate": "Bearer"])
        MockedResponse("Offline", error: .urlError(.notConnectedToInternet))
      })
    try mocks.select("Offline", for: "Login")

    try mocks.remove("Login")
    mocks.removeAll()

    try mocks.add(
      MockedRequest(
        "Search", [.get, .post], "https://api.example.com/users/{id}/search",
        params: ["id": .matches("^[0-9]+$")], query: ["q": .contains("lamp").ignoringCase(), "page": 1],
        headers: ["Authorization": .startsWith("Bearer ")], cookies: ["sid": .present],
        body: .json(#"{"sort": "price"}"#),
        sequence: [.response("Busy", times: 2), "Found"], afterSequence: .restart
      ) {
        MockedResponse("Found", file: "bodies/found.json")
        MockedResponse("Typed", headers: ["ETag": #""1""#], json: SearchResult(count: 1))
        MockedResponse("Busy", status: 503, headers: ["Retry-After": "1"]).delayed(.zero...(.milliseconds(200)))
        MockedResponse("Hello", text: "Hello {{request.path.id}}").templated()
        MockedResponse("Echo") { call in
          let search = try call.json(as: Search.self)
          return MockReply(text: "\(call.pathParameters["id"] ?? ""): \(search.sort)")
        }
      })

    try mocks.add(
      MockedRequest("Item", .get, "/item") {
        MockedResponse("Cut Off", fault: .truncatedBody, MockReply(json: #"{"id": 1}"#))
        MockedResponse("Local Backend", forward: "http://localhost:8000")
        MockedResponse.passThrough("Real One")
        MockedResponse("Slow", text: "a long text").throttled(bytesPerSecond: 1000)
      })

    try mocks.add(
      MockedRequest("Upload", .put, "/files/{name}", where: { $0.body.count > 3 }) {
        MockedResponse("Stored") { call in
          MockReply(status: 201, text: "\(call.path): \(call.body.count) bytes")
        }
      })

    try mocks.add(
      MockedRequest("Ticks", .get, "/ticks") {
        MockedResponse("Three") { _ in
          let (pieces, piece) = AsyncStream.makeStream(of: String.UTF8View.self)
          Task {
            for number in 1...3 {
              piece.yield("data: \(number)\n\n".utf8)
              try? await Task.sleep(for: .milliseconds(100))
            }
            piece.finish()
          }
          return MockReply(headers: ["Content-Type": "text/event-stream"], pieces: pieces)
        }
      })

    try mocks.add(
      MockedRequest("Profile", "/users/{name}") {
        MockedResponse("Mocked for Ada") { call in
          call.pathParameters["name"] == "ada" ? MockReply(text: "mocked") : .forward(to: "http://localhost:8000")
        }
      })

    for call in try mocks.calls(to: "Login") { print(call) }  // the latest ones, oldest first
    print(try mocks.count(of: "Login"), mocks.unmatchedCalls)
    mocks.clearCalls()
  }

  static func heldAnswers(_ mocks: MockInterceptor, _ session: URLSession) async throws {
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
    open.yield()
    _ = try await answer.value
  }

  struct Mock {
    let server = URL(string: "http://127.0.0.1:8080")!
    let id = UUID().uuidString

    @discardableResult
    func call(_ method: String, _ path: String, json: String? = nil) async throws -> HTTPURLResponse {
      var request = URLRequest(url: URL(string: path, relativeTo: server)!)
      request.httpMethod = method
      request.setValue(id, forHTTPHeaderField: "Mockspec-Session")
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = json.map { Data($0.utf8) }
      let (_, response) = try await URLSession.shared.data(for: request)
      return response as! HTTPURLResponse
    }
  }

  static func oneServerManyTests() async throws {
    let mock = Mock()
    try await mock.call("PUT", "/__mockspec/requests/Login/selection", json: #"{"response": "Success"}"#)
    try await mock.call("POST", "/login", json: #"{"user": "Ada"}"#)
    let verified = try await mock.call("POST", "/__mockspec/verify", json: #"{"request": "Login", "exactly": 1}"#)
    #expect(verified.statusCode == 200)
    try await mock.call("DELETE", "/__mockspec/sessions/\(mock.id)")
  }
}
