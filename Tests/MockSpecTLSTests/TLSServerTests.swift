import Crypto
import Foundation
import HTTPTypes
import NIOCore
import NIOSSL
import SwiftASN1
import TestSupport
import Testing
import X509

@testable import MockSpec
@testable import MockSpecServer
@testable import MockSpecTLS

/// A running server that speaks TLS.
@Suite(.timeLimit(.minutes(10)))
struct TLSServerTests {
  /// Runs a server that answers with the URL of the request.
  private func withServer(
    _ tls: (any ServerTLS)?, clientTLS: any ClientTLS = MissingTLS.inServer, limits: ServerLimits = ServerLimits(),
    decide: @escaping @Sendable (MockCall) -> Decision = { .text($0.url) },
    _ body: (MockServer, AsyncStream<ServedCall>) async throws -> Void
  ) async throws {
    let (served, report) = AsyncStream.makeStream(of: ServedCall.self)
    var mocks = ClosureDecisions(timeout: .seconds(60), decide)
    mocks.passesToAllOrigins = true
    var context = ServerContext(mocks, onCall: { report.yield($0) })
    (context.tls, context.clientTLS, context.limits.server) = (tls, clientTLS, limits)
    let server = MockServer(context: context)
    try await server.start()
    do {
      try await body(server, served)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private static let get = "GET /a HTTP/1.1\r\nHost: localhost:1\r\nConnection: close\r\n\r\n"

  private func certificate(_ folder: TemporaryFolder, _ names: [GeneralName]) throws -> (
    CertificateTLS, [NIOSSLCertificate]
  ) {
    let tls = try TestCertificates.tls(names, in: folder)
    return (tls, try NIOSSLCertificate.fromPEMFile(folder.path + "/cert.pem"))
  }

  @Test func `requests over TLS are answered, and have the scheme https`() async throws {
    let folder = try TemporaryFolder()
    let (tls, roots) = try certificate(folder, [.dnsName("localhost")])
    try await withServer(tls) { server, served in
      let port = try #require(server.port)
      #expect(server.url == "https://127.0.0.1:\(port)")
      let client = TLSClient(port: port, roots: roots)
      for endsOutput in [false, true] {
        let answer = try await client.exchange(Self.get, endsOutput: endsOutput)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("\r\n\r\nhttps://localhost:1/a"))
      }
      var requests = served.makeAsyncIterator()
      #expect(await requests.next()?.description == "GET /a → 200")
    }
  }

  @Test func `a WebSocket is opened, used and closed over TLS`() async throws {
    let folder = try TemporaryFolder()
    let (tls, roots) = try certificate(folder, [.dnsName("localhost")])
    let engine = MockEngine(
      try ResponseSets.load(
        text: "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {websocket: {otherwise: echo}}}}}\n"))
    @Sendable func decide(_ call: MockCall) -> Decision { engine.decide(call) }
    try await withServer(tls, decide: decide) { server, _ in
      let channel = try await TLSClient(port: try #require(server.port), roots: roots).connect()
      try await channel.executeThenClose { inbound, outbound in
        var sent = ByteBuffer(
          string: """
            GET /a HTTP/1.1\r\nHost: localhost:1\r\nUpgrade: websocket\r\nConnection: Upgrade\r
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
            """)
        // A text and a close, with masks of zeros.
        sent.writeBytes([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69, 0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8])
        try await outbound.write(sent)
        var received = ByteBuffer()
        for try await var bytes in inbound { received.writeBuffer(&bytes) }
        #expect(String(buffer: received).hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
        #expect(received.readableBytesView.suffix(8).elementsEqual([0x81, 2, 0x68, 0x69, 0x88, 2, 0x03, 0xE8]))
      }
    }
  }

  @Test func `a client that doesn't trust the certificate is logged`() async throws {
    let folder = try TemporaryFolder()
    let (tls, _) = try certificate(folder, [.dnsName("localhost")])
    try await withServer(tls) { server, served in
      await #expect(throws: (any Error).self) {
        try await TLSClient(port: server.port!).exchange(Self.get)
      }
      var requests = served.makeAsyncIterator()
      let line = try #require(await requests.next()?.description)
      #expect(line.hasPrefix("TLS handshake → the client doesn't trust the certificate ("))
    }
  }

  @Test func `plain HTTP gets an answer that says so`() async throws {
    let folder = try TemporaryFolder()
    let (tls, _) = try certificate(folder, [.dnsName("localhost")])
    try await withServer(tls) { server, served in
      for bytes in [Self.get, "\u{0}garbage"] {
        let client = try RawClient(port: server.port)
        try await client.send(bytes)
        let answer = try await client.answer()
        #expect(answer.status == 400)
        #expect(answer.body.contains("this port speaks HTTPS only"))
        client.endOutput()
        #expect(try await client.rest().end == .closed)
      }
      // A record with a handshake that can't be read.
      let client = try RawClient(port: server.port)
      try await client.send([22, 9, 9, 0, 1, 0])
      #expect(try await client.rest().end != .silence)
      var requests = served.makeAsyncIterator()
      #expect(
        await requests.next()?.description
          == "malformed request → 400, this port speaks HTTPS only; use 'https' in the URL")
      _ = await requests.next()
      #expect(await requests.next()?.description.hasPrefix("TLS handshake → ") == true)
    }
  }

