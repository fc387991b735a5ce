import TestSupport
import Testing
import X509

@testable import MockSpec
@testable import MockSpecServer
@testable import MockSpecTLS

/// Bodies that are sent to another server as they arrive, and its answers, on all ways to the server and to origins.
@Suite(.timeLimit(.minutes(20)))
struct UploadWayTests {
  private let folder: TemporaryFolder
  private let tls: CertificateTLS

  init() throws {
    folder = try TemporaryFolder()
    tls = try TestCertificates.tls([.dnsName("localhost"), .loopback], in: folder)
  }

  /// Runs a server that forwards `/a` to an origin, and connects a client to it.
  private func run(
    _ way: Way, to origin: ByteServer, _ body: (WayClient, MockEngine) async throws -> Void
  ) async throws {
    let scheme = origin.isEncrypted ? "https" : "http"
    let text = """
      mockspec: 1
      requests: {A: {match: POST /a, responses: {R: {forward: '\(scheme)://127.0.0.1:\(origin.port)'}}}}
      """
    let engine = MockEngine(try ResponseSets.load(text: text))
    try engine.session.updateSettings { $0.timeout = .seconds(600) }
    var context = ServerContext(engine)
    context.clientTLS = VerifyingTLS(file: folder["cert.pem"])
    context.limits.server.bodyRate = 0
    var roots = folder["cert.pem"]
    if way.isEncrypted { context.tls = tls }
    if way.isProxy {
      let authority = try LocalAuthority.create(
        in: folder["authority-\(origin.port)"], hosts: CertifiedHost.local, machine: "test")
      context.proxy = ProxyContext(tls: try AuthorityTLS(authority)) { _, _, _ in .mocked }
      roots = authority.root
    }
    let server = MockServer(context: context, socket: way == .unixSocket ? folder["s"] : nil)
    try await server.start()
    do {
      try await WayClient.run(way, to: server, socket: folder["s"], roots: roots) { try await body($0, engine) }
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test(arguments: Way.allCases, [false, true])
  func `a body arrives at the origin before it is whole`(way: Way, isEncrypted: Bool) async throws {
    let hasFirst = AsyncStream.makeStream(of: Void.self)
    let serve: ByteServer.Serve = { connection in
      try await connection.receive("first")
      hasFirst.continuation.yield()
      try await connection.receive("later")
      try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\naccepted")
    }
    try await ByteServer.run(folder, isEncrypted: isEncrypted, serve) { origin in
      try await run(way, to: origin) { client, engine in
        try await client.begin("first")
        for await _ in hasFirst.stream { break }
        #expect(engine.session.calls.isEmpty)
        try await client.end("later")
        try await client.connection.receive("accepted")
        #expect(engine.session.calls.map(\.bodySize) == [10])
      }
    }
  }

  @Test(arguments: [Way.plain, .http2, .tls, .http2OverTLS, .tunnel], [false, true])
  func `a body that breaks off doesn't end the connection to the origin orderly`(
    way: Way, isEncrypted: Bool
  ) async throws {
    let hasFirst = AsyncStream.makeStream(of: Void.self)
    let (orderlyEnds, end) = AsyncStream.makeStream(of: Bool.self)
    let serve: ByteServer.Serve = { connection in
      try await connection.receive("first")
      hasFirst.continuation.yield()
      end.yield(await connection.endsOrderly())
    }
    try await ByteServer.run(folder, isEncrypted: isEncrypted, serve) { origin in
      try await run(way, to: origin) { client, engine in
        try await client.begin("first")
        for await _ in hasFirst.stream { break }
        client.connection.close()
        for await isOrderly in orderlyEnds.prefix(1) { #expect(!isOrderly) }
        #expect(engine.session.calls.isEmpty)
      }
    }
  }

  struct BrokenReply: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fields: String
    /// Whether TLS ends with `close_notify`.
    let isOrderly: Bool

    static let all = [
      BrokenReply(testDescription: "chunks", fields: "Transfer-Encoding: chunked\r\n\r\n6\r\n", isOrderly: true),
      BrokenReply(testDescription: "without a length", fields: "\r\n", isOrderly: false),
    ]
  }

  @Test(arguments: [Way.tls, .http2OverTLS, .tunnel], BrokenReply.all)
  func `an answer that breaks off doesn't end TLS, or resets its stream`(
    way: Way, answer: BrokenReply
  ) async throws {
    let serve: ByteServer.Serve = { connection in
      try await connection.receive("\r\n\r\n")
      try await connection.send("HTTP/1.1 200 OK\r\n\(answer.fields)broken")
      if answer.isOrderly { connection.close() } else { try await connection.closeAbruptly() }
    }
    // A client of HTTP/1.0 gets no chunks: the end of the connection is that of the answer.
    for version in way.isHTTP2 ? ["2"] : ["1.0", "1.1"] {
      try await ByteServer.run(folder, isEncrypted: true, serve) { origin in
        try await run(way, to: origin) { client, _ in
          try await client.begin("", version: version)
          try await client.end("0123456789")
          try await client.connection.receive("broken")
          if way.isHTTP2 {
            // RST_STREAM with INTERNAL_ERROR.
            try await client.connection.receive("\0\0\u{4}\u{3}\0\0\0\0\u{1}\0\0\0\u{2}")
          } else {
            #expect(await !client.connection.endsOrderly())
          }
        }
      }
    }
  }
}
