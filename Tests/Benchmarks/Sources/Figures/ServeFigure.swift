import Foundation

/// `mockspec serve` compared with nginx under `wrk`. Both send the same number of bytes.
struct ServeFigure {
  /// What is requested of both servers.
  private struct Load {
    var pathCount = 1
    /// The threads of the server, and of `wrk`: one couldn't keep two busy.
    var threads = 1
    var headsDiffer = false

    var name: String {
      var parts = [pathCount == 1 ? "one URL" : "\(pathCount.grouped) URLs in random order"]
      if threads > 1 { parts.append("\(threads) threads") }
      if headsDiffer { parts.append("heads that differ") }
      return parts.joined(separator: ", ")
    }
  }

  private static let loads = [
    Load(), Load(threads: 2), Load(headsDiffer: true), Load(pathCount: 10), Load(pathCount: 1000),
    Load(pathCount: 10_000),
  ]

  /// The servers of a load, and their measurements.
  private final class Contest {
    let load: Load
    let path: String
    let script: String?
    let ours: RunningServer
    let rival: RunningServer?
    var (ourRuns, rivalRuns) = (WrkRuns(), WrkRuns())

    init(_ load: Load, _ paths: Paths) throws {
      let answers = ServedReplies(pathCount: load.pathCount)
      let name = "serve-\(load.pathCount)-\(load.threads)-\(load.headsDiffer)"
      let specs = paths.scratch(name)
      try answers.writeSpecs(to: specs)
      if answers.paths.count > 1 || load.headsDiffer {
        let file = paths.scratch(name + ".lua")
        try Data(ServedReplies.wrkScript(answers.paths, headsDiffer: load.headsDiffer).utf8)
          .write(to: URL(fileURLWithPath: file))
        script = file
      } else {
        script = nil
      }
      self.load = load
      path = answers.paths[0]
      ours = try RunningServer.mockspec(paths, specs: specs, path: path, threads: load.threads)
      rival = try Rival.nginx.path.map { try RunningServer.nginx($0, paths, answers, workers: load.threads) }
    }

    func end() {
      ours.end()
      rival?.end()
    }
  }

  let paths: Paths
  private let rounds = 5

  init(paths: Paths) { self.paths = paths }

  func table() throws -> Table {
    var table = Table(
      "Serve: 1 KB over 64 persistent connections, one thread unless more are named",
      columns: ["", "requests", "ratio", "processor time per request", "ratio"])
    guard let wrk = Rival.wrk.path else {
      table.note(Rival.wrk.isMissing)
      return table
    }
    var contests: [Contest] = []
    defer { for contest in contests { contest.end() } }
    for load in Self.loads {
      contests.append(try Contest(load, paths))
      try check(contests.last!)
    }
    // The first round warms up.
    for round in 0...rounds { for contest in contests { try run(contest, wrk, isWarmUp: round == 0) } }
    for contest in contests {
      let (name, ours, rival) = (contest.load.name, contest.ourRuns, contest.rivalRuns)
      if contest.rival == nil {
        table.add("mockspec serve, \(name)", ours.rate.perSecond(), "", ours.processor.seconds(), "")
        continue
      }
      table.add("nginx, \(name)", rival.rate.perSecond(), "", rival.processor.seconds())
      table.add(
        "mockspec serve, \(name)", ours.rate.perSecond(), (ours.rate / rival.rate).ratio + " of nginx",
        ours.processor.seconds(), (ours.processor / rival.processor).ratio + " of nginx")
    }
    let (one, two, ten, most) = (contests[0], contests[1], contests[3], contests[5])
    table.note(
      "processor time of two threads: ×\(ratio(two, one, \.processor)) of one; requests at 10,000 URLs: "
        + "×\(ratio(most, ten, \.rate)) of those at 10")
    if Rival.nginx.path == nil { table.note(Rival.nginx.isMissing) }
    table.note("processor time varies less, since wrk needs a processor itself")
    return table
  }

  /// Returns the ratio of two loads for MockSpec, and in parentheses that for nginx.
  private func ratio(_ left: Contest, _ right: Contest, _ value: (WrkRuns) -> Spread) -> String {
    let ours = (value(left.ourRuns) / value(right.ourRuns)).formatted(decimals: 2)
    guard left.rival != nil else { return ours }
    return ours + " (nginx: ×\((value(left.rivalRuns) / value(right.rivalRuns)).formatted(decimals: 2)))"
  }

  private func run(_ contest: Contest, _ wrk: String, isWarmUp: Bool) throws {
    func run(_ server: RunningServer) throws -> WrkRun {
      try WrkRun(
        wrk, server, path: contest.path, script: contest.script, threads: contest.load.threads,
        seconds: isWarmUp ? 1 : 3, paths)
    }
    let ours = try run(contest.ours)
    let rival = try contest.rival.map { try run($0) }
    if isWarmUp { return }
    contest.ourRuns.add(ours)
    if let rival { contest.rivalRuns.add(rival) }
  }

  /// Both servers must send the same body and the same number of bytes.
  private func check(_ contest: Contest) throws {
    let ours = contest.ours.answer
    guard ours.hasSuffix(ServedReplies.body) else { throw BenchmarkError("wrong answer:\n\(ours)") }
    guard let rival = contest.rival?.answer else { return }
    guard rival.hasSuffix(ServedReplies.body), rival.utf8.count == ours.utf8.count else {
      throw BenchmarkError("the answers differ in size:\n\(ours)\n\(rival)")
    }
  }
}
