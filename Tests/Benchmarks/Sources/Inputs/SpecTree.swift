/// The content of a spec file, which can be written as YAML or JSON.
indirect enum SpecTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByArrayLiteral
{
  case text(String)
  case number(Int)
  /// JSON, written unchanged also in YAML.
  case json(String)
  case list([SpecTree])
  case mapping([(key: String, value: SpecTree)])

  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(arrayLiteral items: SpecTree...) { self = .list(items) }
  init(dictionaryLiteral entries: (String, SpecTree)...) { self = .mapping(entries.map { (key: $0, value: $1) }) }

  // MARK: - YAML

  /// YAML in block style.
  var yaml: String { yaml(indent: "") }

  private func yaml(indent: String) -> String {
    switch self {
    case .text(let text): " \(Self.scalar(text))\n"
    case .number(let number): " \(number)\n"
    case .json(let json): " \(json)\n"
    case .list(let items) where items.isEmpty: " []\n"
    case .list(let items): "\n" + items.map { "\(indent)-\($0.yaml(indent: indent + "  "))" }.joined()
    case .mapping(let entries):
      (indent.isEmpty ? "" : "\n")
        + entries.map { "\(indent)\(Self.scalar($0.key)):\($0.value.yaml(indent: indent + "  "))" }.joined()
    }
  }

  /// Quotes a text unless it consists of letters, digits and characters without a meaning inside a plain scalar.
  private static func scalar(_ text: String) -> String {
    let isPlain = (text.first?.isLetter == true || text.first == "/") && text.last != " "
    return isPlain && text.allSatisfy { $0.isLetter || $0.isNumber || " -_./".contains($0) } ? text : "'\(text)'"
  }

  // MARK: - JSON

  /// JSON, indented by two spaces per level.
  var json: String { json(indent: "") + "\n" }

  private func json(indent: String) -> String {
    let inner = indent + "  "
    return switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): "\(number)"
    case .json(let json): json
    case .list(let items) where items.isEmpty: "[]"
    case .list(let items):
      "[\n" + items.map { inner + $0.json(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .mapping(let entries):
      "{\n"
        + entries.map { "\(inner)\(Self.quoted($0.key)): \($0.value.json(indent: inner))" }.joined(separator: ",\n")
        + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
