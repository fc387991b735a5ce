import MockSpec
import MockSpecURLSession

/// Adding requests that are built in code one by one, depending on how many there are.
struct AddFigure {
  private let rounds = 5
  private let step = 1_000

  func table() throws -> Table {
    var table = Table(
      "Intercept: adding \(step.grouped) requests in code, one by one", columns: ["to", "time", "ratio"])
    let counts = [0, 1_000, 10_000]
    var spreads = [Spread](repeating: Spread(), count: counts.count)
    for _ in 0..<rounds {
      let mocks = try MockInterceptor(specs: .empty)
      var added = 0
      func add(upTo count: Int) throws {
        while added < count {
          try mocks.add(
            MockedRequest("Item \(added)", "GET https://api.example.com/items/\(added)") { MockedResponse("Found") })
          added += 1
        }
      }
      for (index, count) in counts.enumerated() {
        try add(upTo: count)
        spreads[index].add(try Stopwatch.seconds { try add(upTo: count + step) })
      }
    }
    for (count, spread) in zip(counts, spreads) {
      table.add("\(count.grouped) requests", spread.seconds(), (spread / spreads[0]).ratio)
    }
    return table
  }
}
