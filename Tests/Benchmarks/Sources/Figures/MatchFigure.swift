import MockSpec

/// Deciding what answers a request, against looking the same URL up in a dictionary.
struct MatchFigure {
  let place: Place
  private let rounds = 7
  private let secondsPerRound = 0.05

  init(place: Place) { self.place = place }

  func table() throws -> Table {
    var table = Table(
      "Match: MockEngine.decide for random URLs",
      columns: ["mocked requests", "decide", "the URL in a dictionary", "ratio", "growth over 10"])
    for kind in MatchedProject.PathKind.allCases {
      var smallest: Double?
      for count in [10, 1000, 10_000, 100_000] {
        let project = MatchedProject(requests: count, kind: kind)
        let folder = place.scratch("match-\(kind.rawValue)-\(count)")
        try project.write(to: folder)
        let engine = MockEngine(try ResponseSets.load([folder]))
        try check(project, engine)
        let (ours, floor) = measure(project, engine)
        let growth = ours.median / (smallest ?? ours.median)
        smallest = smallest ?? ours.median
        table.add(
          "\(count.grouped) like \(kind.path(0))", ours.seconds(), floor.seconds(), (ours / floor).ratio,
          growth.ratio)
      }
    }
    return table
  }

  private func check(_ project: MatchedProject, _ engine: MockEngine) throws {
    for asked in project.stream.prefix(20) {
      guard engine.decide(asked.request).requestName == asked.requestName else {
        throw ProcessError("'\(asked.url)' isn't answered by '\(asked.requestName)'")
      }
    }
  }

  /// Both walk the same 65,536 requests in the same random order, going on where the last round ended.
  private func measure(_ project: MatchedProject, _ engine: MockEngine) -> (ours: Spread, floor: Spread) {
    let requests = project.stream.map(\.request)
    let urls = project.stream.map(\.url)
    let places = Dictionary(urls.enumerated().map { ($1, $0) }) { first, _ in first }
    var (ours, floor) = (Spread(), Spread())
    var (decided, found) = (0, 0)
    for round in 0...rounds {
      let decide = secondsPerCall { keep(engine.decide(requests[Self.next(&decided)])) }
      let lookUp = secondsPerCall { keep(places[urls[Self.next(&found)]]) }
      // The first round warms up.
      guard round > 0 else { continue }
      ours.add(decide)
      floor.add(lookUp)
    }
    return (ours, floor)
  }

  @inline(__always)
  private static func next(_ turn: inout Int) -> Int {
    turn = (turn + 1) % MatchedProject.streamLength
    return turn
  }

  /// Calls in growing batches until the round's time is over, so that looking at the clock costs nothing either way.
  @inline(__always)
  private func secondsPerCall(_ call: () -> Void) -> Double {
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
