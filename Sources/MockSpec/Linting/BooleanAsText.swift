import MockSpecDiagnostics
import MockSpecDocument

enum BooleanAsText: SpecRule {
  static let name = "boolean-as-text"
  static let summary = "a value of JSON is 'yes', 'no', 'on' or 'off' without quotes, which is text"
  static let explanation = """
    In YAML 1.2, only 'true' and 'false' are booleans. Earlier versions read these words as booleans, too, and some \
    programs still do. Write 'true' or 'false', or put the word in quotes if it is meant as text.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Account:
          match: GET /account
          responses: {Found: {json: {name: Ada, active: yes}}}
      """,
    right: """
      requests:
        Account:
          match: GET /account
          responses: {Found: {json: {name: Ada, active: true}}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.jsonValues.flatMap { root in
      root.values(limit: ProblemLimit.perFile + 1) { record, text in
        record.kind == .string && (text.count == 2 || text.count == 3)
          && booleans[String(decoding: text, as: UTF8.self)] != nil
      }.compactMap(warning)
    }
  }

  private static let booleans = ["yes": true, "on": true, "no": false, "off": false]

  private static func warning(_ node: Node) -> Diagnostic? {
    // A list of such words is one of choices.
    guard node.isMember, node.isPlain, let meaning = booleans[node.text] else { return nil }
    return warning(
      "'\(node.text)' is text, and not a boolean", at: node.range,
      help: "write \(meaning), or put it in quotes: '\(node.text)'")
  }
}
