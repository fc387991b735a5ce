import AllocationCount
import MockSpec

/// Deciding what answers a request, against looking the same URL up in a dictionary.
struct MatchFigure {
  let place: Place
  private let rounds = 7
  private static let secondsPerRound = 0.05

  init(place: Place) { self.place = place }

  func text() throws -> String { try table().text + "\n" + AdversarialFigure(place: place).table().text }

  private func table() throws -> Table {
    var table = Table(
      "Match: which of many mocked requests answers a random one",
      columns: [
        "mocked requests", "match", "decide", "URL in a dictionary", "match", "decide", "growth", "allocations",
      ])
    for kind in MatchedProject.PathKind.allCases {
      var smallest: (ours: Double, floor: Double)?
      for count in [10, 1000, 10_000, 100_000] {
        let project = MatchedProject(requests: count, kind: kind)
        let folder = place.scratch("match-\(kind.rawValue)-\(count)")
        try project.write(to: folder)
        let engine = MockEngine(try ResponseSets.load([folder]))
        try check(project, engine)
        let times = measure(project, engine)
        let base = smallest ?? (times.match.median, times.lookUp.median)
        smallest = base
        table.add(
          "\(count.grouped) like \(kind.path(0))", times.match.seconds(), times.decide.seconds(),
          times.lookUp.seconds(), (times.match / times.lookUp).ratio, (times.decide / times.lookUp).ratio,
          "\((times.match.median / base.ours).ratio) beside \((times.lookUp.median / base.floor).ratio)",
          allocations(project, engine))
      }
    }
    table.note("match: the name of the request that answers; decide: its response, too, and a note in the journal")
    table.note("growth over 10 requests: of match, beside that of the dictionary")
    return table
  }

  private func check(_ project: MatchedProject, _ engine: MockEngine) throws {
    for asked in project.stream.prefix(20) {
      guard engine.decide(asked.request).requestName == asked.requestName,
        engine.sets.name(matching: asked.request) == asked.requestName
      else { throw ProcessError("'\(asked.url)' isn't answered by '\(asked.requestName)'") }
    }
  }

  /// All walk the same 65,536 requests in the same random order, going on where the last round ended.
  private func measure(
    _ project: MatchedProject, _ engine: MockEngine
  ) -> (match: Spread, decide: Spread, lookUp: Spread) {
    let requests = project.stream.map(\.request)
    let asked = project.stream.map(\.url)
    let sets = engine.sets
    let places = Dictionary(uniqueKeysWithValues: zip(project.urls, 0...))
    var (match, decide, lookUp) = (Spread(), Spread(), Spread())
    var (matched, decided, found) = (0, 0, 0)
    for round in 0...rounds {
      let matching = Self.secondsPerCall { keep(sets.name(matching: requests[Self.next(&matched)])) }
      let deciding = Self.secondsPerCall { keep(engine.decide(requests[Self.next(&decided)])) }
      let lookingUp = Self.secondsPerCall { keep(places[asked[Self.next(&found)]]) }
      // The first round warms up.
      guard round > 0 else { continue }
      match.add(matching)
      decide.add(deciding)
      lookUp.add(lookingUp)
    }
    return (match, decide, lookUp)
  }

  /// For each call, of `match` and of `decide`.
  private func allocations(_ project: MatchedProject, _ engine: MockEngine) -> String {
    let requests = project.stream.prefix(2000).map(\.request)
    let sets = engine.sets
    func perCall(_ call: (MockRequest) -> Void) -> String {
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

  /// Calls in growing batches until the round's time is over, so that looking at the clock costs nothing either way.
  @inline(__always)
  static func secondsPerCall(_ call: () -> Void) -> Double {
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
