/// A character that looks like an ASCII character or a space, or is invisible.
///
/// Word processors, web pages, chats and input methods insert them instead of the characters that YAML, JSON and the
/// spec language use. In names and text, they are ordinary characters.
package struct Lookalike: Sendable {
  package let scalar: Unicode.Scalar
  /// The characters that can have been intended, likeliest first. Empty text means that the character should be
  /// removed.
  package let meanings: [String]

  /// Returns `nil` for a character that isn't a look-alike.
  package init?(_ scalar: Unicode.Scalar, in format: DocumentParser.Format) {
    guard scalar.value >= 0x7F || scalar.value < 0x20, let meanings = Self.meanings(of: scalar, in: format) else {
      return nil
    }
    self.scalar = scalar
    self.meanings = meanings
  }

  /// Whether nothing is drawn for the character.
  package var isInvisible: Bool { meanings[0].allSatisfy(\.isWhitespace) }

  /// Whether YAML doesn't allow the character, as `TextCheck` does.
  package var isForbidden: Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF: true
    default: false
    }
  }

  /// Whether the character is a dash, not a bullet that looks like one.
  package var isDash: Bool { scalar == "\u{2212}" || scalar.properties.generalCategory == .dashPunctuation }

  /// The code point and the name in Unicode: `U+00A0 (no-break space)`.
  package var description: String {
    let name = (scalar.properties.name ?? scalar.properties.nameAlias)?.lowercased()
      .replacing("zero width", with: "zero-width")
    return Self.codePoint(scalar) + (name.map { " (\($0))" } ?? "")
  }

  /// `U+00A0`.
  static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func meanings(of scalar: Unicode.Scalar, in format: DocumentParser.Format) -> [String]? {
    // The fullwidth forms are ASCII, in the same order.
    if 0xFF01...0xFF5E ~= scalar.value, let plain = Unicode.Scalar(scalar.value - 0xFEE0) {
      return "\"'`".unicodeScalars.contains(plain) ? quotes(plain, in: format) : [String(plain)]
    }
    // On a Russian keyboard, `2с` can mean two seconds.
    if scalar == "с" { return ["c", "s"] }
    // The ideographic space is as wide as two spaces.
    if scalar == "\u{3000}" { return [" ", "  ", ""] }
    if let meaning = signs[scalar] ?? letters[scalar] { return [meaning] }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return [" ", ""]
    case .lineSeparator, .paragraphSeparator: return ["\n", "", " "]
    case .control:
      return ["\t", "\n", "\r"].contains(scalar) ? nil : scalar == "\u{85}" ? ["\n", "", " "] : ["", " "]
    case .format: return ["", " "]
    case .dashPunctuation: return ["-"]
    case .initialPunctuation, .finalPunctuation:
      return quotes("‘’‛‹›".contains(Character(scalar)) ? "'" : "\"", in: format)
    case .decimalNumber: return scalar.properties.numericValue.map { [String(Int($0))] }
    default: break
    }
    if "´`′‵".unicodeScalars.contains(scalar) { return quotes("'", in: format) }
    if "„″‶「」『』".unicodeScalars.contains(scalar) { return quotes("\"", in: format) }
    return scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}" ? ["", " "] : nil
  }

  private static func quotes(_ quote: Unicode.Scalar, in format: DocumentParser.Format) -> [String] {
    [format == .json ? "\"" : String(quote), ""]
  }

  private static let signs = table([
    ":": "︓︰﹕∶꞉ː։׃", ",": "﹐、︐‚،", ".": "。．․", ";": "﹔", "-": "−‐‑⁃•·●▪◦", "/": "⁄∕⧸", "|": "∣ǀ⏐│", "*": "∗⁎✱",
    "{": "﹛❴", "}": "﹜❵", "[": "【〔❲⁅", "]": "】〕❳⁆", "(": "﹙", ")": "﹚", "#": "﹟♯", "&": "﹠", "?": "﹖", "!": "ǃ",
    "_": "ˍ", "~": "∼˜〜", "\\": "∖⧵", "...": "…",
  ])

  /// Letters of Cyrillic, Greek and other scripts, and the ligatures of printed text.
  private static let letters = table([
    "a": "аαɑ", "b": "Ьƅ", "c": "ϲⅽ", "d": "ԁⅾ", "e": "еєҽ", "g": "ɡց", "h": "һհ", "i": "іιıⅰ", "j": "јϳ", "k": "кκ",
    "l": "ӏⅼ", "m": "мⅿ", "n": "пηո", "o": "оοσօ", "p": "рρ", "q": "ԛզ", "r": "гᴦ", "s": "ѕꜱ", "t": "тτ", "u": "υսц",
    "v": "ѵνⅴ", "w": "ԝω", "x": "хχⅹ", "y": "уγү", "z": "ᴢ",
    "A": "АΑ", "B": "ВΒ", "C": "СϹⅭ", "D": "Ⅾ", "E": "ЕΕ", "F": "Ϝ", "G": "Ԍ", "H": "НΗ", "I": "ІΙӀⅠ", "J": "ЈͿ",
    "K": "КΚK",
    "L": "Ⅼ", "M": "МΜⅯ", "N": "Ν", "O": "ОΟՕ", "P": "РΡ", "Q": "Ԛ", "S": "ЅՏ", "T": "ТΤ", "U": "Ս", "V": "ѴⅤ",
    "W": "Ԝ",
    "X": "ХΧⅩ", "Y": "ҮΥУ", "Z": "Ζ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ", "ffi": "ﬃ", "ffl": "ﬄ", "st": "ﬆ", "ft": "ﬅ",
  ])

  private static func table(_ rows: KeyValuePairs<String, String>) -> [Unicode.Scalar: String] {
    var table: [Unicode.Scalar: String] = [:]
    for (meaning, scalars) in rows { for scalar in scalars.unicodeScalars { table[scalar] = meaning } }
    return table
  }
}

extension Unicode.Scalar {
  /// Whether the character can be a part of a word.
  package var isInWord: Bool {
    if value < 0x80 { return value == 0x5F || properties.isAlphabetic || properties.numericType != nil }
    return properties.isAlphabetic || properties.numericType != nil
  }
}
