/// Edits of projects that `mockspec serve` is serving: the time until they are served, and what they cost.
///
/// All projects are served at the same time and edited in turn, so that other work on the machine affects them equally.
struct ReloadFigure {
  let paths: Paths
  /// True to test the benchmark: a few edits of the smallest project.
  let isShort: Bool

  func text() throws -> String {
    var servers: [EditedServer] = []
    defer { for server in servers { server.end() } }
    for project in try projects() { servers.append(try EditedServer(project, paths)) }
    let (second, largest) = (servers[min(1, servers.count - 1)], servers[servers.count - 1])

    // Costs are first, since requests need memory.
    var tables = try ReloadCostFigure(servers: servers, edits: isShort ? 10 : 100).tables()
    tables.insert(try ReloadTimeFigure(servers: servers, edits: isShort ? 10 : 100).table(), at: 0)
    tables.append(try ReloadCallsFigure(server: second, edits: 10, paths: paths).table())
    let load = ReloadLoadFigure(
      server: largest, rounds: isShort ? 1 : 9, secondsPerRound: isShort ? 1 : 3, paths: paths)
    tables.append(try load.throughput())
    tables.append(try load.polling())
    return tables.map(\.text).joined(separator: "\n")
  }

  /// The second has 1,000 small files only, and the last has the most files.
  private func projects() throws -> [EditedProject] {
    func project(_ files: Int, large: Int = 0) throws -> EditedProject {
      try EditedProject(files: files, large: large, in: paths.scratch("reload-\(files)-\(large)"))
    }
    let smallest = try project(30)
    return isShort ? [smallest] : [smallest, try project(1000), try project(1000, large: 100_000), try project(10_000)]
  }
}
