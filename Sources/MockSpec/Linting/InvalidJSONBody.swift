import MockSpecDiagnostics
import MockSpecDocument

enum InvalidJSONBody: SpecRule {
  static let name = "invalid-json-body"
  static let summary = "a body file that ends in .json isn't JSON, or begins with a byte-order mark"
  static let explanation = """
    The location is inside the body file, where it stops being valid JSON (RFC 8259). JSON that is \
    sent has no byte-order mark (section 8.1): many clients reject it. If the response is meant to be \
    malformed, give the file another extension and set the Content-Type, or ignore the rule on the line that names the \
    file.
    """
  static let example = RuleExample(
    wrong: [
      ("example.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {file: items.json}}}}"),
      ("items.json", "{\"items\": [1, 2,]}\n"),
    ],
    right: [
      ("example.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {file: items.json}}}}"),
      ("items.json", "{\"items\": [1, 2]}\n"),
    ])

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.warnings(Self.self, ofAnyForm: false) { file in
      guard file.path.value.lowercased().hasSuffix(".json"), !file.content.isEmpty else { return [] }
      if let range = mark(of: file) { return [.init(message: markMessage, range: range, help: markHelp)] }
      let problems = DocumentParser.parse(file.content, path: file.shownPath, format: .json).diagnostics
      return problems.prefix(ProblemLimit.perFile + 1).map { problem in
        .init(message: problem.message, range: problem.range ?? file.path.range, help: problem.help)
      }
    }
  }

  static let markMessage = "the file begins with a byte-order mark, which JSON mustn't have"
  static let markHelp = "save it as UTF-8 without a byte-order mark"

  /// Returns the range of the byte-order mark of a file; `nil` if it has none.
  static func mark(of file: ProjectFile) -> SourceRange? {
    guard file.content.starts(with: [0xEF, 0xBB, 0xBF]) else { return nil }
    return SourceRange(file: SourceFile(path: file.shownPath, bytes: file.content), bytes: 0..<3)
  }
}
