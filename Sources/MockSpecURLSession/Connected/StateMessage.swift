import MockSpec

/// The members of the reply to `GET state` that are used.
struct StateMessage: Decodable {
  struct Scene: Decodable {
    let name: String
  }

  struct State: Decodable {
    let name: String
    let value: String
    let values: [String]
  }

  let requests: [RequestMessage]
  let scenes: [Scene]
  /// The name of the active scene.
  let scene: String?
  let states: [State]

  /// The value of each state, by name.
  var values: [String: String] { Dictionary(states.map { ($0.name, $0.value) }) { first, _ in first } }
}

/// A request of a server.
struct RequestMessage: Decodable {
  private let name: String
  private let match: String
  private let file: String
  private let line: Int
  private let column: Int
  private let source: String
  private let spec: String?
  private let enabled: Bool
  private let responses: [Response]
  private let next: Next?

  private struct Response: Decodable {
    let name: String
    let summary: String
  }

  private struct Next: Decodable {
    let response: String
    let reason: String
    let step: Step?
  }

  private struct Step: Decodable {
    let number: Int
    let count: Int
  }

  var status: RequestStatus {
    RequestStatus(
      name: name, match: match, place: SpecPlace(file: file, line: line, column: column), isEnabled: enabled,
      isBuiltInCode: source == "code", runtimeSpec: spec,
      responses: responses.map { RequestStatus.Response(name: $0.name, summary: $0.summary) },
      next: next.map { next in
        RequestStatus.Next(
          response: next.response, reason: Decision.Reason(rawValue: next.reason) ?? .default,
          step: next.step.map { Decision.Step(number: $0.number, count: $0.count) })
      })
  }
}
