import AllocationCount
import MockSpec
import MockSpecURLSession
import TestSupport

/// Deciding in sessions, compared with the same calls in the default session; and what sessions take.
struct SessionFigure {
  private let project: MatchedProject
  private let sets: ResponseSets
  private let rounds = 15
  private let memoryCount = 10_000

  init(paths: Paths) throws {
    project = MatchedProject(requests: 1000, kind: .literal)
    let folder = paths.scratch("sessions")
    try project.write(to: folder)
    sets = try ResponseSets.load([folder])
  }

  func table() throws -> Table {
    var table = Table(
      "Match: decisions in sessions, among 1,000 mocked requests", columns: ["calls", "decide", "ratio"])
    let cases: [(String, (Int) -> (String, String))] = [
      ("to the default session itself", { _ in ("X-Request-Id", "checkout-7") }),
      ("with X-Request-Id", { _ in ("X-Request-Id", "checkout-7") }),
      ("in one session", { _ in ("Mockspec-Session", "checkout-7") }),
      ("in one session, by baggage", { _ in ("baggage", "mockspec-session=checkout-7") }),
      ("in 100 sessions", { ("Mockspec-Session", "checkout-\($0 % 100)") }),
      ("in 1,000 sessions", { ("Mockspec-Session", "checkout-\($0 % 1000)") }),
    ]
    // Engines of their own, so that each has the journals of its own sessions.
    let all = cases.map { name, field in (name, MockEngine(sets), requests(field)) }
    var times = all.map { _ in Spread() }
    var next = 0
    for round in 0...rounds {
      for (index, (_, engine, requests)) in all.enumerated() {
        let seconds = MatchFigure.secondsPerCall {
          next = (next + 1) % requests.count
          // The first row doesn't look for the fields that name a session.
          keep(index == 0 ? engine.session.decide(requests[next]) : engine.decide(requests[next]))
        }
        // The first rounds fill the journals.
        if round > 1 { times[index].add(seconds) }
      }
    }
    for ((name, _, _), time) in zip(all, times) { table.add(name, time.seconds(), (time / times[1]).ratio) }
    return table
  }

  private func requests(_ field: (Int) -> (name: String, value: String)) -> [MockRequest] {
    project.stream.enumerated().map { number, call in
      var request = call.request
      let (name, value) = field(number)
      request.fields = [HTTPField.Name("Accept")!: "*/*", HTTPField.Name("User-Agent")!: "test/1"]
      request.fields.append(HTTPField(name: HTTPField.Name(name)!, value: value))
      return request
    }
  }

  /// The memory of sessions without calls, and the time of a reload for each.
  func memoryTable() throws -> Table {
    var table = Table(
      "Match: \(memoryCount.grouped) sessions without calls", columns: ["memory per session", "reload per session"])
    let engine = MockEngine(sets)
    let ids = try (0..<memoryCount).map { try SessionID("checkout-with-a-longer-name-\($0)") }
    let before = allocated_bytes()
    for id in ids { try engine.beginSession(id) }
    let bytes = Double(allocated_bytes() - before) / Double(memoryCount)
    let watch = Stopwatch()
    engine.replace(with: sets)
    table.add("\(Int(bytes).grouped) bytes", (watch.seconds / Double(memoryCount)).seconds)
    return table
  }
}
