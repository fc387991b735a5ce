import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import MockSpecClient

@Suite(.timeLimit(.minutes(20)))
struct AccessTokenTests {
  /// Accepts one bearer token.
  private final class Guarded: Sendable {
    let server: HTTPServer

    init(accepting token: String) throws {
      server = try HTTPServer { request, socket in
        let isRight = request["Authorization"] == "Bearer " + token
        try socket.reply(isRight ? 200 : 401, [], isRight ? "in" : "out", to: request)
        return true
      }
    }

    var credentials: [String] { server.requests.map { $0["Authorization"] ?? "" } }
  }

  @Test(arguments: [
    (AccessToken.none, nil, nil),
    (.basic(user: "Aladdin", password: "open sesame"), "Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
    (.bearer("mF_9.B5f-4.1JqM"), "Authorization", "Bearer mF_9.B5f-4.1JqM"),
    (.custom(HTTPField.Name("X-API-Key")!, "a b"), "X-API-Key", "a b"),
  ])
  func `credentials are sent in their field`(token: AccessToken, name: String?, value: String?) async throws {
    let server = try HTTPServer()
    _ = try await ServiceClient.test([AccessTokenMiddleware(token)]).response(of: Site(server))
    let request = try #require(server.requests.first)
    #expect(request["Authorization"] == (name == "Authorization" ? value : nil))
    if let name { #expect(request[name] == value) }
  }

  @Test(arguments: [
    AccessToken.basic(user: "a:b", password: ""), .bearer(""), .bearer("a b"), .bearer("="), .bearer("a=b"),
    .bearer("é"),
    .custom(HTTPField.Name("X-A")!, "a\r\nX-B: c"),
  ])
  func `credentials that can't be sent are an error`(token: AccessToken) async throws {
    let server = try HTTPServer()
    let error = await #expect(throws: ServiceError.self) {
      try await ServiceClient.test([AccessTokenMiddleware(token)]).response(of: Site(server))
    }
    guard case .middleware("AccessTokenMiddleware", is AccessToken.Invalid) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `all calls wait for one refresh, and are sent again once`() async throws {
    let guarded = try Guarded(accepting: "new")
    let refused = Notes()
    let waiting = Gate()
    let tokens = AccessTokenMiddleware(.bearer("old")) { token in
      refused.add("\(token == .bearer("old"))")
      await waiting.wait()
      return .bearer("new")
    }
    let client = ServiceClient.test([tokens])
    let calls = (0..<50).map { index in client.start(Site(guarded.server, "/\(index)")) }
    // All calls are refused before the refresh ends.
    while guarded.server.requests.count < 50 { await Task.yield() }
    waiting()
    for call in calls { #expect(try await call.response.text() == "in") }
    #expect(refused.all == ["true"])
    #expect(guarded.credentials.count { $0 == "Bearer old" } == 50)
    #expect(guarded.credentials.count { $0 == "Bearer new" } == 50)
    #expect(tokens.token == .bearer("new"))
  }

  @Test func `a call that is refused again fails`() async throws {
    let guarded = try Guarded(accepting: "never")
    let count = Notes()
    let tokens = AccessTokenMiddleware { _ in
      count.add("")
      return .bearer("new\(count.all.count)")
    }
    let error = await #expect(throws: ServiceError.self) {
      try await ServiceClient.test([tokens]).response(of: Site(guarded.server))
    }
    #expect(error?.response?.body == Data("out".utf8))
    #expect(guarded.credentials == ["Bearer new1", "Bearer new2"])
  }

  @Test func `a refresh that fails is the error of all that wait, and the next call tries again`() async throws {
    struct Refused: Error {}
    let guarded = try Guarded(accepting: "new")
    let count = Notes()
    let tokens = AccessTokenMiddleware(.bearer("old")) { _ in
      count.add("")
      if count.all.count == 1 { throw Refused() }
      return .bearer("new")
    }
    let client = ServiceClient.test([tokens])
    let error = await #expect(throws: ServiceError.self) { try await client.response(of: Site(guarded.server)) }
    guard case .middleware(_, is Refused) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.response?.status == 401)
    #expect(try await client.response(of: Site(guarded.server)).text() == "in")
  }

  @Test func `the error of the call that refreshes isn't that of the call that waits`() async throws {
    let guarded = try Guarded(accepting: "new")
    let login = try HTTPServer(status: 403)
    let tokens = AccessTokenMiddleware(.bearer("old")) { _ in
      .bearer(try await ServiceClient.test().response(of: Site(login, "/login")).text())
    }
    let error = await #expect(throws: ServiceError.self) {
      try await ServiceClient.test([tokens]).response(of: Site(guarded.server))
    }
    guard case .middleware("AccessTokenMiddleware", let cause as ServiceError) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.response?.status == 403)
    #expect(error?.response?.status == 401)
  }

  @Test func `credentials aren't refreshed for a call that can't be sent again`() async throws {
    let guarded = try Guarded(accepting: "new")
    let tokens = AccessTokenMiddleware(.bearer("old")) { _ in .bearer("new") }
    let client = ServiceClient.test([tokens])
    var options = client.options
    options.attemptLimit = 1
    let error = await #expect(throws: ServiceError.self) {
      try await client.response(of: Site(guarded.server), options: options)
    }
    #expect(error?.response?.status == 401)
    #expect(tokens.token == .bearer("old"))
  }

  @Test func `a call that waits for a refresh can be cancelled, and the refresh goes on`() async throws {
    let guarded = try Guarded(accepting: "new")
    let began = Gate()
    let waiting = Gate()
    let ended = Gate()
    let tokens = AccessTokenMiddleware { _ in
      began()
      await waiting.wait()
      ended()
      return Task.isCancelled ? .none : .bearer("new")
    }
    let client = ServiceClient.test([tokens])
    let call = client.start(Site(guarded.server))
    await began.wait()
    call.cancel()
    let error = await #expect(throws: ServiceError.self) { try await call.response }
    #expect(error?.isCancelled == true)
    waiting()
    await ended.wait()
    #expect(try await client.response(of: Site(guarded.server)).text() == "in")
    #expect(guarded.credentials == ["Bearer new"])
  }

  @Test(arguments: [AccessToken?.none, .bearer("login"), AccessToken.none])
  func `credentials that are set during a refresh are kept`(set: AccessToken?) async throws {
    let guarded = try Guarded(accepting: "new")
    let (began, waiting) = (Gate(), Gate())
    let tokens = AccessTokenMiddleware(.bearer("old")) { _ in
      began()
      await waiting.wait()
      return .bearer("new")
    }
    let call = ServiceClient.test([tokens]).start(Site(guarded.server))
    await began.wait()
    tokens.token = set
    waiting()
    _ = try? await call.response
    // `nil` has them refreshed before the next attempt.
    #expect(tokens.token == set ?? .bearer("new"))
    let last = try (set ?? .bearer("new")).field()?.value ?? ""
    #expect(guarded.credentials == ["Bearer old", last])
  }

  @Test func `calls can be excluded`() async throws {
    let server = try HTTPServer()
    let tokens = AccessTokenMiddleware(.bearer("a"), applies: { ($0 as? Site)?.path.encoded != "/open" })
    let client = ServiceClient.test([tokens])
    _ = try await client.response(of: Site(server, "/open"))
    _ = try await client.response(of: Site(server, "/closed"))
    #expect(server.requests.map { $0["Authorization"] } == [nil, "Bearer a"])
  }

  @Test func `credentials that are fixed aren't refreshed`() async throws {
    let guarded = try Guarded(accepting: "new")
    await #expect(throws: ServiceError.self) {
      try await ServiceClient.test([AccessTokenMiddleware(.bearer("old"))]).response(of: Site(guarded.server))
    }
    #expect(guarded.credentials == ["Bearer old"])
  }

  @Test func `the description of credentials has no secrets`() {
    for token in [AccessToken.basic(user: "me", password: "hush"), .bearer("hush"), .custom(.cookie, "hush")] {
      #expect(!"\(token) \(String(reflecting: token))".contains("hush"))
      #expect(!String(describing: Optional(token)).contains("hush"))
    }
  }
}
