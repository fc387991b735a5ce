import Foundation
import TestSupport

/// What the control API costs `mockspec serve`, with and without clients that read events, and how soon a selection reaches
/// them.
struct ControlFigure {
  let paths: Paths
  let isShort: Bool

  func text() throws -> String { try [throughput(), selections()].map(\.text).joined(separator: "\n") }

  private enum Watchers: CaseIterable {
    case off, none, listeners, listenersAndPanel

    var title: String {
      switch self {
      case .off: "--no-control"
      case .none: "no listeners"
      case .listeners: "ten listeners"
      case .listenersAndPanel: "ten listeners and a panel"
      }
    }
  }

  // MARK: - Throughput

  private func throughput() throws -> Table {
    var table = Table(
      "Control: mockspec serve on one thread, 1 KB over 64 persistent connections, with clients of the control API",
      columns: ["", "requests", "ratio", "processor time per request", "ratio"])
    guard let wrk = Rival.wrk.path else {
      table.note(Rival.wrk.isMissing)
      return table
    }
    let answers = ServedReplies(pathCount: 1)
    let specs = paths.scratch("control")
    try answers.writeSpecs(to: specs)
    let path = answers.paths[0]
    let all = try Watchers.allCases.map { watchers in
      (
        watchers,
        try RunningServer.mockspec(
          paths, specs: specs, path: path, options: watchers == .off ? ["--no-control"] : [])
      )
    }
    defer { for (_, server) in all { server.end() } }
    var runs = all.map { _ in WrkRuns() }
    let (rounds, seconds) = isShort ? (1, 1) : (5, 3)
    for round in 0...rounds {
      // In another order each time, since the speed of the machine drifts.
      for turn in all.indices {
        let index = (turn + round) % all.count
        let (watchers, server) = all[index]
        let clients = try self.clients(watchers, server.port)
        let run = try WrkRun(wrk, server, path: path, script: nil, seconds: round == 0 ? 1 : seconds, paths)
        for client in clients { client.end() }
        // The first round warms up.
        if round > 0 { runs[index].add(run) }
      }
    }
    for (index, (watchers, _)) in all.enumerated() {
      table.add(
        watchers.title, runs[index].rate.perSecond(), (runs[index].rate / runs[0].rate).ratio,
        runs[index].processor.seconds(), (runs[index].processor / runs[0].processor).ratio)
    }
    table.note("wrk and the clients take processor time, too")
    return table
  }

  private func clients(_ watchers: Watchers, _ port: Int) throws -> [WatchingClient] {
    if watchers == .off || watchers == .none { return [] }
    let listeners = try (0..<10).map { _ in try WatchingClient(listeningTo: port) }
    return watchers == .listeners ? listeners : listeners + [try WatchingClient(panelOf: port)]
  }

  // MARK: - Selections

  /// Measures from before a response is selected until the last of the listeners has the event.
  private func selections() throws -> Table {
    var table = Table("Control: a selection reaches all listeners", columns: ["", "median", "worst"])
    let answers = ServedReplies(pathCount: 1)
    let specs = paths.scratch("control-selections")
    try answers.writeSpecs(to: specs)
    let server = try RunningServer.mockspec(paths, specs: specs, path: answers.paths[0])
    defer { server.end() }
    let client = try TCPSocket.connected(to: server.port)
    let name = answers.paths[0].replacingOccurrences(of: "/", with: "%2F")
    for count in [1, 200] {
      let listeners = try (0..<count).map { _ in try TCPSocket.listeningToEvents(of: server.port) }
      var times = Spread()
      for round in 0...(isShort ? 5 : 50) {
        let watch = Stopwatch()
        try client.select("Found", for: name)
        for listener in listeners { try listener.receive(until: "event: selections") }
        // The first round warms up.
        if round > 0 { times.add(watch.seconds) }
        _ = try client.wholeAnswer()
        // All listeners are idle when the next round begins.
        usleep(20_000)
      }
      table.add("\(count) listeners", times.median.seconds, times.values.max()!.seconds)
    }
    return table
  }
}

extension TCPSocket {
  fileprivate func select(_ response: String, for name: String) throws {
    let body = #"{"response": "\#(response)"}"#
    let head = """
      PUT /__mockspec/requests/\(name)/selection HTTP/1.1\r
      Host: 127.0.0.1\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r\n\r\n
      """
    try send(Array((head + body).utf8))
  }
}
