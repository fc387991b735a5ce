/// Text for a terminal, with tabs as spaces and visible control characters, and its width in columns.
package struct DisplayText {
  static let tabWidth = 4

  package private(set) var text = ""
  private(set) var width = 0

  package init(_ source: String) {
    // Nearly every line is printable ASCII, and examining each character takes most of a report's time.
    if source.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      (text, width) = (source, source.utf8.count)
      return
    }
    for character in source {
      if character == "\t" {
        append(String(repeating: " ", count: Self.tabWidth), width: Self.tabWidth)
      } else if let scalar = character.unicodeScalars.first, isInvisible(scalar) {
        append(picture(of: scalar), width: 1)
      } else {
        append(String(character), width: columns(of: character))
      }
    }
  }

  private mutating func append(_ piece: String, width columns: Int) {
    text += piece
    width += columns
  }

  /// Whether a scalar could change how other text is displayed: controls, line separators, bidirectional overrides and
  /// other scalars without a glyph.
  private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Returns the symbol of a control character, such as `␛`; U+FFFD for other scalars.
  private func picture(of scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value).map { String(Character($0)) } ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }

  /// Returns the width of a character: two columns for East Asian wide characters and emoji (Unicode annex 11), else
  /// one.
  private func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default:
      let isEmoji = scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
      return isEmoji ? 2 : 1
    }
  }
}
