import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Redirects of calls with a body and with credentials, over real connections.
@Suite(.timeLimit(.minutes(20)))
struct RedirectTests {
  enum Body: CaseIterable { case data, file, multipart }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["a.txt": String(repeating: "a file ", count: 30_000)]) }

  private func content(_ body: Body) -> RequestContent {
    let file = URL(fileURLWithPath: folder["a.txt"])
    return switch body {
    case .data: .data(Data("some data".utf8), contentType: "text/plain")
    case .file: .file(file, contentType: "text/plain")
    case .multipart: .multipart([.text("name", "A"), .file("file", file)], boundary: "limit")
    }
  }

  /// Answers a path with a redirect, and `/end` with 200.
  private func server(_ redirects: [String: (status: Int, location: String)]) throws -> HTTPServer {
    try HTTPServer { request, socket in
      if let (status, location) = redirects[request.target] {
        try socket.reply(status, ["Location: \(location)"], "moved", to: request)
      } else {
        try socket.reply(200, [], "end", to: request)
      }
      return true
    }
  }

  private func client(delegate: (any URLSessionTaskDelegate)? = nil) -> ServiceClient<DeclaredCall> {
    ServiceClient(configuration: .test, delegate: delegate)
  }

  private func call(_ server: HTTPServer, _ method: HTTPRequest.Method, _ content: RequestContent) -> DeclaredCall {
    var call = DeclaredCall(method, content)
    (call.baseURL, call.path) = (server.url, "/start")
    return call
  }

  @Test(
    arguments: Body.allCases, [(307, HTTPRequest.Method.post), (308, .post), (307, .put), (302, .put), (301, .patch)])
  func `a redirect that keeps the method keeps the body`(
    body: Body, redirect: (status: Int, method: HTTPRequest.Method)
  ) async throws {
    let server = try server(["/start": (redirect.status, "/next"), "/next": (redirect.status, "/end")])
    let call = call(server, redirect.method, content(body))
    let response = try await client().response(of: call)
    #expect(try response.text() == "end")
    #expect(response.url?.path == "/end")
    #expect(server.targets == ["/start", "/next", "/end"])
    let expected = try call.prepared().body.bytes
    for request in server.requests {
      #expect(request.method == redirect.method.rawValue)
      #expect(request.body == expected)
      #expect(try request["Content-Type"] == call.contentType)
    }
  }

  @Test(arguments: [302, 303], Body.allCases)
  func `a redirect that makes a POST a GET drops the body`(status: Int, body: Body) async throws {
    let server = try server(["/start": (status, "/next"), "/next": (307, "/end")])
    let response = try await client().response(of: call(server, .post, content(body)))
    #expect(try response.text() == "end")
    #expect(server.requests.map(\.method) == ["POST", "GET", "GET"])
    #expect(server.requests.dropFirst().allSatisfy { $0.body.isEmpty && $0["Content-Length"] == nil })
  }

  @Test(arguments: [(HTTPRequest.Method.get, 302), (.get, 307), (.post, 302), (.post, 307)])
  func `credentials aren't sent to another origin`(method: HTTPRequest.Method, status: Int) async throws {
    let other = try server([:])
    let server = try server(["/start": (status, "/next"), "/next": (status, "\(other.url)/end")])
    var call = call(server, method, method == .get ? .none : content(.data))
    call.headers = [
      .authorization: "Bearer abcdef", HTTPField.Name("X-API-Key")!: "abcdef", .cookie: "a=abcdef",
      .acceptLanguage: "eo",
    ]
    let response = try await client().response(of: call)
    #expect(try response.text() == "end")
    #expect(server.targets == ["/start", "/next"])
    #expect(server.requests.map { $0["Authorization"] } == ["Bearer abcdef", "Bearer abcdef"])
    let last = try #require(other.requests.first)
    #expect(!last.fields.contains { $0.value.contains("abcdef") })
    #expect(last["Accept-Language"] == "eo")
    #expect(last["Host"] == other.url.absoluteString.dropFirst("http://".count).description)
    #expect(last.body == (method == .post && status == 307 ? Data("some data".utf8) : Data()))
  }

  @Test func `credentials in a field of their own aren't sent to another origin`() async throws {
    let other = try server([:])
    let server = try server(["/start": (302, "/next"), "/next": (302, "\(other.url)/end")])
    let name = try #require(HTTPField.Name("X-Honeycomb-Team"))
    let client = ServiceClient<DeclaredCall>(
      configuration: .test, middleware: [AccessTokenMiddleware(.custom(name, "abcdef"))])
    #expect(try await client.response(of: call(server, .get, .none)).text() == "end")
    #expect(server.requests.map { $0[name.rawName] } == ["abcdef", "abcdef"])
    #expect(other.requests.map { $0[name.rawName] } == [nil])
  }

  @Test(arguments: [(HTTPRequest.Method.get, 302), (.post, 307)])
  func `credentials of the configuration aren't sent to another origin`(
    method: HTTPRequest.Method, status: Int
  ) async throws {
    let other = try server([:])
    let server = try server(["/start": (status, "/next"), "/next": (status, "\(other.url)/end")])
    let configuration = URLSessionConfiguration.test
    configuration.httpAdditionalHeaders = [
      "authorization": "Bearer abcdef", "X-API-Key": "abcdef", "Accept-Language": "eo", "Mockspec-Session": "a",
    ]
    let client = ServiceClient<DeclaredCall>(configuration: configuration)
    var call = call(server, method, method == .get ? .none : content(.data))
    call.headers = [HTTPField.Name("x-api-key")!: "own"]
    #expect(try await client.response(of: call).text() == "end")
    for request in server.requests {
      #expect(request["Authorization"] == "Bearer abcdef")
      #expect(request["X-API-Key"] == "own")
      #expect(request["Accept-Language"] == "eo")
    }
    let last = try #require(other.requests.first)
    #expect(last["Authorization"] == nil && last["X-API-Key"] == nil)
    #expect(last["Accept-Language"] == "eo")
    #expect(last["Mockspec-Session"] == "a")
    #expect(configuration.httpAdditionalHeaders?.count == 4)
  }

  @Test func `a delegate decides about a redirect with a body`() async throws {
    let server = try server(["/start": (307, "/end")])
    var call = call(server, .post, content(.data))
    call.acceptedStatus = .successAndRedirect
    let kept = try await client(delegate: RedirectDelegate { $0(false) }).response(of: call)
    #expect(kept.status == 307)
    let followed = try await client(delegate: RedirectDelegate { $0(true) }).response(of: call)
    #expect(followed.status == 200)
    #expect(server.targets == ["/start", "/start", "/end"])
    #expect(server.requests.allSatisfy { $0.body == Data("some data".utf8) })
  }

  @Test func `redirects in a circle end`() async throws {
    let server = try server(["/start": (307, "/start")])
    let error = await #expect(throws: ServiceError.self) {
      try await client().response(of: call(server, .post, content(.data)))
    }
    guard case .transport(let failure) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.code == .httpTooManyRedirects)
    #expect(server.targets.count == 21)
  }
}
