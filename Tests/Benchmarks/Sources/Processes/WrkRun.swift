import Foundation
import TestSupport

/// Three seconds of requests by `wrk` on one thread over 64 persistent connections.
struct WrkRun {
  let requestsPerSecond: Double
  /// The server's processor time in user and kernel mode.
  let processorSecondsPerRequest: Double

  init(
    _ program: String, _ server: RunningServer, path: String, script: String?, seconds: Int = 3, _ paths: Paths
  ) throws {
    let before = try server.process.processorSeconds()
    let report = try ChildProcess.output(
      of: program,
      ["-t1", "-c64", "-d\(seconds)s"] + (script.map { ["-s", $0] } ?? []) + ["http://127.0.0.1:\(server.port)\(path)"],
      scratch: paths.scratch("wrk.log"))
    let used = try server.process.processorSeconds() - before
    guard let rate = report.firstMatch(of: /Requests\/sec: +([0-9.]+)/).flatMap({ Double($0.1) }),
      let count = report.firstMatch(of: /([0-9]+) requests in/).flatMap({ Double($0.1) }),
      !report.contains("Non-2xx"), !report.contains("Socket errors")
    else { throw BenchmarkError("wrk reports:\n\(report)") }
    requestsPerSecond = rate
    processorSecondsPerRequest = used / count
  }
}
