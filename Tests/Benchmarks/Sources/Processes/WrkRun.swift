import Foundation

/// Three seconds of requests from `wrk` over 64 connections that are kept, on one thread.
struct WrkRun {
  let requestsPerSecond: Double
  /// Of the server, in user and kernel mode.
  let processorSecondsPerRequest: Double

  init(
    _ program: String, _ server: RunningServer, path: String, script: String?, seconds: Int = 3, _ place: Place
  ) throws {
    let before = try server.process.processorSeconds()
    let report = try ChildProcess.output(
      of: program,
      ["-t1", "-c64", "-d\(seconds)s"] + (script.map { ["-s", $0] } ?? []) + ["http://127.0.0.1:\(server.port)\(path)"],
      scratch: place.scratch("wrk.log"))
    let used = try server.process.processorSeconds() - before
    guard let rate = report.firstMatch(of: /Requests\/sec: +([0-9.]+)/).flatMap({ Double($0.1) }),
      let count = report.firstMatch(of: /([0-9]+) requests in/).flatMap({ Double($0.1) }),
      !report.contains("Non-2xx"), !report.contains("Socket errors")
    else { throw ProcessError("wrk reports:\n\(report)") }
    requestsPerSecond = rate
    processorSecondsPerRequest = used / count
  }
}
