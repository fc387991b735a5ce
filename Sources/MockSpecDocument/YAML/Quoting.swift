import MockSpecDiagnostics

/// Quotes text for YAML, as suggested in diagnostics.
package enum Quoting {
  /// Returns text in single quotes, or in double quotes if it contains single ones and nothing to escape.
  package static func quoted(_ text: String) -> String {
    guard text.contains("'") else { return "'\(text)'" }
    if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
    return "'" + text.replacing("'", with: "''") + "'"
  }

  /// Returns the help that suggests quotes. Text over 80 characters isn't repeated.
  package static func help(_ text: String, unless condition: String = "") -> String {
    "put it in quotes\(condition)" + (text.count <= 80 ? ": \(quoted(text))" : "")
  }

  /// Returns a fix that quotes text; `nil` if the text begins like a collection, another quote, a tag or an alias,
  /// which may be intended.
  static func fix(_ text: SourceRange) -> Fix? {
    let written = text.text
    let isCertain =
      switch written.first {
      case "{": written.hasPrefix("{{")
      case "[", "\"", "'": false
      case "!": !written.contains(" ")
      case "*":
        !(written.count > 1 && written.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) })
      default: true
      }
    return isCertain ? Fix(text, quoted(written)) : nil
  }
}
