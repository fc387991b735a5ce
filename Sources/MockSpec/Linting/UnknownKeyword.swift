import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

enum UnknownKeyword: SpecRule {
  static let name = "unknown-keyword"
  static let summary =
    "a schema has a misspelt keyword, or one of OpenAPI"
  static let explanation = """
    JSON Schema ignores keywords that it doesn't know (Core §6.5), so a misspelt one has no effect, and more bodies match. \
    OpenAPI 3.0 has keywords of its own: for 'nullable: true', write a list of types: 'type: [string, ''null'']'.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Order:
          match: {method: POST, path: /orders, body: {schema: {type: object, propertes: {id: {type: integer}}}}}
          responses: {Created: {status: 201}}
      """,
    right: """
      requests:
        Order:
          match: {method: POST, path: /orders, body: {schema: {type: object, properties: {id: {type: integer}}}}}
          responses: {Created: {status: 201}}
      """)

  /// The maximum number of warnings per schema, since schemas can be large.
  private static let limit = 20

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.schemas.flatMap { schema in
      Schema.keys(in: schema).unknown.lazy.compactMap { key in
        advice(on: key.text).map {
          warning("JSON Schema has no keyword '\(key.excerpt)'", at: key.range, help: $0)
        }
      }.prefix(limit).map(\.self)
    }
  }

  private static func advice(on keyword: String) -> String? {
    switch keyword {
    case "nullable": "write a list of types: type: [string, 'null']"
    case "discriminator": "write 'oneOf', whose schemas have a 'const' for the property"
    case "dependencies": "write 'dependentRequired' for lists of names, and 'dependentSchemas' for schemas"
    case "additionalItems": "write 'items' beside 'prefixItems'"
    case "example": nil
    case _ where keyword.hasPrefix("x-"): nil
    default: Suggestion.nearest(to: keyword, among: Schema.keywords).map { "did you mean '\($0)'?" }
    }
  }
}
