import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import MockSpecClient

@Suite(.timeLimit(.minutes(20)))
struct RetryTests {
  /// Fails so many times, then answers 200.
  private func server(
    failing count: Int, _ fail: @escaping @Sendable (HTTPServer.Request, TCPSocket) throws -> Bool
  ) throws -> HTTPServer {
    let left = Mutex(count)
    return try HTTPServer { request, socket in
      let fails = left.withLock { left in
        left -= 1
        return left >= 0
      }
      if fails { return try fail(request, socket) }
      try socket.reply(200, [], "ok", to: request)
      return true
    }
  }

  private func unavailable(_ fields: String...) -> @Sendable (HTTPServer.Request, TCPSocket) throws -> Bool {
    { request, socket in
      try socket.reply(503, fields, to: request)
      return true
    }
  }

  @Test func `the delay grows exponentially, with a random part of it`() async throws {
    let clock = RecordingClock()
    var policy = RetryMiddleware.Policy()
    (policy.limit, policy.baseDelay, policy.maximumDelay) = (5, .seconds(1), .seconds(6))
    let server = try server(failing: 5, unavailable())
    let client = ServiceClient.test([RetryMiddleware(policy, clock: clock, random: { 0.5 })])
    #expect(try await client.response(of: Site(server)).text() == "ok")
    #expect(clock.sleeps == [.seconds(0.5), .seconds(1), .seconds(2), .seconds(3), .seconds(3)])
  }

  @Test func `the number of retries is limited`() async throws {
    let clock = RecordingClock()
    let server = try server(failing: 10, unavailable())
    let client = ServiceClient.test([RetryMiddleware(clock: clock)])
    let error = await #expect(throws: ServiceError.self) { try await client.response(of: Site(server)) }
    #expect(error?.response?.status == 503)
    #expect(server.requests.count == 4)
    #expect(clock.sleeps.count == 3)
  }

  @Test func `nothing is waited for after the last attempt that the call allows`() async throws {
    let clock = RecordingClock()
    let server = try server(failing: 10, unavailable())
    let client = ServiceClient.test([RetryMiddleware(clock: clock)])
    var options = client.options
    options.attemptLimit = 2
    await #expect(throws: ServiceError.self) { try await client.response(of: Site(server), options: options) }
    #expect(server.requests.count == 2)
    #expect(clock.sleeps.count == 1)
  }

  @Test func `Retry-After is waited for, in seconds and as a date`() async throws {
    let clock = RecordingClock()
    let date = try #require(RetryAfter.date("Sun, 06 Nov 1994 08:49:37 GMT"))
    for value in ["7", "Sun, 06 Nov 1994 08:49:47 GMT", "Sun, 06 Nov 1994 08:49:00 GMT"] {
      let server = try server(failing: 1, unavailable("Retry-After: \(value)"))
      let client = ServiceClient.test([RetryMiddleware(clock: clock, now: { date })])
      #expect(try await client.response(of: Site(server)).text() == "ok")
    }
    #expect(clock.sleeps == [.seconds(7), .seconds(10), .zero])
  }

  @Test func `a Retry-After beyond the maximum delay ends the call`() async throws {
    let clock = RecordingClock()
    let server = try server(failing: 1, unavailable("Retry-After: 31"))
    let client = ServiceClient.test([RetryMiddleware(clock: clock)])
    await #expect(throws: ServiceError.self) { try await client.response(of: Site(server)) }
    #expect(clock.sleeps.isEmpty)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func `all forms of a date are understood`(text: String) {
    #expect(RetryAfter.date(text) == Date(timeIntervalSince1970: 784_111_777))
  }

  @Test(arguments: ["", "-1", "1.5", "soon", "Sun, 06 Nov 1994", "١"])
  func `other values of Retry-After are ignored`(text: String) {
    #expect(RetryAfter.delay(text, now: Date()) == nil)
  }

  @Test func `only idempotent methods are retried`() async throws {
    for (method, count) in [(HTTPRequest.Method.post, 1), (.patch, 1), (.put, 2), (.delete, 2), (.head, 2)] {
      let server = try server(failing: 1, unavailable())
      let client = ServiceClient.test([RetryMiddleware(clock: RecordingClock())])
      _ = try? await client.response(of: Site(server, method: method))
      #expect(server.requests.count == count, "\(method)")
    }
  }

  @Test func `a connection that fails is retried, with the same body`() async throws {
    let server = try server(failing: 2) { _, _ in false }
    let body = BodyMiddleware(body: .data(Data("body".utf8)))
    let client = ServiceClient.test([RetryMiddleware(clock: RecordingClock()), body])
    #expect(try await client.response(of: Site(server, method: .put)).text() == "ok")
    #expect(server.requests.count >= 3)
    #expect(server.requests.allSatisfy { $0.body == Data("body".utf8) })
  }

  @Test(arguments: [
    "Content-Length: 9\r\n\r\nhalf", "Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "Transfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n",
  ])
  func `a response whose body breaks is retried`(rest: String) async throws {
    let server = try server(failing: 1) { _, socket in
      try socket.send("HTTP/1.1 200 OK\r\n" + rest)
      return false
    }
    let client = ServiceClient.test([RetryMiddleware(clock: RecordingClock())])
    #expect(try await client.response(of: Site(server)).text() == "ok")
    #expect(server.requests.count == 2)
  }

  @Test func `other status codes aren't retried, and accepted ones are`() async throws {
    let clock = RecordingClock()
    let failing = try HTTPServer(status: 500)
    let client = ServiceClient.test([RetryMiddleware(clock: clock)])
    await #expect(throws: ServiceError.self) { try await client.response(of: Site(failing)) }
    #expect(clock.sleeps.isEmpty)
    var call = Site(try server(failing: 1, unavailable()))
    call.acceptedStatus = .any
    #expect(try await client.response(of: call).status == 200)
  }

  @Test func `a call can be cancelled between two attempts`() async throws {
    let server = try HTTPServer(status: 503)
    let asleep = Gate()
    let client = ServiceClient.test([RetryMiddleware(clock: StoppedClock(asleep: asleep))])
    let call = client.start(Site(server))
    await asleep.wait()
    call.cancel()
    let error = await #expect(throws: ServiceError.self) { try await call.response }
    #expect(error?.isCancelled == true)
    #expect(error?.response?.status == 503)
    #expect(server.requests.count == 1)
  }
}
