import MockSpecDiagnostics

/// Quotes text for YAML, as suggested in diagnostics.
enum Quoting {
  /// Returns text in single quotes, or in double quotes if it contains single ones and nothing to escape.
  static func quoted(_ text: String) -> String {
    guard text.contains("'") else { return "'\(text)'" }
    if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
    return "'" + text.replacing("'", with: "''") + "'"
  }

  /// Returns the help that suggests quotes. Text over 80 characters isn't repeated.
  static func help(_ text: String, unless condition: String = "") -> String {
    "put it in quotes\(condition)" + (text.count <= 80 ? ": \(quoted(text))" : "")
  }

  static func fix(_ text: SourceRange) -> Fix { Fix(text, quoted(text.text)) }
}
