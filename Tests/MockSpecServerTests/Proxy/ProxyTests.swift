import Dispatch
import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// A proxy without TLS, and its tunnels to other servers.
@Suite(.timeLimit(.minutes(20)))
struct ProxyTests {
  /// Runs a proxy.
  ///
  /// - Parameters:
  ///   - route: What it does with calls of a host and a port.
  ///   - body: Gets the proxy.
  private func withProxy(
    _ limits: ServerContext.Limits = .patient,
    route: @escaping @Sendable (String, Int) -> ProxiedHosts.Route? = { _, _ in .passedThrough },
    _ body: (LiveServer) async throws -> Void
  ) async throws {
    let proxy = LiveServer(limits: limits, proxy: ProxyContext(tls: nil) { route($1, $2) }) { .echo($0) }
    try await proxy.run(body)
  }

  /// Opens a tunnel, and sends a text without waiting for the answer.
  private func connect(_ proxy: LiveServer, to port: Int?, _ early: String = "") async throws -> RawClient {
    let client = try proxy.client()
    try await client.send("CONNECT 127.0.0.1:\(port ?? 0) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n\(early)")
    return client
  }

  @Test(arguments: [
    ("GET http://a.example/b HTTP/1.1\r\nHost: a.example\r\n\r\n", 200, "/b"),
    (
      "GET http://other.example/b HTTP/1.1\r\nHost: a.example\r\n\r\n", 403,
      "names no requests of http://other.example:80"
    ),
    (
      "GET http://a.example:81/b HTTP/1.1\r\nHost: a.example:81\r\n\r\n", 403,
      "names no requests of http://a.example:81"
    ),
    ("GET /b HTTP/1.1\r\nHost: a.example\r\n\r\n", 400, "this port is a proxy"),
    ("GET http://a.example/__mockspec/state HTTP/1.1\r\nHost: localhost\r\n\r\n", 403, "control API"),
    ("GET /__mockspec/state HTTP/1.1\r\nHost: localhost\r\n\r\n", 403, "control API"),
    ("CONNECT other.example:443 HTTP/1.1\r\nHost: x\r\n\r\n", 403, "names no requests of https://other.example:443"),
    ("CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n", 403, "names no requests of https://a.example:443"),
    ("CONNECT b.example:443 HTTP/1.1\r\nHost: x\r\n\r\n", 502, "there is no local authority"),
    ("CONNECT b.example HTTP/1.1\r\nHost: x\r\n\r\n", 400, "must be a host and a port"),
    ("CONNECT b.example:0 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "must be a host and a port"),
    ("CONNECT http://b.example:443/ HTTP/1.1\r\nHost: x\r\n\r\n", 400, "must be a host and a port"),
    ("CONNECT b.example:443 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na", 400, "can't have a body"),
    ("CONNECT b.example:443 HTTP/1.0\r\n\r\n", 400, "needs HTTP/1.1"),
  ])
  func `only calls of the hosts and the ports that the project names are accepted`(
    request: String, status: Int, text: String
  ) async throws {
    let named = ["a.example:80", "b.example:443"]
    let route: @Sendable (String, Int) -> ProxiedHosts.Route? = { named.contains("\($0):\($1)") ? .mocked : nil }
    try await withProxy(route: route) { proxy in
      let client = try proxy.client()
      try await client.send(request)
      let answer = try await client.answer()
      #expect(answer.status == status)
      #expect(answer.body.contains(text), "\(answer.body)")
    }
  }

  @Test(arguments: [false, true])
  func `a tunnel passes on what is sent, also with CONNECT, and its end`(isEarly: Bool) async throws {
    try await LiveServer(decide: { .echo($0) }).run { backend in
      try await withProxy { proxy in
        let request = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
        let client = try await connect(proxy, to: backend.server.port, isEarly ? request : "")
        #expect(try await client.text(until: "\r\n\r\n") == "HTTP/1.1 200 Connection established\r\n\r\n")
        if !isEarly { try await client.send(request) }
        #expect(try await client.answer().body == "/a")
        try await client.send("GET /b HTTP/1.1\r\nHost: x\r\n\r\n")
        client.endOutput()
        let (text, end) = try await client.rest()
        #expect(text.hasSuffix("\r\n\r\n/b"))
        #expect(end == .closed)
        let port = try #require(backend.server.port)
        #expect(
          await proxy.nextServed()?.description
            == "CONNECT 127.0.0.1:\(port) → 200, tunnel to 127.0.0.1:\(port)")
        let ended = try #require(await proxy.nextServed()?.description)
        let sent = 2 * request.utf8.count
        #expect(ended.hasPrefix("CONNECT 127.0.0.1:\(port) → tunnel ended after \(sent) bytes from the client and "))
      }
    }
  }

