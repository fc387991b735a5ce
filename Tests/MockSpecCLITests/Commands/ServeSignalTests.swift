import Foundation
import TestSupport
import Testing

/// SIGHUP and `mockspec serve`.
@Suite(.timeLimit(.minutes(20)))
struct ServeSignalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["a.mock.yaml": ServeTests.good]) }

  private func status(_ server: RunningServer) async throws -> Int {
    try await RawClient(port: Int(server.url.split(separator: ":").last ?? "")).get("/a", "Connection: close").status
  }

  @Test func `SIGHUP reloads what isn't watched, as an edit does`() async throws {
    let server = try await RunningServer([".", "--no-watch"], in: folder.path)
    try folder.save(ServeTests.good.replacing("200", with: "418"), to: "a.mock.yaml")
    #expect(try await status(server) == 200)
    server.program.process.send(SIGHUP)
    #expect(await server.nextReload() == "reloaded (1 request, 1 response, 1 file): a.mock.yaml; changed 'A'")
    #expect(try await status(server) == 418)

    try folder.save(ServeTests.good.replacing("status", with: "staus"), to: "a.mock.yaml")
    try folder.save("mockspec: 1\nrequests: {B: {match: GET /b, responses: {R: {}}}}\n", to: "b.mock.yaml")
    server.program.process.send(SIGHUP)
    #expect(await server.nextError() == "a.mock.yaml:5:21: error: unknown key 'staus' [unknown-key]")
    #expect(
      await server.nextReload()
        == "reloaded (2 requests, 2 responses, 2 files): b.mock.yaml; added 'B'; 1 file has errors and isn't served")
    #expect(try await status(server) == 418)
    #expect(await server.end(by: SIGTERM) == 0)
  }

  @Test func `SIGHUP doesn't end a server that watches`() async throws {
    let server = try await RunningServer(["."], in: folder.path)
    server.program.process.send(SIGHUP)
    try folder.save(ServeTests.good.replacing("200", with: "418"), to: "a.mock.yaml")
    #expect(await server.nextReload() == "reloaded (1 request, 1 response, 1 file): a.mock.yaml; changed 'A'")
    #expect(try await status(server) == 418)
    #expect(await server.end(by: SIGTERM) == 0)
  }

  #if os(Linux)
    @Test func `SIGHUP ends a server whose terminal was closed`() async throws {
      let terminal = try OpenTerminal()
      // It must not become the terminal of this process, which would get the signal.
      let output = FileHandle(
        fileDescriptor: open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC), closeOnDealloc: true)
      try #require(output.fileDescriptor >= 0)
      let process = try ChildProcess(
        Program.path, ["serve", ".", "--port", "0"], in: folder.path, output: output)
      defer { process.send(SIGTERM) }
      try output.close()
      var text = ""
      // The end is an error here, at which `availableData` traps.
      while !text.hasSuffix("listening on"), let data = try terminal.file.read(upToCount: 1), !data.isEmpty {
        text += String(decoding: data, as: UTF8.self)
      }
      try terminal.file.close()
      process.send(SIGHUP)
      #expect(await process.status() == 0)
    }
  #endif
}

#if os(Linux)
  /// A terminal for programs to print on.
  private struct OpenTerminal {
    struct OpenError: Error {
      let code = errno
    }

    /// The side of the terminal's window.
    let file: FileHandle
    /// The path for programs.
    let path: String

    init() throws {
      let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      var (lock, number): (Int32, Int32) = (0, 0)
      // TIOCSPTLCK and TIOCGPTN, macros that Swift doesn't import.
      guard descriptor >= 0, ioctl(descriptor, 0x4004_5431, &lock) == 0, ioctl(descriptor, 0x8004_5430, &number) == 0
      else { throw OpenError() }
      path = "/dev/pts/\(number)"
    }
  }
#endif
