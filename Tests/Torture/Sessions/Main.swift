import Foundation
import Serving
import TestSupport

/// Makes calls in many sessions of one server, steers each of them, reloads the project meanwhile, and checks each answer.
@main
struct Main {
  static func main() async {
    await exit { try await run(try Options(Array(CommandLine.arguments.dropFirst()))) }
  }

  /// Returns whether nothing was wrong.
  private static func run(_ options: Options) async throws -> Bool {
    let start = ContinuousClock.now
    let (folder, logs) = (try TemporaryFolder(SessionLoad.files(version: 1)), try TemporaryFolder())
    let server = try ServerProcess(
      // All calls are compared with those in the journals, which have more than 64 MiB of them.
      [options.program, "serve", folder.path, "--port", "0", "--threads", "2", "--journal-bytes", "\(256 << 20)"],
      log: logs["log"])
    print("server at the start: \(server.resources)")
    var report = SessionLoad.Report()
    var memory: [Int] = []
    var version = 1
    // The second round shows whether the sessions of the first one have left something behind.
    for round in 1...2 {
      var options = options.load
      options.prefix = "r\(round)"
      let load = SessionLoad(options, port: server.port, version: version)
      let edits = Task { try await edit(folder, load) }
      let found = try await load.run {
        edits.cancel()
        _ = await edits.result
      }
      version = load.written
      report.add(found)
      memory.append(server.resources.megabytes)
      print("server with \(options.sessions) sessions: \(server.resources)")
      report.wrong += try await endSessions(of: server, count: options.sessions)
      if !report.wrong.isEmpty { break }
    }
    print("server after the end of all sessions: \(server.resources)")
    if memory.count == 2, memory[1] > memory[0] * 11 / 10 + 8 { report.wrong.append("memory has grown: \(memory) MB") }
    let reloads = server.lines("reloaded")
    if reloads == 0 { report.wrong.append("the project wasn't reloaded") }
    if server.end() != 0 { report.wrong.append("the server failed: \(server.lastLines.joined(separator: "\n"))") }
    for wrong in report.wrong { print("WRONG \(wrong)") }
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    print(
      "\(report.calls) calls and \(report.controlCalls) calls of the control API in \(seconds) s, \(reloads) reloads, "
        + "seed \(options.load.seed), \(report.wrong.count) wrong")
    return report.wrong.isEmpty
  }

  /// Saves version after version.
  private static func edit(_ folder: TemporaryFolder, _ load: SessionLoad) async throws {
    for version in (load.written + 1)... {
      try await Task.sleep(for: .milliseconds(300))
      load.willWrite(version)
      for (name, text) in SessionLoad.files(version: version) { try folder.save(text, to: name) }
    }
  }

  /// Returns what is wrong with the list of sessions.
  private static func endSessions(of server: ServerProcess, count: Int) async throws -> [String] {
    let client = try RawClient(port: server.port)
    let list = try await client.get("/__mockspec/sessions").body
    let ids = list.matches(of: #/"id":"([^"]*)"/#).map(\.1)
    for id in ids {
      try await client.send("DELETE /__mockspec/sessions/\(id) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = try await client.answer()
    }
    let rest = try await client.get("/__mockspec/sessions").body
    return (ids.count == count ? [] : ["expected \(count) sessions, found \(ids.count)"])
      + (rest == #"{"sessions":[]}"# ? [] : ["sessions stay: \(rest)"])
  }
}

/// The command line.
struct Options {
  var load = SessionLoad.Options(sessions: 1000, calls: 100, seed: 1)
  /// The path of `mockspec`.
  var program = ""

  init(_ words: [String]) throws {
    let usage = TortureError("Sessions --mockspec PROGRAM [--sessions N] [--calls N] [--seed N]")
    var words = words[...]
    while let word = words.popFirst() {
      guard let value = words.popFirst() else { throw usage }
      switch (word, Int(value)) {
      case ("--mockspec", _): program = value
      case ("--sessions", let number?): load.sessions = number
      case ("--calls", let number?): load.calls = number
      case ("--seed", let number?): load.seed = UInt64(number)
      default: throw usage
      }
    }
    guard !program.isEmpty else { throw usage }
  }
}
