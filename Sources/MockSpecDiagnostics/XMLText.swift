/// Text as it may stand in XML 1.0: markup escaped, and U+FFFD for what no document can hold (its §2.2).
enum XMLText {
  /// With its quotes. Line breaks and tabs are kept, which a reader would else make spaces of (§3.3.3).
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
      // Elsewhere, too, a reader would make a line feed of it (§2.11).
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
