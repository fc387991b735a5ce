import MockSpec

/// A Swift identifier, in lower camel case, for a name in a spec.
struct SwiftIdentifier: Hashable, Sendable {
  /// The identifier as it follows a dot in code.
  let text: String

  private init(text: String) { self.text = text }

  /// Creates the identifier of a name: `Log in` is `logIn`, `URL of item` is `urlOfItem`, and `2FA` is `_2FA`.
  ///
  /// Letters, marks and digits are kept; everything else separates words. Several names can have the same identifier. An
  /// underscore is only ever the first or the last character.
  init(_ name: String) {
    var words = Self.words(of: name)
    if words.count > 1, words.allSatisfy({ $0.allSatisfy(Self.isUppercase) }) { words = words.map { $0.lowercased() } }
    guard let first = words.first else {
      let codes = name.unicodeScalars.map { "u" + String($0.value, radix: 16, uppercase: true) }
      self.init(text: codes.joined())
      return
    }
    var text = Self.lowerCamel(first)
    for word in words.dropFirst() { text += Self.upperFirst(word) }
    if Self.unusable.contains(text) {
      self.init(text: text + "_")
    } else {
      self.init(text: Self.canStart(text) ? text : "_" + text)
    }
  }

  /// The identifier in a declaration: keywords are in backticks.
  var declared: String { Self.keywords.contains(text) ? "`\(text)`" : text }

  /// The beginning of the name of a type, different for each identifier.
  var typeName: String {
    if text.utf8.first.map({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) == true {
      return Self.upperFirst(text)
    }
    let first = text.prefix(1)
    let upper = first.uppercased()
    return upper.lowercased() == first ? upper + text.dropFirst() : text
  }

  /// Returns the identifier with a suffix that depends only on the name.
  ///
  /// - Parameter digits: The number of hexadecimal digits, at most 16.
  func distinguished(by name: String, digits: Int) -> SwiftIdentifier {
    let hex = String(FNV1a(name.utf8).value, radix: 16)
    return SwiftIdentifier(text: "\(text)_\((String(repeating: "0", count: 16 - hex.count) + hex).suffix(digits))")
  }

  // MARK: - Words

  private static func words(of name: String) -> [String] {
    if name.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "'") }) {
      return name.utf8.split { !isPart(Unicode.Scalar($0)) }.map { String(Substring($0)) }
    }
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if isPart(scalar) {
        word.append(scalar)
      } else if !isSkipped(scalar), !word.isEmpty {
        words.append(String(word))
        word = .init()
      }
    }
    return word.isEmpty ? words : words + [String(word)]
  }

  /// Returns whether a scalar is a letter, a mark or a digit. All of these can be part of an identifier.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || isDigit(scalar) }
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Returns whether a scalar is removed without separating words: apostrophes and invisible scalars.
  private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == "'" }
    return scalar == "\u{2019}" || scalar.properties.isDefaultIgnorableCodePoint
  }

  /// Returns whether a character is a capital. ASCII needs no lookup.
  private static func isUppercase(_ character: Character) -> Bool {
    guard let ascii = character.asciiValue else { return character.isUppercase }
    return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(ascii)
  }

  private static func upperFirst(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// Returns the first word: `Login` is `login`, `URL` is `url`, and `URLSession` is `urlSession`.
  private static func lowerCamel(_ word: String) -> String {
    let capitals = word.prefix(while: isUppercase).count
    if capitals <= 1 || word.dropFirst(capitals).contains(where: \.isLetter) {
      let count = max(min(capitals, 1), capitals - 1)
      return word.prefix(count).lowercased() + word.dropFirst(count)
    }
    return word.lowercased()
  }

  /// Returns whether a text can start an identifier. Digits and marks can't, though the compiler accepts some.
  private static func canStart(_ text: String) -> Bool {
    guard let scalar = text.unicodeScalars.first, !isDigit(scalar) else { return false }
    if scalar.isASCII { return true }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: false
    default: true
    }
  }

  // MARK: - Keywords

  /// Identifiers with another meaning after a dot, and those that would hide members of the name types.
  private static let unusable: Set = [
    "self", "init", "name", "request", "response", "description", "hash", "hashValue",
    // Cases of `Optional`, which would be ambiguous for an optional name.
    "none", "some",
  ]

  private static let keywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows",
    "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "where", "while",
  ]
}
