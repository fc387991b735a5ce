import AllocationCount
import MockSpec

/// Deciding which mocked request answers, compared with a dictionary look-up of the same URL.
struct MatchFigure {
  let paths: Paths
  private let rounds = 7
  private static let secondsPerRound = 0.05

  init(paths: Paths) { self.paths = paths }

  func text() throws -> String {
    try [table(), AdversarialFigure(paths: paths).table()].map(\.text).joined(separator: "\n")
  }

  private func table() throws -> Table {
    var table = Table(
      "Match: finding the mocked request for a random request",
      columns: [
        "mocked requests", "match", "decide", "dictionary", "match", "decide", "growth", "allocations",
      ])
    for kind in MatchedProject.PathKind.allCases {
      var smallest: (ours: Double, floor: Double)?
      for count in [10, 1000, 10_000, 100_000] {
        let project = MatchedProject(requests: count, kind: kind)
        let folder = paths.scratch("match-\(kind.rawValue)-\(count)")
        try project.write(to: folder)
        let engine = MockEngine(try ResponseSets.load([folder]))
        try check(project, engine)
        let times = measure(project, engine)
        let base = smallest ?? (times.match.median, times.lookUp.median)
        smallest = base
        table.add(
          "\(count.grouped) like \(kind.path(0))", times.match.seconds(), times.decide.seconds(),
          times.lookUp.seconds(), (times.match / times.lookUp).ratio, (times.decide / times.lookUp).ratio,
          "\((times.match.median / base.ours).ratio); \((times.lookUp.median / base.floor).ratio)",
          allocations(project, engine))
      }
    }
    table.note("match: the mocked request's name; decide: also its response and an entry in the journal")
    table.note("growth: relative to 10 mocked requests, of match and of the dictionary")
    return table
  }

  private func check(_ project: MatchedProject, _ engine: MockEngine) throws {
    for call in project.stream.prefix(20) {
      guard engine.decide(call.call).requestName == call.requestName,
        engine.sets.name(matching: call.call) == call.requestName
      else { throw BenchmarkError("'\(call.url)' isn't matched by '\(call.requestName)'") }
    }
  }

  /// All three measurements use the same requests in the same random order. Each round continues where the last one ended.
  private func measure(
    _ project: MatchedProject, _ engine: MockEngine
  ) -> (match: Spread, decide: Spread, lookUp: Spread) {
    let requests = project.stream.map(\.call)
    let urls = project.stream.map(\.url)
    let sets = engine.sets
    let indices = Dictionary(uniqueKeysWithValues: zip(project.urls, 0...))
    var (match, decide, lookUp) = (Spread(), Spread(), Spread())
    var (matched, decided, found) = (0, 0, 0)
    for round in 0...rounds {
      let matching = Self.secondsPerCall { keep(sets.name(matching: requests[Self.next(&matched)])) }
      let deciding = Self.secondsPerCall { keep(engine.decide(requests[Self.next(&decided)])) }
      let lookingUp = Self.secondsPerCall { keep(indices[urls[Self.next(&found)]]) }
      // The first round warms up.
      guard round > 0 else { continue }
      match.add(matching)
      decide.add(deciding)
      lookUp.add(lookingUp)
    }
    return (match, decide, lookUp)
  }

  /// Allocations per call of `match` and of `decide`.
  private func allocations(_ project: MatchedProject, _ engine: MockEngine) -> String {
    let requests = project.stream.prefix(2000).map(\.call)
    let sets = engine.sets
    func perCall(_ call: (MockCall) -> Void) -> String {
      for request in requests { call(request) }
      let before = allocation_count()
      for request in requests { call(request) }
      guard before >= 0 else { return "not counted" }
      return (Double(allocation_count() - before) / Double(requests.count)).formatted(decimals: 1)
    }
    return "\(perCall { keep(sets.name(matching: $0)) }), \(perCall { keep(engine.decide($0)) })"
  }

  @inline(__always)
  private static func next(_ turn: inout Int) -> Int {
    turn = (turn + 1) % MatchedProject.streamLength
    return turn
  }

  /// Calls in growing batches until the round's time is over: reading the clock must not count.
  @inline(__always)
  static func secondsPerCall(in secondsPerRound: Double = secondsPerRound, _ call: () -> Void) -> Double {
    var (count, batch) = (0, 1)
    let watch = Stopwatch()
    var seconds = 0.0
    repeat {
      for _ in 0..<batch { call() }
      count += batch
      batch = min(batch * 2, 1024)
      seconds = watch.seconds
    } while seconds < secondsPerRound
    return seconds / Double(count)
  }
}
