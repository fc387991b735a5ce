/// Swift string literals.
enum SwiftLiteral {
  /// Returns an expression on one line with the value of a text, usually a literal. Invisible characters are escaped.
  static func text(of value: String) -> String {
    let isPlain = value.utf8.allSatisfy {
      (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return "\"" + value + "\"" }
    // The compiler rejects noncharacters, even as escapes.
    if value.unicodeScalars.contains(where: \.properties.isNoncharacterCodePoint) {
      return "String(decoding: \(Array(value.utf8)) as [UInt8], as: UTF8.self)"
    }
    var literal = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where isInvisible(scalar): literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20..<0x7F).contains(scalar.value) { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
