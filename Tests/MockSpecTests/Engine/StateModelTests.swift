import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

/// Random projects with states, sequences and selections, against a plain model of the rules.
struct StateModelTests {
  /// What a request of a random project does.
  struct Request {
    struct Response {
      var when: [String: [String]]
      var sets: [String: String]
    }

    var name: String
    var when: [String: [String]]
    var responses: [Response]
    var sequence: [Int]
    var fallsThrough: Bool

    /// The line of the spec.
    var line: String {
      let list = responses.enumerated().map { "R\($0): {\(Self.keys($1))}" }.joined(separator: ", ")
      let steps = sequence.isEmpty ? "" : "sequence: [\(sequence.map { "R\($0)" }.joined(separator: ", "))], "
      let after = fallsThrough ? "afterSequence: fallThrough, " : ""
      let condition = when.isEmpty ? "" : "when: {\(Self.conditions(when))}, "
      return "  \(name): {match: /a, \(condition)\(steps)\(after)responses: {\(list)}}"
    }

    private static func keys(_ response: Response) -> String {
      let when = response.when.isEmpty ? [] : ["when: {\(conditions(response.when))}"]
      let sets = response.sets.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", ")
      return (when + (sets.isEmpty ? [] : ["set: {\(sets)}"])).joined(separator: ", ")
    }

    private static func conditions(_ when: [String: [String]]) -> String {
      when.sorted { $0.key < $1.key }.map { "\($0): [\($1.joined(separator: ", "))]" }.joined(separator: ", ")
    }
  }

  /// The rules, without indexes, locks and snapshots.
  struct Model {
    let requests: [Request]
    var states: [String: String] = [:]
    var answers: [String: Int] = [:]
    var selections: [String: Int] = [:]

    private func holds(_ when: [String: [String]]) -> Bool {
      when.allSatisfy { $1.contains(states[$0, default: "v0"]) }
    }

    private mutating func choice(_ request: Request) -> Int? {
      if let selected = selections[request.name] { return selected }
      if !request.sequence.isEmpty {
        let given = answers[request.name, default: 0]
        if given >= request.sequence.count, request.fallsThrough { return nil }
        answers[request.name] = given + 1
        return request.sequence[min(given, request.sequence.count - 1)]
      }
      return request.responses.firstIndex { !$0.when.isEmpty && holds($0.when) }
        ?? request.responses.firstIndex { $0.when.isEmpty }
    }

    /// The values that decide about later calls.
    var values: [String] {
      states.map { "\($0) \($1)" }.sorted() + answers.map { "\($0) \($1)" }.sorted()
    }

    mutating func call() -> String {
      for request in requests where holds(request.when) {
        guard let index = choice(request) else { continue }
        states.merge(request.responses[index].sets) { _, new in new }
        return "\(request.name): R\(index)"
      }
      return "unmatched"
    }
  }

  static func requests(_ generator: inout SeededGenerator) -> [Request] {
    func when() -> [String: [String]] {
      guard Int.random(in: 0..<3, using: &generator) == 0 else { return [:] }
      let values = (0..<3).map { "v\($0)" }.shuffled(using: &generator).prefix(Int.random(in: 1...2, using: &generator))
      return ["s\(Int.random(in: 0..<3, using: &generator))": Array(values)]
    }
    let requests = (0..<Int.random(in: 1...5, using: &generator)).map { number in
      let isSequence = Int.random(in: 0..<3, using: &generator) == 0
      let responses = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        Request.Response(
          when: isSequence ? [:] : when(),
          sets: Bool.random(using: &generator)
            ? ["s\(Int.random(in: 0..<3, using: &generator))": "v\(Int.random(in: 0..<3, using: &generator))"] : [:])
      }
      let count = Int.random(in: 1...3, using: &generator)
      return Request(
        name: "Q\(number)", when: when(), responses: responses,
        sequence: isSequence ? (0..<count).map { _ in Int.random(in: responses.indices, using: &generator) } : [],
        fallsThrough: isSequence && Bool.random(using: &generator))
    }
    // More conditions rank before fewer; the rest is the order of the file.
    return requests.filter { !$0.when.isEmpty } + requests.filter(\.when.isEmpty)
  }

  static func spec(_ requests: [Request]) -> String {
    """
    states: {s0: [v0, v1, v2], s1: [v0, v1, v2], s2: [v0, v1, v2]}
    requests:
    \(requests.map(\.line).joined(separator: "\n"))
    """
  }

  @Test(arguments: 0..<TestScale.count(6, long: 100))
  func `random calls of random sessions get what the model says, also over reloads`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let requests = Self.requests(&generator)
    let spec = Self.spec(requests)
    let engine = try Specs.engine(spec)
    var models: [Model] = Array(repeating: Model(requests: requests), count: 10)
    for number in 0..<TestScale.count(1000, long: 10_000) {
      let index = Int.random(in: models.indices, using: &generator)
      let session = try engine.session(SessionID("m\(index)"))
      switch Int.random(in: 0..<30, using: &generator) {
      case 0:
        session.reset()
        models[index] = Model(requests: requests)
      case 1:
        let (state, value) = (
          "s\(Int.random(in: 0..<3, using: &generator))", "v\(Int.random(in: 0..<3, using: &generator))"
        )
        try session.setState(state, to: value)
        models[index].states[state] = value
      case 2:
        let request = requests.randomElement(using: &generator)!
        let response = Int.random(in: request.responses.indices, using: &generator)
        try session.select("R\(response)", for: request.name)
        models[index].selections[request.name] = response
      case 3:
        let request = requests.randomElement(using: &generator)!
        try session.deselect(request.name)
        models[index].selections[request.name] = nil
      case 4:
        // The same specs, in a new version.
        #expect(engine.replace(with: try Specs.load(spec)) == [])
      default:
        let answer = engine.answer("GET /a", [.init("Mockspec-Session")!: "m\(index)"])
        try #require(answer == models[index].call(), "call \(number) of seed \(seed)\n\(spec)")
        #expect(
          session.states == ["s0", "s1", "s2"].reduce(into: [:]) { $0[$1] = models[index].states[$1, default: "v0"] })
      }
    }
  }
}
