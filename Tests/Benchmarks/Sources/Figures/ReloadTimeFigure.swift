import TestSupport

/// The time from an edit to the first new answer.
struct ReloadTimeFigure {
  let servers: [EditedServer]
  /// The maximum number of edits of each project for one row.
  let edits: Int
  private let secondsPerKind = 15.0

  init(servers: [EditedServer], edits: Int) {
    self.servers = servers
    self.edits = edits
  }

  func table() throws -> Table {
    var table = Table(
      "Reload: from an edit to the first new answer",
      columns: ["edit", "project", "edits", "p50", "p99", "maximum", "growth of p50"])
    for edit in EditedProject.Edit.allCases {
      for save in EditedProject.Save.allCases {
        add("\(edit.rawValue), \(save.rawValue)", try times(edit, save), to: &table)
      }
    }
    for edit in EditedProject.Edit.allCases {
      for server in servers { try server.project.saveFirst(isValid: false) }
      for server in servers { server.pause() }
      add("\(edit.rawValue), beside a file with errors", try times(edit, .rename), to: &table)
      for server in servers { try server.project.saveFirst(isValid: true) }
    }
    table.note("from before the rename, or before the writer closes the file; the server is called without a pause")
    table.note("growth: relative to the first project")
    return table
  }

  private func add(_ title: String, _ times: [Spread], to table: inout Table) {
    for (server, spread) in zip(servers, times) {
      table.add(
        title, server.project.title, "\(spread.values.count)", spread.median.seconds,
        spread.percentile(0.99).seconds, spread.percentile(1).seconds, (spread.median / times[0].median).ratio)
    }
  }

  private func times(_ edit: EditedProject.Edit, _ save: EditedProject.Save) throws -> [Spread] {
    let connections = try servers.map { try TCPSocket.connected(to: $0.server.port) }
    var times = servers.map { _ in Spread() }
    let watch = Stopwatch()
    for _ in 0..<edits where watch.seconds < secondsPerKind {
      for (index, server) in servers.enumerated() {
        times[index].add(try server.secondsToAnswer(after: edit, by: save, on: connections[index]))
      }
    }
    return times
  }
}
