import MockSpec

/// Explaining calls that no mocked request matches. Each call is different.
struct ExplainFigure {
  /// The difference between a call and the mocked request nearest to it.
  private enum Miss: String, CaseIterable {
    case mistyped = "a mistyped segment"
    case method = "another method"
    case unknown = "everything"

    func call(_ number: Int) -> MockCall {
      let path =
        switch self {
        case .mistyped: "/v1/itmes-\(number)/details"
        case .method: "/v1/items-\(number)/details"
        case .unknown: "/nothing/like-\(number)"
        }
      return MockCall(
        method: self == .method ? "PUT" : "GET", target: .url, scheme: "https", host: "api.example.com", port: nil,
        path: path, query: nil)
    }
  }

  let paths: Paths
  private let rounds = 200

  init(paths: Paths) { self.paths = paths }

  func table() throws -> Table {
    var table = Table(
      "Explain: MockEngine.decide and the text for requests without a match",
      columns: ["mocked requests", "difference", "time", "growth", "first time"])
    for miss in Miss.allCases {
      var smallest: Double?
      for count in [1000, 100_000] {
        let folder = paths.scratch("explain-\(miss)-\(count)")
        try MatchedProject(requests: count, kind: .literal).write(to: folder)
        let engine = MockEngine(try ResponseSets.load([folder]))
        let first = try seconds(engine, miss.call(0))
        var later = Spread()
        for round in 1...rounds { later.add(try seconds(engine, miss.call(round * 37 % count))) }
        let growth = later.median / (smallest ?? later.median)
        smallest = smallest ?? later.median
        table.add(count.grouped, miss.rawValue, later.seconds(), growth.ratio, Spread([first]).seconds())
      }
    }
    return table
  }

  private func seconds(_ engine: MockEngine, _ call: MockCall) throws -> Double {
    let watch = Stopwatch()
    guard case .unmatched(let explanation) = engine.decide(call).outcome else {
      throw BenchmarkError("'\(call)' has a match")
    }
    keep(explanation.text)
    return watch.seconds
  }
}
