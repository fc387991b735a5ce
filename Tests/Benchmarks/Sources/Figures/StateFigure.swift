import Foundation
import HTTPTypes
import MockSpec

/// Decisions that read or change states and items, compared with those of requests that share nothing.
struct StateFigure {
  private let isShort: Bool
  private let engine: MockEngine

  private static let states = """
    mockspec: 1
    states: {light: [red, green]}
    requests:
      Literal:
        match: GET /literal
        responses: {OK: {json: {id: 7, name: item 7, team: core}}}
      Steps:
        match: POST /steps
        sequence: [Red, Green]
        afterSequence: restart
        responses: {Red: {text: red}, Green: {text: green}}
      Light:
        match: POST /light
        responses:
          Red: {when: {light: red}, set: {light: green}, text: red}
          Green: {when: {light: green}, set: {light: red}, text: green}
    """

  init(paths: Paths, isShort: Bool) throws {
    self.isShort = isShort
    let folder = paths.scratch("state")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    try write("states.mock.yaml", Self.states)
    try write(
      "items.mock.yaml",
      """
      mockspec: 1
      collections:
        few: {path: /few, items: few.json}
        many: {path: /many, items: many.json}
      """)
    for (name, count) in [("few", 10_000), ("many", 100_000)] {
      let items = (1...count).map { #"{"id": \#($0), "name": "item \#($0 * 7919 % count)", "team": "core"}"# }
      try write("\(name).json", "[\(items.joined(separator: ",\n"))]")
    }
    engine = MockEngine(try ResponseSets.load([folder]))
  }

  /// A kind of call.
  private struct Row {
    let title: String
    let method: String
    let path: String
    var query: String?
    var body: [UInt8] = []
    /// The place of the row to compare with.
    let base: Int

    var call: MockCall {
      MockCall(
        method: method, target: .originForm, scheme: "http", host: "api.example.com", port: nil, path: path,
        query: query, fields: body.isEmpty ? [:] : [.contentType: "application/json"], body: body)
    }
  }

  private static let rows = [
    Row(title: "a literal response", method: "GET", path: "/literal", base: 0),
    Row(title: "a step of a sequence", method: "POST", path: "/steps", base: 1),
    Row(title: "a state changes", method: "POST", path: "/light", base: 1),
    Row(title: "one of 100,000 items", method: "GET", path: "/many/77777", base: 0),
    Row(title: "20 of 10,000 items", method: "GET", path: "/few", query: "page=1&limit=20", base: 0),
    Row(title: "20 of 10,000 sorted items", method: "GET", path: "/few", query: "page=1&limit=20&sort=-name", base: 0),
    Row(title: "20 of 10,000 filtered items", method: "GET", path: "/few", query: "page=1&limit=20&team=core", base: 0),
    Row(
      title: "an item of 10,000 is replaced", method: "PUT", path: "/few/77", body: Array(#"{"name": "new"}"#.utf8),
      base: 0),
  ]

  func table() throws -> Table {
    var table = Table("State: MockEngine.decide", columns: ["call", "first time", "time", "ratio"])
    let calls = Self.rows.map(\.call)
    let first = try calls.map { call in
      let watch = Stopwatch()
      guard case .reply(let reply) = engine.decide(call).outcome, reply.status < 300 else {
        throw BenchmarkError("'\(call)' isn't answered")
      }
      return watch.seconds
    }
    var times = calls.map { _ in Spread() }
    // In turn, since the speed of the machine changes; the first round warms up.
    for round in 0...(isShort ? 1 : 31) {
      for (index, call) in calls.enumerated() {
        let seconds = MatchFigure.secondsPerCall(in: 0.02) { keep(engine.decide(call)) }
        if round > 0 { times[index].add(seconds) }
      }
    }
    for (index, row) in Self.rows.enumerated() {
      let ratio = "\((times[index] / times[row.base]).ratio) of \(Self.rows[row.base].title)"
      table.add(
        row.title, first[index].seconds, times[index].seconds(), row.base == index ? "" : ratio)
    }
    return table
  }
}
