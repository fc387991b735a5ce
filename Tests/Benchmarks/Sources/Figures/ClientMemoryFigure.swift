import Foundation
import TestSupport

/// The memory of a process that makes many concurrent calls with refreshed tokens and random cancellation, by a
/// `ServiceClient` and by a bare URLSession that does the same.
struct ClientMemoryFigure {
  let paths: Paths
  let isShort: Bool
  private let warmRounds = 3

  func table() throws -> Table {
    let calls = isShort ? 500 : 10_000
    let rounds = warmRounds + (isShort ? 1 : 4)
    var table = Table(
      "Client: rounds of \(calls.grouped) concurrent calls with a token that expires, in a process of its own",
      columns: [
        "cancelled", "calls of", "memory after \(warmRounds) rounds", "after \(rounds)", "ratio", "leak per call",
      ])
    let server = try ExpiringServer(lifetime: calls / 4)
    for cancelled in [0, 20] {
      for (name, mode) in [("URLSession", "bare"), ("ServiceClient", "client")] {
        let output = try ChildProcess.output(
          of: paths.product("ClientLoad"), [server.url, mode, "\(calls)", "\(cancelled)", "\(rounds)"],
          scratch: paths.scratch("load"))
        let memory = output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
        guard memory.count == rounds else { throw BenchmarkError(output) }
        let (warm, end) = (memory[warmRounds - 1], memory[rounds - 1])
        let leak = (end[1] - warm[1]) / Double(calls * (rounds - warmRounds))
        table.add(
          "\(cancelled) %", name, warm[0].kilobytes, end[0].kilobytes, (end[0] / warm[0]).ratio,
          "\(Int(leak.rounded())) bytes")
      }
    }
    table.note("a leak is the growth of what is allocated; memory also has what the allocator keeps")
    return table
  }
}

extension Double {
  fileprivate var kilobytes: String { Int(self / 1024).grouped + " KB" }
}
