import MockSpecDiagnostics
import MockSpecDocument

enum InvalidJSONBody: LintRule {
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

  static func check(_ project: LintedProject) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var seen: Set<String> = []
    for file in project.responses.compactMap(\.file) {
      guard file.path.value.lowercased().hasSuffix(".json"), !file.content.isEmpty else { continue }
      guard seen.insert(file.absolutePath).inserted else { continue }
      let problems = DocumentParser.parse(file.content, path: file.shownPath, format: .json).diagnostics
      found += problems.prefix(ProblemLimit.perFile + 1).map { problem in
        warning(
          problem.message, at: problem.range ?? file.path.range,
          notes: [.init("the body file is named here", at: file.path.range)], help: problem.help)
      }
    }
    return found
  }
}