  @Test(arguments: [[UInt8](), [22], [22, 3, 1, 0]])
  func `a handshake has the time of a request's head`(bytes: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    let (tls, _) = try certificate(folder, [.dnsName("localhost")])
    var limits = ServerLimits()
    limits.headerTimeout = .seconds(1)
    limits.idleTimeout = .zero
    try await withServer(tls, limits: limits) { server, served in
      let client = try RawClient(port: server.port)
      if !bytes.isEmpty { try await client.send(bytes) }
      #expect(try await client.rest().end != .silence)
      if bytes.isEmpty { return }
      var requests = served.makeAsyncIterator()
      #expect(await requests.next()?.description == "TLS handshake → the client hasn't finished it within 1.0 seconds")
    }
  }

  @Test func `more connections than the limit are refused after the handshake`() async throws {
    let folder = try TemporaryFolder()
    let (tls, roots) = try certificate(folder, [.dnsName("localhost")])
    var limits = ServerLimits()
    limits.connections = 1
    try await withServer(tls, limits: limits) { server, _ in
      let first = try RawClient(port: server.port)
      try await first.send([22])
      var client = TLSClient(port: server.port!, roots: roots)
      #expect(try await client.exchange(Self.get).hasPrefix("HTTP/1.1 503 "))
      client.protocols = ["h2"]
      let frames = try await client.exchange("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", endsOutput: true)
      #expect(frames.hasPrefix("\0\0\0\u{4}\0") && frames.contains("the server has 1 connections"), "\(frames)")
    }
  }

