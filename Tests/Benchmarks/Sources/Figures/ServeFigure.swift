import Foundation

/// `mockspec serve` compared with nginx under `wrk`. Both send the same number of bytes.
struct ServeFigure {
  let paths: Paths
  private let rounds = 3

  init(paths: Paths) { self.paths = paths }

  func table() throws -> Table {
    var table = Table(
      "Serve: 1 KB over 64 persistent connections, one thread each",
      columns: ["", "requests", "ratio", "processor time per request", "ratio"])
    guard let wrk = Rival.wrk.path else {
      table.note(Rival.wrk.isMissing)
      return table
    }
    var smallest: Spread?
    for pathCount in [1, 1000] {
      let (ours, rival) = try measure(ServedAnswers(pathCount: pathCount), wrk)
      let paths = pathCount == 1 ? "one URL" : "\(pathCount.grouped) URLs in random order"
      if let rival {
        table.add("nginx, \(paths)", rival.rate.perSecond(), "", rival.processor.seconds())
      }
      table.add(
        "mockspec serve, \(paths)",
        ours.rate.perSecond(), rival.map { (ours.rate / $0.rate).ratio + " of nginx" } ?? "",
        ours.processor.seconds(), rival.map { (ours.processor / $0.processor).ratio + " of nginx" } ?? "")
      if let smallest {
        table.note("mockspec serve, \(paths): \((ours.processor / smallest).ratio) the processor time of one URL")
      }
      smallest = ours.processor
    }
    if Rival.nginx.path == nil { table.note(Rival.nginx.isMissing) }
    table.note("processor time varies less, since wrk needs a processor itself")
    return table
  }

  /// Measures MockSpec and nginx alternately, after a second of warm-up each.
  private func measure(_ answers: ServedAnswers, _ wrk: String) throws -> (ours: WrkRuns, rival: WrkRuns?) {
    let specs = paths.scratch("serve-\(answers.paths.count)")
    try answers.writeSpecs(to: specs)
    var script: String?
    if answers.paths.count > 1 {
      let file = paths.scratch("wrk.lua")
      try Data(ServedAnswers.wrkScript(answers.paths).utf8).write(to: URL(fileURLWithPath: file))
      script = file
    }
    let ours = try RunningServer.mockspec(paths, specs: specs, path: answers.paths[0])
    defer { ours.end() }
    let rival = try Rival.nginx.path.map { try RunningServer.nginx($0, paths, answers) }
    defer { rival?.end() }
    try check(ours, rival)

    func run(_ server: RunningServer, seconds: Int = 3) throws -> WrkRun {
      try WrkRun(wrk, server, path: answers.paths[0], script: script, seconds: seconds, paths)
    }
    for server in [ours, rival].compactMap(\.self) { _ = try run(server, seconds: 1) }
    var (ourRuns, rivalRuns) = (WrkRuns(), WrkRuns())
    for _ in 0..<rounds {
      ourRuns.add(try run(ours))
      if let rival { rivalRuns.add(try run(rival)) }
    }
    return (ourRuns, rival == nil ? nil : rivalRuns)
  }

  /// Both servers must send the same body and the same number of bytes.
  private func check(_ ours: RunningServer, _ rival: RunningServer?) throws {
    guard ours.answer.hasSuffix(ServedAnswers.body) else { throw BenchmarkError("wrong answer:\n\(ours.answer)") }
    guard let rival else { return }
    guard rival.answer.hasSuffix(ServedAnswers.body), rival.answer.utf8.count == ours.answer.utf8.count else {
      throw BenchmarkError("the answers differ in size:\n\(ours.answer)\n\(rival.answer)")
    }
  }
}
