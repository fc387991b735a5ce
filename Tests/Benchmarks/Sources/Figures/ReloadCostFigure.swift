import Foundation
import TestSupport

/// The processor time and the memory that edits cost a server without calls.
struct ReloadCostFigure {
  let servers: [EditedServer]
  /// The maximum number of edits of a response's text. The other kinds have half as many.
  let edits: Int
  private let secondsPerKind = 20.0

  init(servers: [EditedServer], edits: Int) {
    self.servers = servers
    self.edits = edits
  }

  func tables() throws -> [Table] {
    let idle = try idleSecondsPerSecond()
    let memoryBefore = try memory()
    let first = try firstEdits()
    var costs = [(edit: EditedProject.Edit.text, spreads: try costs(of: .text, count: edits - 1, idle))]
    let memoryAfter = try memory()
    for edit in [EditedProject.Edit.body, .path] {
      costs.append((edit, try self.costs(of: edit, count: edits / 2, idle)))
    }

    var processor = Table(
      "Reload: processor time of the server for an edit by rename, without calls",
      columns: ["edit", "project", "time", "mean", "growth of the mean"])
    for (edit, spreads) in costs {
      for (server, spread) in zip(servers, spreads) {
        processor.add(
          edit.rawValue, server.project.title, spread.seconds(), spread.mean.seconds,
          (spread.mean / spreads[0].mean).ratio)
      }
    }
    processor.note("until the next edit, \(EditedServer.secondsBetweenEdits.formatted(decimals: 2)) s later")
    let idleTimes = idle.map(\.seconds).joined(separator: ", ")
    processor.note("without what each server uses while idle: \(idleTimes) per second")

    let firstEdits = costs[0].spreads[0].values.count + 1
    var memory = Table(
      "Reload: memory, and the first edit after the start",
      columns: ["project", "at the start", "after \(firstEdits) edits", "ratio", "first edit", "its processor time"])
    for (index, server) in servers.enumerated() {
      let (before, after) = (memoryBefore[index], memoryAfter[index])
      memory.add(
        server.project.title, megabytes(before), megabytes(after), (after / before).ratio,
        first[index].time.seconds, first[index].processor.seconds)
    }
    memory.note("first edit: from before the rename to the server's line")
    return [processor, memory]
  }

  /// The processor time that each server uses while nothing happens.
  private func idleSecondsPerSecond() throws -> [Double] {
    // Work after the start must not count.
    sleep(2)
    var idle = servers.map { _ in Spread() }
    for _ in 0..<5 {
      let before = try servers.map { try $0.server.process.processorSeconds() }
      let watch = Stopwatch()
      usleep(500_000)
      for (index, server) in servers.enumerated() {
        idle[index].add((try server.server.process.processorSeconds() - before[index]) / watch.seconds)
      }
    }
    return idle.map(\.median)
  }

  private func firstEdits() throws -> [(time: Double, processor: Double)] {
    try servers.map { server in
      let before = try server.server.process.processorSeconds()
      let time = try server.edit(.text, by: .rename)
      server.pause()
      return (time, try server.server.process.processorSeconds() - before)
    }
  }

  /// Edits all projects in turn. The cost of an edit includes all work until the next one.
  private func costs(of edit: EditedProject.Edit, count: Int, _ idle: [Double]) throws -> [Spread] {
    var costs = servers.map { _ in Spread() }
    var last = servers.map { _ in (used: 0.0, watch: Stopwatch()) }
    let total = Stopwatch()
    var (turn, isLast) = (0, false)
    while !isLast {
      isLast = turn == count || total.seconds > secondsPerKind
      for (index, server) in servers.enumerated() {
        server.pause()
        let used = try server.server.process.processorSeconds()
        if turn > 0 { costs[index].add(max(0, used - last[index].used - idle[index] * last[index].watch.seconds)) }
        last[index] = (used, Stopwatch())
        if !isLast { try server.edit(edit, by: .rename) }
      }
      turn += 1
    }
    return costs
  }

  private func memory() throws -> [Double] { try servers.map { try $0.server.process.residentBytes() } }

  private func megabytes(_ bytes: Double) -> String { (bytes / 1e6).brief + " MB" }
}
