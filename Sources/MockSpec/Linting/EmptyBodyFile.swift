import MockSpecDiagnostics

enum EmptyBodyFile: SpecRule {
  static let name = "empty-body-file"
  static let summary = "a body file is empty"
  static let explanation = """
    An empty file is often one that was created and never filled. For an empty body, remove 'file': a response without a \
    body key has an empty body.
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

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.responses.compactMap(\.file).filter(\.content.isEmpty).map { file in
      warning("body file '\(file.path.value)' is empty", at: file.path.range)
    }
  }
}
