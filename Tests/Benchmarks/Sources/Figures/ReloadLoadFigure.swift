import Foundation
import TestSupport

/// Watching while the server works: its throughput while files are saved, and the cost of polling.
struct ReloadLoadFigure {
  let server: EditedServer
  let rounds: Int
  let secondsPerRound: Int
  let paths: Paths

  private enum Saves: Int, CaseIterable {
    case none, beside, inside

    var title: String {
      switch self {
      case .none: "no file"
      case .beside: "ten files a second, beside the project"
      case .inside: "ten files a second"
      }
    }
  }

  /// Measures with and without saves in turn. Ratios are relative to saves beside the project, which take the machine's
  /// time, too.
  func throughput() throws -> Table {
    let calls = server.project.paths
    var table = Table(
      "Reload: \(calls.count.grouped) URLs in random order over 64 connections while files are saved, "
        + server.project.title,
      columns: ["", "requests", "ratio", "processor time per request", "ratio"])
    guard let wrk = Rival.wrk.path else {
      table.note(Rival.wrk.isMissing)
      return table
    }
    let script = paths.scratch("reload.lua")
    try Data(ServedReplies.wrkScript(calls).utf8).write(to: URL(fileURLWithPath: script))
    var generator = SeededGenerator(seed: 5)
    func run(seconds: Int, _ saves: Saves) throws -> WrkRun {
      try WrkRun(
        wrk, server.server, path: calls[0], script: script, seconds: seconds, paths,
        tenTimesASecond: saves == .none
          ? nil : { try server.project.saveOther(using: &generator, isBesideProject: saves == .beside) })
    }

    _ = try run(seconds: 1, .inside)
    var runs = [WrkRuns](repeating: WrkRuns(), count: Saves.allCases.count)
    for round in 0..<rounds {
      // In another order each time, since the speed of the machine drifts.
      for index in runs.indices {
        let saves = Saves.allCases[(index + round) % runs.count]
        runs[saves.rawValue].add(try run(seconds: secondsPerRound, saves))
      }
    }
    let beside = runs[Saves.beside.rawValue]
    for (saves, runs) in zip(Saves.allCases, runs) {
      table.add(
        saves.title, runs.rate.perSecond(), (runs.rate / beside.rate).ratio, runs.processor.seconds(),
        (runs.processor / beside.processor).ratio)
    }
    return table
  }

  /// Measures the watching server and one that polls at the same time, without calls.
  func polling() throws -> Table {
    let polling = try RunningServer.mockspec(
      paths, specs: server.project.folder, path: server.project.paths[0], watch: true, options: ["--poll"])
    defer { polling.end() }
    let servers = [server.server, polling]
    // Work after the start must not count.
    sleep(2)
    var spreads = [Spread(), Spread()]
    for _ in 0..<rounds {
      let before = try servers.map { try $0.process.processorSeconds() }
      let watch = Stopwatch()
      sleep(UInt32(secondsPerRound))
      for index in servers.indices {
        spreads[index].add((try servers[index].process.processorSeconds() - before[index]) / watch.seconds)
      }
    }
    var table = Table(
      "Reload: processor time per second without edits and calls, \(server.project.title)", columns: ["", "time"])
    table.add("mockspec serve", spreads[0].seconds())
    table.add("mockspec serve --poll, each second", spreads[1].seconds())
    return table
  }
}
