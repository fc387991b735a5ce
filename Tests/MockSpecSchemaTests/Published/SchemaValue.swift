import MockSpecDiagnostics
import MockSpecDocument

/// A JSON value whose keys keep their order and whose scalars keep their text.
enum SchemaValue {
  case scalar(String)
  case sequence([SchemaValue])
  case mapping([(key: String, value: SchemaValue)])

  init(_ node: Node) {
    switch node.kind {
    case .mapping: self = .mapping(node.entries.map { ($0.key.text, SchemaValue($0.value)) })
    case .sequence: self = .sequence(node.elements.map { SchemaValue($0) })
    default: self = .scalar(node.range.text)
    }
  }

  /// The members of a mapping; empty for other values.
  var members: [(key: String, value: SchemaValue)] {
    get { if case .mapping(let members) = self { members } else { [] } }
    set { self = .mapping(newValue) }
  }

  /// The names of the definitions that the value refers to.
  var references: [String] {
    switch self {
    case .scalar: []
    case .sequence(let elements): elements.flatMap(\.references)
    case .mapping(let members):
      members.flatMap { key, value in
        if key == "$ref", case .scalar(let pointer) = value {
          return [String(pointer.dropFirst("\"#/$defs/".count).dropLast())]
        }
        return value.references
      }
    }
  }
}

/// JSON in at most 120 columns, except for long texts.
extension SchemaValue {
  private static let width = 120

  /// - Parameters:
  ///   - indent: The indentation of the line that the value starts in.
  ///   - column: The column that the value starts at.
  func text(indent: Int = 0, column: Int = 0) -> String {
    // A comma can follow.
    if indent > 0, column + line.count < Self.width { return line }
    let (open, close, parts) = parts
    if parts.isEmpty { return line }
    let margin = String(repeating: " ", count: indent + 2)
    var result = open + "\n" + margin
    var used = indent + 2
    for (position, part) in parts.enumerated() {
      if position > 0 {
        let fits = isListOfWords && used + part.prefix.count + part.value.line.count + 2 < Self.width
        result += fits ? ", " : ",\n" + margin
        used = fits ? used + 2 : indent + 2
      }
      let text = part.value.text(indent: indent + 2, column: used + part.prefix.count)
      result += part.prefix + text
      used += part.prefix.count + text.count
    }
    return result + "\n" + String(repeating: " ", count: indent) + close
  }

  private var parts: (open: String, close: String, parts: [(prefix: String, value: SchemaValue)]) {
    switch self {
    case .scalar: ("", "", [])
    case .sequence(let elements): ("[", "]", elements.map { ("", $0) })
    case .mapping(let members): ("{", "}", members.map { ("\"\($0.key)\": ", $0.value) })
    }
  }

  /// The value in one line.
  private var line: String {
    switch self {
    case .scalar(let text): text
    case .sequence(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .mapping(let members):
      "{" + members.map { "\"\($0.key)\": \($0.value.line)" }.joined(separator: ", ") + "}"
    }
  }

  /// Whether the value is a list of names or a mapping of names to `true` or `false`, whose elements share lines.
  private var isListOfWords: Bool {
    switch self {
    case .scalar: false
    case .sequence(let elements): elements.allSatisfy { !$0.isCollection }
    case .mapping(let members): members.allSatisfy { ["true", "false"].contains($0.value.line) }
    }
  }

  private var isCollection: Bool { if case .scalar = self { false } else { true } }
}
