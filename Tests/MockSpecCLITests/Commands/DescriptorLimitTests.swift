#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// `mockspec serve` with more clients than file descriptors.
  @Suite(.timeLimit(.minutes(20)))
  struct DescriptorLimitTests {
    /// The CPU time of a process, in seconds (`proc_pid_stat(5)`).
    private static func processorTime(_ id: pid_t) throws -> Double {
      let text = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
      let fields = text[text.lastIndex(of: ")")!...].split(separator: " ")
      return (Double(fields[12])! + Double(fields[13])!) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    @Test func `a server without free descriptors waits for one, says so once, and goes on`() async throws {
      let folder = try TemporaryFolder([
        "a.mock.yaml": ServeTests.good + "  B: {match: GET /b, responses: {R: {delay: 1s}}}\n"
      ])
      let server = try await RunningServer([".", "--no-watch"], in: folder.path, start: "ulimit -n 48 && exec")
      let port = Int(server.url.split(separator: ":").last ?? "")
      var clients = try (0..<80).map { _ in try RawClient(port: port) }
      #expect(
        await server.nextError()
          == "note: new connections wait, because this process has no free file descriptors: Too many open files")

      let (start, before) = (ContinuousClock.now, try Self.processorTime(server.program.process.id))
      #expect(try await clients[0].get("/b").status == 200)
      let used = try Self.processorTime(server.program.process.id) - before
      let ratio = used / ((ContinuousClock.now - start) / .seconds(1))
      #expect(ratio < 0.2)

      clients.removeAll()
      #expect(try await RawClient(port: port).get("/a").status == 200)
      #expect(await server.end(by: SIGTERM) == 0)
      #expect(await server.nextError() == nil)
    }
  }
#endif
