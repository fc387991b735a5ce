import MockSpecDiagnostics
import MockSpecDocument

enum InvalidJSONBody: SpecRule {
  static let name = "invalid-json-body"
  static let summary = "a body file that ends in .json isn't JSON"
  static let explanation = """
    The location is inside the body file, where it stops being valid JSON (RFC 8259). If the response is meant to be \
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
      let problems = DocumentParser.parse(file.content, path: file.shownPath, format: .json).diagnostics
      return problems.prefix(ProblemLimit.perFile + 1).map { problem in
        .init(message: problem.message, range: problem.range ?? file.path.range, help: problem.help)
      }
    }
  }
}