  @Test func `a stopping server doesn't wait for idle clients`() async throws {
    let folder = try TemporaryFolder()
    let (tls, roots) = try certificate(folder, [.dnsName("localhost")])
    var limits = ServerLimits()
    limits.shutdownTimeout = .seconds(3_600)
    try await withServer(tls, limits: limits) { server, _ in
      let channel = try await TLSClient(port: server.port!, roots: roots).connect()
      try await channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        var bytes = inbound.makeAsyncIterator()
        #expect(try await bytes.next() != nil)
        await server.stop()
      }
    }
  }

  @Test(arguments: [("/delayed", nil, true), ("/delayed", "h2", true), ("/throttled", nil, false)])
  func `a server that stops ends TLS unless an answer has begun`(path: String, version: String?, isClean: Bool)
    async throws
  {
    let folder = try TemporaryFolder()
    let (tls, roots) = try certificate(folder, [.dnsName("localhost")])
    var limits = ServerLimits()
    limits.shutdownTimeout = .zero
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let decide: @Sendable (MockCall) -> Decision = { _ in
      start.yield()
      let reply = Reply(status: 200, fields: [:], body: [0x61, 0x62], isShared: true)
      return Decision(
        outcome: .reply(reply), delay: path == "/delayed" ? .seconds(3_600) : .zero,
        throttle: Throttle(piece: 1, interval: .seconds(3_600)), snapshot: 1)
    }
    try await withServer(tls, limits: limits, decide: decide) { server, _ in
      let client = TLSClient(port: server.port!, roots: roots, protocols: version.map { [$0] } ?? [])
      try await client.connect().executeThenClose { inbound, outbound in
        var bytes = inbound.makeAsyncIterator()
        if version == nil {
          try await outbound.write(ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"))
          if path == "/throttled" { #expect(try await bytes.next() != nil) }
        } else {
          // The preface, settings, and `GET / HTTP/2` with fields of HPACK's static table.
          let frames: [UInt8] =
            [0, 0, 0, 4, 0, 0, 0, 0, 0] + [0, 0, 6, 1, 5, 0, 0, 0, 1, 0x82, 0x84, 0x87, 0x41, 1, 0x78]
          try await outbound.write(ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
          try await outbound.write(ByteBuffer(bytes: frames))
        }
        for await _ in started.prefix(1) {}
        await server.stop()
        var isUnclean = false
        do {
          while try await bytes.next() != nil {}
        } catch NIOSSLError.uncleanShutdown {
          isUnclean = true
        }
        #expect(isUnclean == !isClean)
      }
    }
  }

  @Test func `the authority's certificates are for its hosts only`() async throws {
    let folder = try TemporaryFolder()
    let authority = try LocalAuthority.create(
      in: folder.path + "/authority", hosts: CertifiedHost.local, machine: "test")
    let roots = try NIOSSLCertificate.fromPEMFile(authority.root)
    try await withServer(AuthorityTLS(authority)) { server, _ in
      for host in ["localhost", "a.localhost"] {
        let client = TLSClient(port: server.port!, roots: roots, host: host)
        let answer = try await client.exchange(Self.get)
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
      }
      await #expect(throws: (any Error).self) {
        try await TLSClient(port: server.port!, roots: roots, host: "example.com").exchange(Self.get)
      }
    }
  }

  @Test(arguments: [("a.localhost", true), ("example.com", false)])
  func `clients of the root refuse certificates of other hosts, even if its key has signed them`(
    host: String, isAccepted: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let authority = try LocalAuthority.create(
      in: folder.path + "/authority", hosts: CertifiedHost.local, machine: "test")
    let key = P256.Signing.PrivateKey()
    let leaf = try AuthorityCertificates.leaf(for: [.dnsName(host)], .init(key.publicKey), by: authority, now: Date())
    try folder.write(
      leaf.serializeAsPEM().pemString + "\n" + authority.issuer.serializeAsPEM().pemString, to: "cert.pem")
    try folder.write(key.pemRepresentation, to: "key.pem")
    let tls = try CertificateTLS(certificate: "cert.pem", key: "key.pem", in: folder.path, now: .now)
    try await withServer(tls) { server, _ in
      let client = TLSClient(port: server.port!, roots: try NIOSSLCertificate.fromPEMFile(authority.root), host: host)
      if isAccepted {
        let answer = try await client.exchange(Self.get)
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
      } else {
        await #expect(throws: (any Error).self) { try await client.exchange(Self.get) }
      }
    }
  }

  // MARK: - Forwarding

  private func forwarded(
    to names: [GeneralName], host: String, trusts: Bool = true,
    decide: @escaping @Sendable (MockCall) -> Decision = { .text($0.url) }
  ) async throws -> RawReply {
    let folder = try TemporaryFolder()
    let (tls, _) = try certificate(folder, names)
    nonisolated(unsafe) var reply: RawReply?
    try await withServer(tls, decide: decide) { backend, _ in
      let origin = Origin(scheme: "https", host: host, port: backend.port)
      let client = VerifyingTLS(file: trusts ? folder.path + "/cert.pem" : nil)
      try await withServer(nil, clientTLS: client, decide: { _ in .forward(to: origin) }) { server, _ in
        reply = try await RawClient(port: server.port).get("/b")
      }
    }
    return try #require(reply)
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func `a request is forwarded over https`(host: String) async throws {
    let answer = try await forwarded(to: [.dnsName("localhost"), .loopback], host: host)
    #expect(answer.status == 200)
    #expect(answer.body.hasPrefix("https://\(host):"))
  }

  @Test func `a large response is forwarded over https`() async throws {
    let text = String(repeating: "0123456789", count: 1_000_000)
    let answer = try await forwarded(to: [.dnsName("localhost")], host: "localhost", decide: { _ in .text(text) })
    #expect(answer.body == text)
  }

  @Test func `nothing is forwarded to a server whose certificate isn't trusted, or is for another host`() async throws {
    let untrusted = try await forwarded(to: [.dnsName("localhost")], host: "localhost", trusts: false)
    #expect(untrusted.status == 502)
    #expect(untrusted.body.contains("the certificate of localhost isn't trusted, or has expired"))
    for host in ["localhost", "127.0.0.1"] {
      let other = try await forwarded(to: [.dnsName("example.com")], host: host)
      #expect(other.status == 502)
      #expect(other.body.contains("the certificate of \(host) is for other hosts"), "\(other.body)")
    }
  }

  @Test func `nothing is forwarded over https to the server itself, or to what doesn't speak TLS`() async throws {
    let folder = try TemporaryFolder()
    let (tls, roots) = try certificate(folder, [.dnsName("localhost")])
    let itself: @Sendable (MockCall) -> Decision = { call in
      .forward(to: Origin(scheme: "https", host: "localhost", port: Int(call.path.dropFirst())))
    }
    let client = VerifyingTLS(file: folder.path + "/cert.pem")
    try await withServer(tls, clientTLS: client, decide: itself) { server, _ in
      let answer = try await TLSClient(port: server.port!, roots: roots).exchange(
        "GET /\(server.port!) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 502 "))
      #expect(answer.contains("is this server itself"))
      try await withServer(nil, clientTLS: client, decide: itself) { plain, _ in
        let answer = try await RawClient(port: plain.port).get("/\(plain.port!)")
        #expect(answer.body.contains("is this server itself"))
        try await withServer(nil, clientTLS: client, decide: itself) { other, _ in
          let answer = try await RawClient(port: other.port).get("/\(plain.port!)")
          #expect(answer.body.contains("the other side doesn't speak TLS"), "\(answer.body)")
        }
      }
    }
  }
}

extension Decision {
  fileprivate static func text(_ body: String) -> Decision {
    Decision(
      outcome: .reply(Reply(status: 200, fields: [:], body: Array(body.utf8), isShared: true)), delay: .zero,
      answersHead: false, snapshot: 1)
  }

  fileprivate static func forward(to origin: Origin) -> Decision {
    Decision(outcome: .forward(origin), delay: .zero, snapshot: 1)
  }
}
