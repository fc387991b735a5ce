import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Two mistakes in different requests of one file are two diagnostics: neither hides the other or adds to it.
///
/// Beside an error, only warnings that don't compare requests are reported, and none in a file with an error of syntax. A
/// character that YAML doesn't allow ends the reading of the file.
struct MistakePairTests {
  /// A mistake that is inside the requests of a spec, so that other requests can follow it.
  struct Part {
    let mistake: Mistake
    /// The lines of the requests.
    let lines: [Substring]
    /// The line of the mistake among them, from 0.
    let line: Int
    let isSyntax: Bool
    let severity: Diagnostic.Severity
    /// Whether it is a warning that needs no project without errors.
    let isBesideErrors: Bool
    /// Names of requests and paths, which another part must not have.
    let names: Set<Substring>

    init?(_ mistake: Mistake) throws {
      let header = "mockspec: 1\nrequests:\n"
      guard mistake.place == .spec, mistake.kind != .otherFiles, mistake.bytes == nil, mistake.files.isEmpty,
        knownShortfalls[mistake.name] == nil, mistake.text.text.hasPrefix(header)
      else { return nil }
      let lines = mistake.text.text.dropFirst(header.count).split(separator: "\n", omittingEmptySubsequences: false)
      let isInRequests = lines.allSatisfy { $0.isEmpty || $0.first == " " }
      guard isInRequests, lines[0].hasPrefix("  "), !lines[0].hasPrefix("  -"),
        let diagnostic = try mistake.report().diagnostics.first, diagnostic.code != "invalid-character"
      else { return nil }
      self.mistake = mistake
      self.lines = lines
      line = mistake.line - 3
      isSyntax = diagnostic.code.hasSuffix("-syntax")
      severity = diagnostic.severity
      isBesideErrors = LintRules.ofSpecs.contains { $0.name == diagnostic.code }
      let requests = lines.filter { $0.hasPrefix("  ") && $0.dropFirst(2).first != " " }
      let paths = mistake.text.text.split { " '\"{},?".contains($0) || $0.isNewline }.filter { $0.contains("/") }
      names = Set(requests + paths)
    }

    func canPrecede(_ other: Part) -> Bool {
      let canBeTogether =
        severity == other.severity || (isBesideErrors && !other.isSyntax) || (other.isBesideErrors && !isSyntax)
      return canBeTogether && !(isSyntax && other.isSyntax) && names.isDisjoint(with: other.names)
    }
  }

  static func parts() throws -> [Part] { try MistakeTests.all.compactMap { try Part($0) } }

  /// Returns what is wrong with the report of a pair; `nil` if nothing is.
  static func shortfall(_ first: Part, _ second: Part) throws -> String? {
    let text = "mockspec: 1\nrequests:\n" + (first.lines + second.lines).joined(separator: "\n") + "\n"
    let report = try Mistake.Report(["a.mock.yaml": Array(text.utf8)])
    let lines = [first.line + 3, first.lines.count + second.line + 3]
    var left = report.diagnostics
    for (part, line) in zip([first, second], lines) {
      guard let index = left.firstIndex(where: { part.mistake.shortfall(of: $0, at: line) == nil }) else {
        return "\(part.mistake.name) isn't reported at line \(line)\(report.lines)"
      }
      left.remove(at: index)
    }
    return left.isEmpty ? nil : "\(left.count) more diagnostics\(report.lines)"
  }

  @Test func `95 in 100 pairs are the two diagnostics`() throws {
    let parts = try Self.parts()
    try #require(parts.count > 20)
    var generator = SeededGenerator(seed: 16)
    var missed: [String] = []
    let count = 400
    for _ in 0..<count {
      var (first, second) = (generator.pick(parts), generator.pick(parts))
      while !first.canPrecede(second) { (first, second) = (generator.pick(parts), generator.pick(parts)) }
      if let shortfall = try Self.shortfall(first, second) {
        missed.append("\(first.mistake.name) + \(second.mistake.name): \(shortfall)")
      }
    }
    print("pairs of \(parts.count) mistakes: \(count - missed.count) of \(count) as they should be")
    for pair in missed { print("  \(pair.prefix { !$0.isNewline })") }
    #expect(missed.count * 100 <= count * 5, "\(missed.joined(separator: "\n"))")
  }
}