  @Test(arguments: [true, false])
  func `each side of a tunnel can end before the other one`(isServerFirst: Bool) async throws {
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
      }
    }
    let listener = try TCPSocket.listening()
    // More than one read takes.
    let large = [UInt8](repeating: 0x61, count: 1 << 20)
    try await withProxy { proxy in
      let client = try await connect(proxy, to: listener.port)
      _ = try await client.text(until: "\r\n\r\n")
      let server = try await run { try listener.accept() }
      @Sendable func rest() throws -> Int {
        var count = 0
        while case let bytes = try server.receive(), !bytes.isEmpty { count += bytes.count }
        return count
      }
      if isServerFirst {
        try await run {
          try server.send(large)
          server.shutdown(.output)
        }
        let (text, end) = try await client.rest()
        #expect((text.utf8.count, end) == (large.count, .closed))
        try await client.send(large)
        client.endOutput()
        #expect(try await run(rest) == large.count)
      } else {
        try await client.send(large)
        client.endOutput()
        #expect(try await run(rest) == large.count)
        try await run {
          try server.send(large)
          server.shutdown(.output)
        }
        let (text, end) = try await client.rest()
        #expect((text.utf8.count, end) == (large.count, .closed))
      }
    }
  }

  @Test func `large bodies pass in both directions`() async throws {
    let size = 16 << 20
    let decide: @Sendable (MockCall) -> Decision = { .reply(String(repeating: "y", count: $0.body.count)) }
    try await LiveServer(decide: decide).run { backend in
      try await withProxy { proxy in
        let client = try await connect(proxy, to: backend.server.port)
        _ = try await client.text(until: "\r\n\r\n")
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: \(size)\r\n\r\n")
        try await client.send([UInt8](repeating: 120, count: size))
        let (text, end) = try await client.rest()
        #expect(text.utf8.count > size)
        #expect(text.hasSuffix("yyyy"))
        #expect(end == .closed)
      }
    }
  }

  @Test func `a client that doesn't read slows the other side down`() async throws {
    let backend = try TCPSocket.listening()
    try await withProxy { proxy in
      let client = try await connect(proxy, to: backend.port)
      let sent = try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(with: Result { try backend.accept().sendUntilBlocked(limit: 512 << 20) })
        }
      }
      // What the buffers of two connections hold.
      #expect(sent < 128 << 20)
      withExtendedLifetime(client) {}
    }
  }

  @Test func `a tunnel in which nothing is sent ends after the idle time, and with the server`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { backend in
      var limits = ServerContext.Limits.patient
      limits.server.idleTimeout = .seconds(1)
      try await withProxy(limits) { proxy in
        let client = try await connect(proxy, to: backend.server.port)
        let (text, end) = try await client.rest()
        #expect((text, end) == ("HTTP/1.1 200 Connection established\r\n\r\n", .closed))
      }
      var open: RawClient?
      try await withProxy { proxy in
        open = try await connect(proxy, to: backend.server.port)
        _ = try await open?.text(until: "\r\n\r\n")
      }
      #expect(try await open?.rest().text == "")
    }
  }

  @Test func `a host that can't be reached is 502`() async throws {
    try await withProxy { proxy in
      let client = try await connect(proxy, to: 1)
      let answer = try await client.answer()
      #expect(answer.status == 502)
      #expect(answer.body.contains("https://127.0.0.1:1 can't be reached: Connection refused"))
      #expect(await proxy.nextServed()?.status == 502)
    }
  }

  @Test func `a server that isn't a proxy opens no tunnels`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try await connect(live, to: 443)
      #expect(try await client.answer().status == 400)
    }
  }
}
