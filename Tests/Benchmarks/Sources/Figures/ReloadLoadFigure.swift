import Foundation
import TestSupport

/// Watching while the server works: its throughput while files are saved, and the cost of polling.
struct ReloadLoadFigure {
  let server: EditedServer
  let rounds: Int
  let secondsPerRound: Int
  let paths: Paths

  /// Measures with and without saves alternately.
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
    try Data(ServedAnswers.wrkScript(calls).utf8).write(to: URL(fileURLWithPath: script))
    var generator = SeededGenerator(seed: 5)
    func run(seconds: Int, isSaving: Bool) throws -> WrkRun {
      try WrkRun(
        wrk, server.server, path: calls[0], script: script, seconds: seconds, paths,
        tenTimesASecond: isSaving ? { try server.project.saveOther(using: &generator) } : nil)
    }

    _ = try run(seconds: 1, isSaving: true)
    var (rest, saving) = (WrkRuns(), WrkRuns())
    for _ in 0..<rounds {
      rest.add(try run(seconds: secondsPerRound, isSaving: false))
      saving.add(try run(seconds: secondsPerRound, isSaving: true))
    }
    table.add("no file", rest.rate.perSecond(), "", rest.processor.seconds())
    table.add(
      "ten files a second", saving.rate.perSecond(), (saving.rate / rest.rate).ratio,
      saving.processor.seconds(), (saving.processor / rest.processor).ratio)
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
