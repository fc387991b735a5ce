import HTTPTypes
import MockSpecControl
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// A running server whose decisions are made by the test, and the requests that it reported.
struct LiveServer {
  let server: MockServer
  let served: AsyncStream<ServedCall>

  func client() throws -> RawClient { try RawClient(port: server.port) }

  /// Waits for the next request that is reported.
  func nextServed() async -> ServedCall? {
    var iterator = served.makeAsyncIterator()
    return await iterator.next()
  }

  /// Creates a server whose decisions are made by an engine.
  init(limits: ServerContext.Limits = .patient, engine: MockEngine) {
    self.init(
      limits: limits, mocks: engine)
  }

  init(
    timeout: Duration = .seconds(60), threads: Int = 1, limits: ServerContext.Limits = .patient,
    control: MockControl? = nil, proxy: ProxyContext? = nil, decide: @escaping @Sendable (MockCall) -> Decision
  ) {
    self.init(
      threads: threads, limits: limits, control: control, proxy: proxy,
      mocks: ClosureDecisions(timeout: timeout, decide))
  }

  private init(
    threads: Int = 1, limits: ServerContext.Limits, control: MockControl? = nil, proxy: ProxyContext? = nil,
    mocks: any Deciding
  ) {
    let (served, report) = AsyncStream.makeStream(of: ServedCall.self)
    var context = ServerContext(mocks, onCall: { report.yield($0) })
    context.limits = limits
    (context.control, context.proxy) = (control, proxy)
    server = MockServer(context: context, threads: threads)
    self.served = served
  }

  /// Starts the server on a free port, and stops it after `body`.
  func run(_ body: (LiveServer) async throws -> Void) async throws {
    try await server.start()
    do {
      try await body(self)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}

extension ServerContext.Limits {
  /// Limits so long that a test that waits for one of them exceeds its time limit.
  static var patient: Self {
    var limits = Self()
    limits.server.shutdownTimeout = .seconds(120)
    (limits.server.headerTimeout, limits.server.idleTimeout, limits.server.bodyRate) = (.zero, .zero, 0)
    limits.linger = .seconds(120)
    return limits
  }

  static func body(_ bytes: Int) -> Self {
    var limits = Self.patient
    limits.server.bodyBytes = bytes
    return limits
  }

  static func grace(_ grace: Duration) -> Self {
    var limits = Self.patient
    limits.server.shutdownTimeout = grace
    return limits
  }
}

extension Decision {
  static func reply(
    _ body: String = "", status: Int = 200, fields: HTTPFields = [:], delay: Duration = .zero, head: Bool = false
  ) -> Decision {
    let reply = Reply(status: status, fields: fields, body: Array(body.utf8), isShared: true)
    return Decision(outcome: .reply(reply), delay: delay, answersHead: head, snapshot: 1)
  }

  static func outcome(_ outcome: Outcome, delay: Duration = .zero) -> Decision {
    Decision(outcome: outcome, delay: delay, snapshot: 1)
  }

  /// A reply with the request's path.
  static func echo(_ call: MockCall, delay: Duration = .zero) -> Decision {
    reply(call.path, delay: delay)
  }
}
