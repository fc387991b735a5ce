import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Two mistakes in different requests of one JSON file, of which at most one is of syntax, are two diagnostics.
struct JSONMistakePairTests {
  /// A mistake that is inside the requests of a spec, so that other requests can follow it.
  struct Part {
    let mistake: Mistake
    /// The lines of the requests.
    let lines: [Substring]
    /// The line of the mistake among them, from 0.
    let line: Int
    let isSyntax: Bool
    let severity: Diagnostic.Severity

    init?(_ mistake: Mistake) throws {
      let (header, footer) = ("{\n  \"mockspec\": 1,\n  \"requests\": {\n", "\n  }\n}")
      let text = mistake.text.text
      guard mistake.place == .json, mistake.kind != .otherFiles, mistake.bytes == nil, mistake.files.isEmpty,
        knownShortfalls[mistake.name] == nil, text.hasPrefix(header), text.hasSuffix(footer), mistake.line > 3,
        let diagnostic = try mistake.report().diagnostics.first
      else { return nil }
      self.mistake = mistake
      lines = text.dropFirst(header.count).dropLast(footer.count).split(
        separator: "\n", omittingEmptySubsequences: false)
      // Markers of a conflict hide all else.
      guard lines.allSatisfy({ $0.isEmpty || $0.first == " " }) else { return nil }
      line = mistake.line - 4
      isSyntax = diagnostic.code == "json-syntax"
      severity = diagnostic.severity
    }

    /// The quoted texts with which two requests would be the same.
    var names: Set<Substring> {
      Set(lines.flatMap { $0.split(separator: "\"") }.filter { $0.contains("/") })
        .union(lines.filter { $0.hasPrefix("    \"") }.compactMap { $0.split(separator: "\"").dropFirst().first })
    }

    func canPrecede(_ other: Part) -> Bool {
      severity == other.severity && !(isSyntax && other.isSyntax) && names.isDisjoint(with: other.names)
    }
  }

  /// Returns what is wrong with the report of a pair; `nil` if nothing is.
  static func shortfall(_ first: Part, _ second: Part) throws -> String? {
    let requests = first.lines.joined(separator: "\n") + ",\n" + second.lines.joined(separator: "\n")
    let text = "{\n  \"mockspec\": 1,\n  \"requests\": {\n\(requests)\n  }\n}\n"
    let report = try Mistake.Report(["a.mock.json": Array(text.utf8)])
    var left = report.diagnostics
    for (part, line) in [(first, first.line + 4), (second, first.lines.count + second.line + 4)] {
      guard let index = left.firstIndex(where: { part.mistake.shortfall(of: $0, at: line) == nil }) else {
        return "\(part.mistake.name) isn't reported at line \(line)\(report.lines)"
      }
      left.remove(at: index)
    }
    return left.isEmpty ? nil : "\(left.count) more diagnostics\(report.lines)"
  }

  @Test func `95 in 100 pairs are the two diagnostics`() throws {
    let parts = try MistakeTests.all.compactMap { try Part($0) }
    try #require(parts.count > 8)
    var count = 0
    var missed: [String] = []
    for first in parts {
      for second in parts where first.canPrecede(second) {
        count += 1
        if let shortfall = try Self.shortfall(first, second) {
          missed.append("\(first.mistake.name) + \(second.mistake.name): \(shortfall)")
        }
      }
    }
    try #require(count > 40)
    print("pairs of \(parts.count) mistakes in JSON: \(count - missed.count) of \(count) as they should be")
    for pair in missed { print("  \(pair.prefix { !$0.isNewline })") }
    #expect(missed.count * 100 <= count * 5, "\(missed.joined(separator: "\n"))")
  }
}
