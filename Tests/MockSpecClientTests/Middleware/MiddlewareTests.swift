import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20)))
struct MiddlewareTests {
  /// Notes each hook.
  private struct Noting: Middleware {
    let name: String
    let notes: Notes
    var failsToPrepare = false
    var retries = false

    func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
      notes.add("\(name) prepare \(call.attempt)")
      request.request.addValue(name, forHTTPHeaderField: "X-Name")
      if failsToPrepare { throw URLError(.badURL) }
    }

    func willSend(_ request: PreparedRequest, for call: ServiceCall) async {
      notes.add("\(name) willSend \(request.request.value(forHTTPHeaderField: "X-Name") ?? "")")
    }

    func didReceive(_ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall) async {
      notes.add("\(name) didReceive \(result.response?.status, default: "none")")
    }

    func process(_ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall) async throws -> Processing {
      notes.add("\(name) process \(call.attempt)")
      return retries && call.attempt == 1 ? .retry : .result(result)
    }

    func didEnd(_ call: ServiceCall) async { notes.add("\(name) didEnd \(call.attempt)") }
  }

  @Test func `hooks are called in order, and in reverse on the way back`() async throws {
    let notes = Notes()
    let server = try HTTPServer()
    let client = ServiceClient.test([Noting(name: "a", notes: notes), Noting(name: "b", notes: notes)])
    _ = try await client.response(of: Site(server))
    #expect(
      notes.all == [
        "a prepare 1", "b prepare 1", "a willSend a,b", "b willSend a,b", "b didReceive 200", "a didReceive 200",
        "b process 1", "a process 1", "b didEnd 1", "a didEnd 1",
      ])
    #expect(server.requests.first?["X-Name"] == "a,b")
  }

  @Test func `a retry begins again, and middleware before it sees the last result only`() async throws {
    let notes = Notes()
    let server = try HTTPServer()
    let client = ServiceClient.test([
      Noting(name: "a", notes: notes), Noting(name: "b", notes: notes, retries: true), Noting(name: "c", notes: notes),
    ])
    _ = try await client.response(of: Site(server))
    #expect(
      notes.all.filter { $0.contains("process") } == [
        "c process 1", "b process 1", "c process 2", "b process 2", "a process 2",
      ])
    #expect(notes.all.suffix(3) == ["c didEnd 2", "b didEnd 2", "a didEnd 2"])
    #expect(server.requests.count == 2)
  }

  @Test func `a middleware that fails ends the call, and sends nothing`() async throws {
    let notes = Notes()
    let server = try HTTPServer()
    let client = ServiceClient.test([
      Noting(name: "a", notes: notes, failsToPrepare: true), Noting(name: "b", notes: notes),
    ])
    let error = await #expect(throws: ServiceError.self) { try await client.response(of: Site(server)) }
    guard case .middleware("Noting", let cause) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((cause as? URLError)?.code == .badURL)
    #expect(notes.all == ["a prepare 1", "b process 1", "a process 1", "b didEnd 1", "a didEnd 1"])
    #expect(server.requests.isEmpty)
  }

  /// Makes another call in one of its steps.
  private struct Asking: Middleware {
    let other: Site
    let isPreparing: Bool

    func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
      if isPreparing { _ = try await ServiceClient.test().response(of: other) }
    }

    func process(_ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall) async throws -> Processing {
      if !isPreparing { _ = try await ServiceClient.test().response(of: other) }
      return .result(result)
    }
  }

  @Test(arguments: [true, false])
  func `the error of another call that a middleware makes is its own, not that of the call`(
    isPreparing: Bool
  ) async throws {
    let (server, other) = (try HTTPServer(), try HTTPServer(status: 404))
    let asking = Asking(other: Site(other, "/other"), isPreparing: isPreparing)
    let error = await #expect(throws: ServiceError.self) {
      try await ServiceClient.test([asking]).response(of: Site(server, "/a"))
    }
    guard case .middleware("Asking", let cause as ServiceError) = error?.reason, case .status(404) = cause.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.request?.url?.path == "/a")
    #expect(error?.response?.status == (isPreparing ? nil : 200))
    let text = error?.description ?? ""
    #expect(text.hasPrefix("GET \(server.url)/a: Asking failed: GET \(other.url)/other: the status 404"), "\(text)")
  }

  @Test func `a call that is cancelled while a middleware makes another one is cancelled`() async throws {
    let (server, silent) = (try HTTPServer(), try HTTPServer { _, _ in true })
    let asking = Asking(other: Site(silent, "/other"), isPreparing: true)
    let call = ServiceClient.test([asking]).start(Site(server, "/a"))
    for await _ in silent.arrivals { break }
    call.cancel()
    let error = await #expect(throws: ServiceError.self) { try await call.response }
    #expect(error?.isCancelled == true)
    #expect(error?.request?.url?.path == "/a")
  }

  @Test func `a middleware can replace the result`() async throws {
    struct Fallback: Middleware {
      func process(
        _ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall
      ) async throws -> Processing {
        guard case .failure(let error) = result, let request = error.request else { return .result(result) }
        return .result(.success(ServiceResponse(status: 200, body: Data("kept".utf8), request: request)))
      }
    }
    let client = ServiceClient.test([Fallback()])
    let server = try HTTPServer(status: 500, body: "wrong")
    #expect(try await client.response(of: Site(server)).text() == "kept")
    var text = ""
    for try await chunk in try await client.bytes(of: Site(server)) { text += String(decoding: chunk, as: UTF8.self) }
    #expect(text == "kept")
  }

  @Test(arguments: [true, false])
  func `a body that a middleware adds to a GET is an error`(isBodyOfRequest: Bool) async throws {
    struct Adding: Middleware {
      let isBodyOfRequest: Bool

      func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
        if isBodyOfRequest {
          request.request.httpBody = Data("a".utf8)
        } else {
          request.body = .data(Data("a".utf8))
        }
      }
    }
    let server = try HTTPServer()
    let error = await #expect(throws: ServiceError.self) {
      try await ServiceClient.test([Adding(isBodyOfRequest: isBodyOfRequest)]).response(of: Site(server))
    }
    let text = error?.description ?? ""
    #expect(text.contains("Site: body: a call with GET can't have a body"), "\(text)")
    #expect(server.requests.isEmpty)
  }

  @Test func `a call that is cancelled before its retry is cancelled`() async throws {
    struct Cancelling: Middleware {
      func process(
        _ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall
      ) async throws -> Processing {
        withUnsafeCurrentTask { $0?.cancel() }
        return .retry
      }
    }
    let server = try HTTPServer(status: 401)
    let call = ServiceClient.test([Cancelling()]).start(Site(server))
    let error = await #expect(throws: ServiceError.self) { try await call.response }
    #expect(error?.isCancelled == true)
    #expect(error?.response?.status == 401)
    #expect(server.requests.count == 1)
  }

  @Test func `retries have a limit`() async throws {
    struct Endless: Middleware {
      func process(
        _ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall
      ) async throws -> Processing { .retry }
    }
    let server = try HTTPServer()
    let client = ServiceClient.test([Endless()])
    var options = client.options
    options.attemptLimit = 3
    #expect(try await client.response(of: Site(server), options: options).status == 200)
    #expect(server.requests.count == 3)
  }

  @Test func `activity begins and ends once for each call`() async throws {
    let notes = Notes()
    let activity = ActivityMiddleware { activity, call in
      notes.add("\((call.service as? Site)?.path.encoded ?? "") \(activity)")
    }
    let server = try HTTPServer { request, socket in
      if request.target == "/silent" { return true }
      try socket.reply(request.target == "/a" ? 200 : 500, to: request)
      return true
    }
    let retry = RetryMiddleware(clock: RecordingClock())
    for middleware in [[activity, retry] as [any Middleware], [retry, activity]] {
      let client = ServiceClient.test(middleware + [Noting(name: "", notes: Notes(), retries: true)])
      _ = try await client.response(of: Site(server, "/a"))
      _ = try? await client.response(of: Site(server, "/b"))
      let call = client.start(Site(server, "/silent"))
      for await target in server.arrivals where target == "/silent" { break }
      call.cancel()
      _ = try? await call.response
    }
    let once = ["/a began", "/a ended", "/b began", "/b ended", "/silent began", "/silent ended"]
    #expect(notes.all == once + once)
    // A call that is never prepared doesn't begin.
    let failing = ServiceClient.test([Noting(name: "", notes: Notes(), failsToPrepare: true), activity])
    _ = try? await failing.response(of: Site(server, "/a"))
    #expect(notes.all.count == 12)
  }
}
