import Foundation
import MockSpecControl
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// Attempts to reach the server itself, its control API, its proxy, and link-local addresses, by all ways to other servers.
@Suite(.timeLimit(.minutes(20)))
struct SelfCallTests {
  enum Way: CaseIterable { case forward, passThrough, connect }

  /// A server that a client asks to call a host.
  private final class Servers: Sendable {
    let engine = MockEngine(
      try! ResponseSets.load(text: "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {}, S: {}}}}"))
    let mocks: MockServer
    let control: MockServer
    let proxy: MockServer
    let plain: MockServer

    init() {
      let own = OwnAddresses()
      let decide: @Sendable (MockCall) -> Decision = { call in
        if call.target == .absoluteForm { return .outcome(.passThrough) }
        let parts = call.path.split(separator: "/")
        guard parts.count == 3, parts[0] == "forward", let port = Int(parts[2]) else { return .reply() }
        return .outcome(.forward(Origin(scheme: "http", host: String(parts[1]), port: port)))
      }
      func context() -> ServerContext {
        var mocks = ClosureDecisions(timeout: .seconds(15), decide)
        mocks.passesToAllOrigins = true
        var context = ServerContext(mocks)
        context.ownAddresses = own
        return context
      }
      let engine = engine
      mocks = MockServer(
        engine: engine, host: "0.0.0.0", port: 0, control: nil, sharesPort: false, threads: 1, limits: ServerLimits(),
        own: own, onCall: nil, onNotice: nil)
      control = MockServer(control: MockControl(engine), host: "127.0.0.1", port: 0, tls: nil, own: own)
      var tunnels = context()
      tunnels.proxy = ProxyContext(tls: nil) { _, _, _ in .passedThrough }
      proxy = MockServer(context: tunnels)
      plain = MockServer(context: context())
    }
  }

  /// Hosts that lead to this machine, or to link-local addresses.
  private static var hosts: [String] {
    let addresses = ((try? System.enumerateDevices()) ?? []).compactMap(\.address).filter { !$0.isLinkLocal }
    return [
      "localhost", "127.0.0.1", "127.1.2.3", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:0.0.0.0]",
      "2130706433", "0x7f000001", "0x7f.1", "127.1", "0", "017700000001", "169.254.169.254", "[fe80::1]",
      "[::ffff:169.254.169.254]", "2852039166", ProcessInfo.processInfo.hostName,
    ] + addresses.compactMap { $0.ipAddress.map { $0.contains(":") ? "[\($0)]" : $0 } }
  }

  @Test(arguments: Way.allCases)
  func `no call reaches the server itself or a link-local address`(way: Way) async throws {
    let servers = Servers()
    let all = [servers.mocks, servers.control, servers.proxy, servers.plain]
    for server in all { try await server.start() }
    let targets = try all.map { try #require($0.port) }
    let before = servers.engine.session.version
    for host in Self.hosts {
      for port in targets {
        let status = try await status(of: way, host, port, servers)
        #expect(status == 502, "\(host):\(port)")
      }
    }
    // What was refused has called nothing.
    #expect(servers.engine.session.calls.isEmpty)
    #expect(servers.engine.session.version == before)
    #expect(try await RawClient(port: servers.mocks.port).get("/a").status == 200)
    for server in all { await server.stop() }
  }

  private func status(of way: Way, _ host: String, _ port: Int, _ servers: Servers) async throws -> Int {
    let client = try RawClient(port: way == .connect ? servers.proxy.port : servers.plain.port)
    switch way {
    case .forward: return try await client.get("/forward/\(host)/\(port)").status
    case .passThrough:
      try await client.send(
        "DELETE http://\(host):\(port)/a HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
    case .connect: try await client.send("CONNECT \(host):\(port) HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
    }
    return try await client.answer().status
  }
}
