import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

@Suite(.timeLimit(.minutes(20)))
struct MockServerTests {
  private static let context = ServerContext(decide: { .echo($0) }, timeout: .seconds(60))

  @Test func `a port in use is an error that names the port`() async throws {
    let first = MockServer(context: Self.context)
    let address = try await first.start()
    let second = MockServer(context: Self.context, port: address.port)
    let error = await #expect(throws: MockServerError.self) { try await second.start() }
    #expect(error?.reason == .portTaken)
    #expect(
      error?.description
        == "port \(address.port) on '127.0.0.1' is taken by another program; choose another one, or 0 for a free one")
    #expect(second.port == nil)
    await first.stop()
  }

  @Test(arguments: [
    ("no-such-host.invalid", 0, MockServerError.Reason.unknownHost),
    ("*", 0, .unknownHost),
    ("203.0.113.1", 0, .foreignHost),
    ("127.0.0.1", 65_536, .portOutOfRange),
    ("127.0.0.1", -1, .portOutOfRange),
  ])
  func `an invalid host or port is an error`(
    host: String, port: Int, reason: MockServerError.Reason
  ) async throws {
    let server = MockServer(context: Self.context, host: host, port: port)
    let error = await #expect(throws: MockServerError.self) { try await server.start() }
    #expect(error?.reason == reason)
    #expect(error?.host == host)
    #expect(error?.port == port)
  }

  @Test func `a server that would need more file descriptors than there are isn't started`() throws {
    #expect(
      FreeDescriptors.shortage(threads: 64) { min($0, 61) }
        == "a server with 64 threads needs 204 file descriptors, but this process can open only 61 more ('ulimit -n')")
    #expect(FreeDescriptors.shortage(threads: 16) { min($0, 61) } == nil)
    #expect(FreeDescriptors.count(upTo: 5) == 5)
  }

  @Test(arguments: [
    ("127.1", "http://127.0.0.1"), ("0", "http://127.0.0.1"), ("0x7f000001", "http://127.0.0.1"),
  ])
  func `any notation of an address becomes the usual one`(host: String, url: String) async throws {
    let server = MockServer(context: Self.context, host: host)
    let address = try await server.start()
    #expect(address.url == "\(url):\(address.port)")
    #expect(address.host == (host == "0" ? "0.0.0.0" : "127.0.0.1"))
    await server.stop()
  }

  @Test func `a link-local address needs its interface`() async throws {
    let error = await #expect(throws: MockServerError.self) {
      try await MockServer(context: Self.context, host: "fe80::1").start()
    }
    #expect(error?.description.hasSuffix("needs the name of its interface, such as fe80::1%eth0") == true)
    let address = ServerAddress(host: "fe80::1%eth0", port: 80, scheme: "http")
    #expect(address.url == "http://[fe80::1%25eth0]:80")
  }

  @Test func `a server can be started once`() async throws {
    let server = MockServer(context: Self.context)
    try await server.start()
    await #expect(throws: MockServerError.self) { try await server.start() }
    await server.stop()
    await #expect(throws: MockServerError.self) { try await server.start() }
  }

  @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0"])
  func `a server answers on its host`(host: String) async throws {
    let server = MockServer(context: Self.context, host: host)
    let address = try await server.start()
    #expect(server.url == "http://\(host == "0.0.0.0" ? "127.0.0.1" : host):\(address.port)")
    #expect(try await RawClient(port: server.port).get("/").body == "/")
    await server.stop()
  }

  @Test(.enabled(if: RawClient.hasIPv6), arguments: ["::1", "[::1]", "localhost", "::"])
  func `a server answers on IPv6`(host: String) async throws {
    let server = MockServer(context: Self.context, host: host)
    let address = try await server.start()
    #expect(server.url == (host == "localhost" ? "http://localhost:\(address.port)" : "http://[::1]:\(address.port)"))
    #expect(try await RawClient(port: server.port, host: "::1").get("/").body == "/")
    await server.stop()
  }

  @Test(arguments: [0, 64, 100_000])
  func `a server has as many threads as there are cores, or at most 64`(threads: Int) async throws {
    let server = MockServer(context: Self.context, threads: threads)
    try await server.start()
    #expect(try await RawClient(port: server.port).get("/").body == "/")
    await server.stop()
  }

  @Test(arguments: ["unmatched: passthrough", "passthrough: [localhost, 127.0.0.1]"])
  func `calls of the server's own address don't pass through`(setting: String) async throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\n\(setting)\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {text: a}}}}\n",
    ])
    let project = try SpecLoader(.paths(["."]), workingDirectory: folder.path).load(number: 1)
    let server = MockServer(engine: MockEngine(try #require(project.sets)), port: 0)
    let port = try await server.start().port
    for host in ["localhost:\(port)", "127.0.0.1:\(port)"] {
      let client = try RawClient(port: port)
      try await client.send("GET /a HTTP/1.1\r\nHost: \(host)\r\n\r\nGET /b HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(try await client.answer().body == "a")
      let unmatched = try await client.answer()
      #expect(unmatched.status == 404)
      #expect(unmatched.body.contains("calls of the server's own address aren't passed through"))
    }
    // Another port is another server.
    let client = try RawClient(port: port)
    try await client.send("GET /b HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n")
    #expect(try await client.answer().status == 502)
    await server.stop()
  }

  @Test func `stop closes idle connections at once, and can be called again`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let clients = try (0..<8).map { _ in try live.client() }
      for client in clients { _ = try await client.get("/") }
      await live.server.stop()
      for client in clients { #expect(try await client.rest() == ("", .closed)) }
      await live.server.stop()
      #expect(live.server.address == nil)
      #expect(throws: RawClient.Failure.self) { try live.client() }
    }
  }

  @Test func `stop waits for a delayed answer`() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let decide: @Sendable (MockCall) -> Decision = {
      arrive.yield()
      return .echo($0, delay: .milliseconds(200))
    }
    try await LiveServer(decide: decide).run { live in
      let client = try live.client()
      try await client.send("GET /late HTTP/1.1\r\nHost: x\r\n\r\n")
      for await _ in arrivals { break }
      async let stop: Void = live.server.stop()
      #expect(try await client.answer().body == "/late")
      #expect(try await client.rest() == ("", .closed))
      client.endBoth()
      await stop
    }
  }

  @Test func `stop waits for a slow answer no longer than the grace period`() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let decide: @Sendable (MockCall) -> Decision = {
      arrive.yield()
      return .echo($0, delay: .seconds(600))
    }
    try await LiveServer(limits: .grace(.milliseconds(50)), decide: decide).run { live in
      let client = try live.client()
      try await client.send("GET /never HTTP/1.1\r\nHost: x\r\n\r\n")
      for await _ in arrivals { break }
      await live.server.stop()
      #expect(await live.nextServed()?.description == "GET /never → server stopped before the answer")
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test func `stop resets a held connection at once`() async throws {
    try await LiveServer(decide: { _ in .outcome(.failure(.urlError(.timedOut))) }).run { live in
      let client = try live.client()
      try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = await live.nextServed()
      await live.server.stop()
      #expect(try await client.rest() == ("", .reset))
    }
  }

  @Test func `a server stopped before its start can't be started`() async {
    let server = MockServer(context: Self.context)
    await server.stop()
    await #expect(throws: MockServerError.self) { try await server.start() }
  }
}
