import Foundation
import TestSupport
import Testing

/// `mockspec serve` whose output isn't read.
@Suite(.timeLimit(.minutes(20)))
struct UnreadOutputTests {
  /// A server whose standard output is read only as far as its first line.
  private struct QuietServer {
    let process: ChildProcess
    let output: FileHandle
    /// Kept open, and not read either.
    private let errors: FileHandle
    let client: RawClient

    init(in folder: TemporaryFolder) async throws {
      let (process, output, errors) = try ChildProcess.piped(
        Program.path, ["serve", ".", "--port", "0", "--log-requests"], in: folder.path)
      let line = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var line = Data()
          while line.last != UInt8(ascii: "\n"), case let byte = output.readData(ofLength: 1), !byte.isEmpty {
            line += byte
          }
          continuation.resume(returning: String(decoding: line, as: UTF8.self))
        }
      }
      self.process = process
      self.output = output
      self.errors = errors
      client = try RawClient(port: Int(line.prefix { $0 != "(" }.split(separator: ":").last?.dropLast() ?? ""))
    }

    func ask(_ count: Int, _ path: String) async throws {
      let request = "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n"
      for _ in 0..<count / 50 {
        try await client.send(String(repeating: request, count: 50))
        for _ in 0..<50 { #expect(try await client.answer().status == 200) }
      }
    }

    func rest() async -> String {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(returning: String(decoding: output.readDataToEndOfFile(), as: UTF8.self))
        }
      }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["a.mock.yaml": ServeTests.good]) }

  @Test func `a log that isn't read stops neither the answers nor the end`() async throws {
    let server = try await QuietServer(in: folder)
    try await server.ask(5_000, "/a")
    server.process.send(SIGTERM)
    #expect(await server.process.status() == 0)
  }

  @Test func `how many lines were dropped is written once the log is read again`() async throws {
    let server = try await QuietServer(in: folder)
    // More than a pipe holds, and the two queues of 1 MiB: what is being written, and what follows.
    let (count, path) = (9_000, "/a?x=" + String(repeating: "y", count: 300))
    try await server.ask(count, path)
    async let rest = server.rest()
    server.process.send(SIGTERM)
    let lines = await rest.split(separator: "\n")
    #expect(await server.process.status() == 0)
    let logged = lines.count { $0.contains(" → 200 (A: R), 2 bytes in ") }
    #expect(logged > 1_000)
    #expect(lines.contains("… \(count - logged) lines dropped because the output wasn't read in time"))
    #expect(lines.count == logged + 1)
  }

  @Test func `a reader that leaves doesn't end the server`() async throws {
    let server = try await QuietServer(in: folder)
    try server.output.close()
    try await server.ask(100, "/a")
    server.process.send(SIGTERM)
    #expect(await server.process.status() == 0)
  }

  @Test func `warnings of reloads that aren't read stop no reload`() async throws {
    let server = try await RunningServer(["."], in: folder.path, readsErrors: false)
    for round in 0..<8 {
      let requests = (0..<100).map { request in
        "  R\(request): {match: GET /\(request), responses: {In round \(round): {status: 204, text: x}}}\n"
      }
      try folder.save("mockspec: 1\nrequests:\n" + requests.joined(), to: "a.mock.yaml")
      #expect(await server.nextReload()?.hasPrefix("reloaded (100 requests, 100 responses, 1 file)") == true)
    }
    #expect(await server.end(by: SIGTERM) == 0)
  }
}
