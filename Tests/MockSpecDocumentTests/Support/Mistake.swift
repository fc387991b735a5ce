import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// A mistake in a text: 1️⃣ marks the reported range, 2️⃣ the range of the note.
struct Mistake: CustomTestStringConvertible, Sendable {
  var marked: String
  var message: String
  var help: String?
  var note: String?
  var severity: Diagnostic.Severity
  var code: String

  init(
    _ marked: String, _ message: String, help: String? = nil, note: String? = nil,
    _ severity: Diagnostic.Severity = .error, code: String
  ) {
    self.marked = marked
    self.message = message
    self.help = help
    self.note = note
    self.severity = severity
    self.code = code
  }

  var testDescription: String { String(marked.prefix(60)).debugDescription }

  /// Expects exactly this diagnostic, also as drawn by `HumanRenderer` and `JSONRenderer`.
  func check(_ format: DocumentParser.Format, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let diagnostics = parse(MarkedText(marked).text, format).diagnostics
    try #require(diagnostics.count == 1, "\(diagnostics)", sourceLocation: sourceLocation)
    let diagnostic = diagnostics[0]
    #expect(diagnostic.marked == marked, sourceLocation: sourceLocation)
    #expect(diagnostic.message == message, sourceLocation: sourceLocation)
    #expect(diagnostic.help == help, sourceLocation: sourceLocation)
    #expect(diagnostic.notes.map(\.message) == [note].compactMap(\.self), sourceLocation: sourceLocation)
    #expect(diagnostic.severity == severity, sourceLocation: sourceLocation)
    #expect(diagnostic.code == code, sourceLocation: sourceLocation)

    let drawn = HumanRenderer().render(diagnostic).split(separator: "\n", omittingEmptySubsequences: false)
    for line in expectedLines { #expect(drawn.contains { $0 == line }, sourceLocation: sourceLocation) }

    let summary = DiagnosticSummary(files: 1, requests: 0, responses: 0)
    let json = JSONRenderer().render([diagnostic], summary: summary)
    let entry = DocumentParser.parseJSON(Array(json.utf8))?.root.value("diagnostics")?.elements.first { _ in true }
    #expect(entry?.outline == expectedJSON(fix: diagnostic.fix), sourceLocation: sourceLocation)
    try checkFix(diagnostic, format, sourceLocation)
  }

  /// Expects that the fix, if there is one, removes the mistake. Others may then be found.
  private func checkFix(
    _ diagnostic: Diagnostic, _ format: DocumentParser.Format, _ sourceLocation: SourceLocation
  ) throws {
    guard let fix = diagnostic.fix else { return }
    let fixed = [fix].applied(to: MarkedText(marked).bytes)
    let left = DocumentParser.parse(fixed, path: "f", format: format).diagnostics
    #expect(!left.map(\.description).contains(diagnostic.description), sourceLocation: sourceLocation)
  }

  /// The headline, the carets if the line is ASCII, the note's headline and the help.
  private var expectedLines: [String] {
    let start = position(1, \.lowerBound)
    var lines = ["f:\(start.line):\(start.column): \(severity.rawValue): \(message) [\(code)]"]
    let source = MarkedText(marked)
    let scalars = source.text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }[start.line - 1]
    let line = String(scalars).replacing("\r", with: "")
    if line.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x80 }), line.utf8.count < 120 {
      let carets = max(1, min(source[1].count, line.utf8.count - start.column + 1))
      let gutter = String(repeating: " ", count: gutterWidth)
      lines.append(
        "\(gutter) | " + String(repeating: " ", count: start.column - 1) + String(repeating: "^", count: carets))
      lines.append(String(repeating: " ", count: gutterWidth - "\(start.line)".count) + "\(start.line) | \(line)")
    }
    if let note {
      let place = position(2, \.lowerBound)
      lines.append("f:\(place.line):\(place.column): note: \(note)")
    }
    if let help { lines.append(String(repeating: " ", count: gutterWidth) + " = help: \(help)") }
    return lines
  }

  private var gutterWidth: Int {
    let lines = [position(1, \.lowerBound).line] + (note == nil ? [] : [position(2, \.lowerBound).line])
    return "\(lines.max() ?? 1)".count
  }

  private func expectedJSON(fix: Fix?) -> String {
    let start = position(1, \.lowerBound)
    let end = position(1, \.upperBound)
    var fields = [
      "file: 'f'", "line: int \(start.line)", "column: int \(start.column)", "endLine: int \(end.line)",
      "endColumn: int \(end.column)", "severity: '\(severity.rawValue)'", "code: '\(code)'", "message: '\(message)'",
    ]
    if let help { fields.append("help: '\(help)'") }
    var notes: [String] = []
    if let note {
      let place = position(2, \.lowerBound)
      notes.append("{file: 'f', line: int \(place.line), column: int \(place.column), message: '\(note)'}")
    }
    fields.append("notes: [\(notes.joined(separator: ", "))]")
    if let fix {
      let (start, end) = (fix.range.start, fix.range.end)
      fields.append(
        "fix: {line: int \(start.line), column: int \(start.column), endLine: int \(end.line), "
          + "endColumn: int \(end.column), text: '\(fix.text)'}")
    }
    return "{\(fields.joined(separator: ", "))}"
  }

  /// Returns a position, counted independently of the tested code.
  private func position(_ marker: Int, _ end: (Range<Int>) -> Int) -> (line: Int, column: Int) {
    let source = MarkedText(marked)
    let before = String(decoding: source.bytes[..<end(source[marker])], as: UTF8.self).unicodeScalars
    let lines = before.split(omittingEmptySubsequences: false) { $0 == "\n" }
    return (lines.count, lines[lines.count - 1].count + 1)
  }
}
