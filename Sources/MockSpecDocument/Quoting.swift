import MockSpecDiagnostics

/// Text as a user can paste it into YAML.
enum Quoting {
  /// In single quotes, in which nothing but the quote itself means anything; in double quotes where that reads better.
  static func quoted(_ text: String) -> String {
    guard text.contains("'") else { return "'\(text)'" }
    if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
    return "'" + text.replacing("'", with: "''") + "'"
  }

  /// What to do about this text; a long one isn't repeated.
  static func help(_ text: String, unless condition: String = "") -> String {
    "put it in quotes\(condition)" + (text.count <= 80 ? ": \(quoted(text))" : "")
  }

  static func fix(_ text: SourceRange) -> Fix { Fix(text, quoted(text.text)) }
}
