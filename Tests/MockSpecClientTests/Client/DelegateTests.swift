import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20)))
struct DelegateTests {
  @Test func `redirects are followed by default, and as the delegate says`() async throws {
    let server = try HTTPServer { request, socket in
      if request.target == "/a" {
        try socket.reply(302, ["Location: /b"], "moved", to: request)
      } else {
        try socket.reply(200, [], request.target, to: request)
      }
      return true
    }
    let followed = try await ServiceClient.test().response(of: Site(server, "/a"))
    #expect(try followed.text() == "/b")
    #expect(followed.url?.path == "/b")
    #expect(followed.request.url?.path == "/a")
    var call = Site(server, "/a")
    call.acceptedStatus = .successAndRedirect
    let kept = try await ServiceClient.test(delegate: RedirectDelegate { $0(false) }).response(of: call)
    #expect(kept.status == 302)
    #expect(try kept.text() == "moved")
    #expect(kept.headers[.location] == "/b")
  }

  @Test func `a delegate answers challenges`() async throws {
    let server = try HTTPServer { request, socket in
      let isRight = request["Authorization"] == "Basic " + Data("me:right".utf8).base64EncodedString()
      let challenge = "WWW-Authenticate: Basic realm=\"a\""
      try socket.reply(isRight ? 200 : 401, isRight ? [] : [challenge], isRight ? "in" : "who", to: request)
      return true
    }
    let right = PasswordDelegate(URLCredential(user: "me", password: "right", persistence: .none))
    #expect(try await ServiceClient.test(delegate: right).response(of: Site(server)).text() == "in")
    for delegate in [nil, PasswordDelegate(nil)] {
      let error = await #expect(throws: ServiceError.self) {
        try await ServiceClient.test(delegate: delegate).response(of: Site(server))
      }
      guard case .status(401) = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error?.response?.body == Data("who".utf8))
    }
  }

  @Test func `the delegate is released after the last call, however it ends`() async throws {
    let released = Gate()
    let server = try HTTPServer { request, socket in
      if request.target == "/silent" { return true }
      if request.target == "/moved" {
        try socket.reply(307, ["Location: /end"], to: request)
      } else {
        try socket.reply(request.target == "/end" ? 200 : 500, [], "body", to: request)
      }
      return true
    }
    do {
      let client = ServiceClient.test(delegate: ReleasedDelegate(released))
      _ = try await client.response(of: Site(server, "/moved", method: .put))
      _ = try? await client.response(of: Site(server, "/wrong"))
      for try await _ in try await client.bytes(of: Site(server, "/end")) { break }
      let call = client.start(Site(server, "/silent"))
      for await target in server.arrivals where target == "/silent" { break }
      call.cancel()
    }
    await released.wait()
  }

  /// Opens a gate when it is released.
  private final class ReleasedDelegate: NSObject, URLSessionTaskDelegate {
    private let released: Gate

    init(_ released: Gate) { self.released = released }

    deinit { released() }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(request)
    }
  }

  private final class PasswordDelegate: NSObject, URLSessionTaskDelegate {
    private let credential: URLCredential?

    init(_ credential: URLCredential?) { self.credential = credential }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      if let credential, challenge.previousFailureCount == 0 {
        completionHandler(.useCredential, credential)
      } else {
        completionHandler(.performDefaultHandling, nil)
      }
    }
  }
}
