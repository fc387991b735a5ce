// Random projects. The answer of a response is also its body.
extension StateModel {
  package static func requests(_ generator: inout SeededGenerator) -> [Request] {
    func when() -> [String: [String]] {
      guard generator.once(in: 3) else { return [:] }
      let values = (0..<3).map { "v\($0)" }.shuffled(using: &generator).prefix(Int.random(in: 1...2, using: &generator))
      return ["s\(Int.random(in: 0..<3, using: &generator))": Array(values)]
    }
    let requests = (0..<Int.random(in: 1...5, using: &generator)).map { number in
      let isSequence = generator.once(in: 3)
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

  /// Returns the spec of the requests, without its version.
  package static func spec(_ requests: [Request]) -> String {
    """
    states: {s0: [v0, v1, v2], s1: [v0, v1, v2], s2: [v0, v1, v2]}
    requests:
    \(requests.map(\.line).joined(separator: "\n"))
    """
  }
}

extension StateModel.Request {
  fileprivate var line: String {
    let list = responses.enumerated().map { "R\($0): {\(keys($1, "\(name): R\($0)"))}" }.joined(separator: ", ")
    let steps = sequence.isEmpty ? "" : "sequence: [\(sequence.map { "R\($0)" }.joined(separator: ", "))], "
    let after = fallsThrough ? "afterSequence: fallThrough, " : ""
    let condition = when.isEmpty ? "" : "when: {\(Self.conditions(when))}, "
    return "  \(name): {match: /a, \(condition)\(steps)\(after)responses: {\(list)}}"
  }

  private func keys(_ response: Response, _ text: String) -> String {
    let when = response.when.isEmpty ? [] : ["when: {\(Self.conditions(response.when))}"]
    let sets = response.sets.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", ")
    return (when + (sets.isEmpty ? [] : ["set: {\(sets)}"]) + ["text: '\(text)'"]).joined(separator: ", ")
  }

  private static func conditions(_ when: [String: [String]]) -> String {
    when.sorted { $0.key < $1.key }.map { "\($0): [\($1.joined(separator: ", "))]" }.joined(separator: ", ")
  }
}
