import MockSpecDiagnostics

enum EmptyBodyFile: LintRule {
  static let name = "empty-body-file"
  static let summary = "a body file has no bytes"
  static let explanation = """
    An empty file is often one that was made and never filled. If an empty body is meant, leave 'file' out: a response \
    without a body is empty.
    """
  static let example = RuleExample(
    wrong: [
      ("example.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {file: items.txt}}}}"),
      ("items.txt", ""),
    ],
    right: [
      ("example.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {file: items.txt}}}}"),
      ("items.txt", "one\n"),
    ])

  static func check(_ project: LintedProject) -> [Diagnostic] {
    project.requests.flatMap(\.responses).compactMap(\.file).filter(\.content.isEmpty).map { file in
      warning("body file '\(file.path.value)' is empty", at: file.path.range)
    }
  }
}
