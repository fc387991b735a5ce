import Foundation
import TestSupport

/// Some seconds of requests by `wrk` over 64 persistent connections.
struct WrkRun {
  let requestsPerSecond: Double
  /// The server's processor time in user and kernel mode.
  let processorSecondsPerRequest: Double

  /// Runs `wrk` to its end.
  ///
  /// - Parameters:
  ///   - threads: How many threads send the requests.
  ///   - tenTimesASecond: Called meanwhile.
  init(
    _ program: String, _ server: RunningServer, path: String, script: String?, threads: Int = 1, seconds: Int = 3,
    _ paths: Paths,
    tenTimesASecond: (() throws -> Void)? = nil
  ) throws {
    let before = try server.processorSeconds()
    let log = paths.scratch("wrk.log")
    let wrk = try ChildProcess.start(
      program,
      ["-t\(threads)", "-c64", "-d\(seconds)s"] + (script.map { ["-s", $0] } ?? [])
        + ["http://127.0.0.1:\(server.port)\(path)"],
      output: log)
    if let tenTimesASecond {
      for _ in 0..<seconds * 10 {
        usleep(100_000)
        try tenTimesASecond()
      }
    }
    wrk.wait()
    let report = try String(contentsOfFile: log, encoding: .utf8)
    let used = try server.processorSeconds() - before
    guard let rate = report.firstMatch(of: /Requests\/sec: +([0-9.]+)/).flatMap({ Double($0.1) }),
      let count = report.firstMatch(of: /([0-9]+) requests in/).flatMap({ Double($0.1) }),
      !report.contains("Non-2xx"), !report.contains("Socket errors")
    else { throw BenchmarkError("wrk reports:\n\(report)") }
    requestsPerSecond = rate
    processorSecondsPerRequest = used / count
  }
}

/// The measurements of one server.
struct WrkRuns {
  private(set) var rate = Spread()
  private(set) var processor = Spread()

  mutating func add(_ run: WrkRun) {
    rate.add(run.requestsPerSecond)
    processor.add(run.processorSecondsPerRequest)
  }
}
