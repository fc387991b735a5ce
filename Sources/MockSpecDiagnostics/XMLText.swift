/// Escapes text for XML 1.0. Characters that XML doesn't allow (§2.2) become U+FFFD.
enum XMLText {
  /// Returns an attribute's value with its quotes. Line breaks and tabs are escaped, since parsers turn them into
  /// spaces (§3.3.3).
  static func attribute(_ text: String) -> String { "\"\(escaped(text, isAttribute: true))\"" }

  static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // Parsers turn a carriage return into a line feed (§2.11).
      case "\r": result += "&#13;"
      case "\n" where isAttribute: result += "&#10;"
      case "\t" where isAttribute: result += "&#9;"
      case "\n", "\t", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...: result.unicodeScalars.append(scalar)
      default: result += "\u{FFFD}"
      }
    }
    return result
  }
}
