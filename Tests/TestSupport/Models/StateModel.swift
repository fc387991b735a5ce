/// What calls get from a project with states, sequences and selections: the rules, without indexes, locks and snapshots.
package struct StateModel: Sendable {
  /// What a request of the project does. All of them match the same calls.
  package struct Request: Sendable {
    package struct Response: Sendable {
      package var when: [String: [String]]
      package var sets: [String: String]

      package init(when: [String: [String]], sets: [String: String]) { (self.when, self.sets) = (when, sets) }
    }

    package var name: String
    package var when: [String: [String]]
    package var responses: [Response]
    package var sequence: [Int]
    package var fallsThrough: Bool

    package init(
      name: String, when: [String: [String]], responses: [Response], sequence: [Int], fallsThrough: Bool
    ) {
      (self.name, self.when, self.responses) = (name, when, responses)
      (self.sequence, self.fallsThrough) = (sequence, fallsThrough)
    }
  }

  package let requests: [Request]
  package var states: [String: String] = [:]
  package var answers: [String: Int] = [:]
  package var selections: [String: Int] = [:]

  package init(requests: [Request]) { self.requests = requests }

  private func holds(_ when: [String: [String]]) -> Bool {
    when.allSatisfy { $1.contains(states[$0, default: "v0"]) }
  }

  private mutating func choice(_ request: Request, _ chosen: [String: Int]) -> Int? {
    if let selected = chosen[request.name] ?? selections[request.name] { return selected }
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
  package var values: [String] {
    states.map { "\($0) \($1)" }.sorted() + answers.map { "\($0) \($1)" }.sorted()
  }

  /// Returns the answer to a call, and makes its changes.
  ///
  /// - Parameter chosen: The responses that the call itself names.
  package mutating func call(choosing chosen: [String: Int] = [:]) -> String {
    for request in requests where holds(request.when) {
      guard let index = choice(request, chosen) else { continue }
      states.merge(request.responses[index].sets) { _, new in new }
      return "\(request.name): R\(index)"
    }
    return "unmatched"
  }
}
