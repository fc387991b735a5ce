import Foundation
import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// A server that listens on a socket in the file system.
struct UnixSocketTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func server(_ name: String = "s") -> MockServer {
    let context = ServerContext(decide: { .echo($0) }, timeout: .seconds(15))
    return MockServer(context: context, socket: folder[name])
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  private func reason(_ server: MockServer) async throws -> String? {
    do {
      try await server.start()
      await server.stop()
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `only the user can connect, and the file is removed at the end`() async throws {
    let server = server()
    let address = try await server.start()
    #expect(address.url == "unix:" + folder["s"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder["s"])
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.type] as? FileAttributeType == .typeSocket)
    #expect(try names() == ["s"])
    #expect(try await RawClient(socket: folder["s"]).get("/a").body == "/a")
    await server.stop()
    #expect(try names() == [])
  }

  @Test func `a socket on which no process listens is replaced`() async throws {
    _ = try TCPSocket.bound(toFile: folder["s"], isListening: false)
    let server = server()
    try await server.start()
    #expect(try await RawClient(socket: folder["s"]).get("/a").body == "/a")
    await server.stop()
  }

  @Test func `a socket on which a process listens stays`() async throws {
    let first = server()
    try await first.start()
    #expect(try await reason(server())?.contains("another program listens there") == true)
    #expect(try await RawClient(socket: folder["s"]).get("/a").body == "/a")
    await first.stop()
  }

  @Test func `of several servers that start at the same time, one gets a dead socket's path`() async throws {
    _ = try TCPSocket.bound(toFile: folder["s"], isListening: false)
    let servers = (0..<8).map { _ in server() }
    let started = await withTaskGroup { group in
      for server in servers { group.addTask { (try? await server.start()) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(started == 1)
    #expect(try await RawClient(socket: folder["s"]).get("/a").body == "/a")
    for server in servers { await server.stop() }
    #expect(try names() == [])
  }

  @Test func `what another program has made in its place stays when the server stops`() async throws {
    let server = server()
    try await server.start()
    try FileManager.default.removeItem(atPath: folder["s"])
    try folder.write("mine", to: "s")
    await server.stop()
    #expect(try names() == ["s"])
  }

  @Test(arguments: ["file", "folder", "link", "none/s", "a" + String(repeating: "x", count: 120)])
  func `a path that can't be used is an error, and nothing changes`(name: String) async throws {
    try folder.write("mine", to: "file")
    try folder.makeFolder("folder")
    _ = try TCPSocket.bound(toFile: folder["dead"], isListening: false)
    try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: folder["dead"])
    let before = try names()
    let reason = try #require(await reason(server(name)))
    #expect(reason.hasPrefix("can't listen on '\(folder[name])': "))
    let expected =
      name == "none/s"
      ? "its folder can't be used: No such file or directory"
      : name.count > 100 ? " bytes, and the system allows at most " : "a file that isn't a socket has this path"
    #expect(reason.contains(expected))
    #expect(try names() == before)
  }
}
