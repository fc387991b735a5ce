import MockSpec

/// The explanation of a call that no request of the server matches, as `Explanation.json` writes it.
struct ExplanationMessage: Decodable {
  private let request: String
  private let notes: [String]
  private let candidates: [Candidate]
  private let moreCandidates: Int
  private let suggestedSpec: String?

  private struct Candidate: Decodable {
    let request: String
    let file: String
    let line: Int
    let column: Int
    let note: String?
    let conditions: [Condition]
  }

  private struct Condition: Decodable {
    let kind: String
    let name: String?
    let met: Bool
    let expected: String
    let found: String
    let file: String
    let line: Int
    let column: Int
    let details: [String]?
    let differences: [Difference]?
  }

  private struct Difference: Decodable {
    let kind: String
    let pointer: String
    let expected: String?
    let found: String?
  }

  var explanation: Explanation {
    Explanation(
      call: request, outcome: .unmatched, candidates: candidates.map(Self.candidate), moreCandidates: moreCandidates,
      notes: notes, suggestedSpec: suggestedSpec)
  }

  private static func candidate(_ message: Candidate) -> Explanation.Candidate {
    Explanation.Candidate(
      requestName: message.request, place: SpecPlace(file: message.file, line: message.line, column: message.column),
      conditions: message.conditions.map(condition), note: message.note)
  }

  private static func condition(_ message: Condition) -> ConditionResult {
    ConditionResult(
      kind: ConditionResult.Kind(rawValue: message.kind), name: message.name, isMet: message.met,
      expected: message.expected, found: message.found, details: message.details ?? [],
      differences: (message.differences ?? []).compactMap(difference),
      place: SpecPlace(file: message.file, line: message.line, column: message.column))
  }

  private static func difference(_ message: Difference) -> JSONDifference? {
    JSONDifference.Kind(rawValue: message.kind).map {
      JSONDifference(kind: $0, pointer: message.pointer, expected: message.expected, found: message.found)
    }
  }
}
