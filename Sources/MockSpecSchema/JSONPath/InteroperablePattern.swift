/// A regular expression of I-Regexp (RFC 9485), translated to ECMA-262 (§5.3).
struct InteroperablePattern {
  private var translated = ""
  private let scalars: [Unicode.Scalar]
  private var position = 0

  /// - Throws: An error whose range is in Unicode scalars.
  init(_ pattern: String) throws(JSONPathError) {
    scalars = Array(pattern.unicodeScalars)
    var open: [Int] = []
    // Whether a quantifier can follow.
    var isAtom = false
    while let scalar = next() {
      let start = position - 1
      switch scalar {
      case "*", "+", "?", "{":
        guard isAtom else { throw nothingToRepeat(start) }
        if scalar == "{" { try takeCounts(start) }
        translated += text(start)
        isAtom = false
        continue
      case "(":
        open.append(start)
        translated += "("
        isAtom = false
        continue
      case "|":
        translated += "|"
        isAtom = false
        continue
      case ")":
        if open.popLast() == nil { throw error(start, "')' closes no group", help: "write '\\\\)' for the character") }
        translated += ")"
      case ".": translated += "[^\\n\\r]"
      case "\\": try translateEscape(start, isInClass: false)
      case "[": try translateClass(start)
      case "]", "}":
        throw error(start, "'\(scalar)' isn't escaped", help: "write '\\\\\(scalar)' for the character")
      default: translated.unicodeScalars.append(scalar)
      }
      isAtom = true
    }
    if let start = open.last {
      position = start + 1
      throw error(start, "'(' opens a group that isn't closed: expected ')'")
    }
  }

  /// - Parameter isWhole: Whether the pattern must match the whole text.
  func compiled(isWhole: Bool) throws(RegularExpressionError) -> RegularExpression {
    try RegularExpression(isWhole ? "^(?:\(translated))$" : translated)
  }

  private mutating func next() -> Unicode.Scalar? {
    guard position < scalars.count else { return nil }
    position += 1
    return scalars[position - 1]
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  private func text(_ start: Int) -> String { String(String.UnicodeScalarView(scalars[start..<position])) }

  private mutating func takeCounts(_ start: Int) throws(JSONPathError) {
    func isCount(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy(ByteScanner.isDigit) }
    while let scalar = next(), scalar != "}" {}
    let counts = text(start).dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
    guard text(start).hasSuffix("}"), counts.count <= 2, isCount(counts[0]),
      counts.count == 1 || counts[1].isEmpty || isCount(counts[1])
    else { throw error(start, "'\(text(start))' isn't a quantifier: expected '{n}', '{n,}' or '{n,m}'") }
  }

  private func nothingToRepeat(_ start: Int) -> JSONPathError {
    let previous = start > 0 ? scalars[start - 1] : nil
    if scalars[start] == "?", previous == "(" {
      return error(
        start, "'(?' isn't a part of I-Regexp (RFC 9485)", help: "write '(' for a group; there is no look-around")
    }
    if let previous, "*+?}".unicodeScalars.contains(previous) {
      return error(start, "'\(scalars[start])' follows another quantifier", help: "remove it")
    }
    return error(
      start, "'\(scalars[start])' has nothing to repeat", help: "write '\\\\\(scalars[start])' for the character")
  }

  private mutating func translateEscape(_ start: Int, isInClass: Bool) throws(JSONPathError) {
    switch next() {
    case "n", "r", "t", "(", ")", "*", "+", ".", "?", "[", "\\", "]", "^", "{", "|", "}": translated += text(start)
    case "-": translated += isInClass ? "\\-" : "-"
    case "p", "P":
      while let scalar = next(), scalar != "}" {}
      guard Self.categories.contains(String(text(start).dropFirst(2))) else {
        throw error(start, "'\(text(start))' isn't a Unicode category: expected one such as '\\p{L}' or '\\p{Lu}'")
      }
      translated += text(start)
    case "d": throw unknown(start, "write '[0-9]'")
    case "w": throw unknown(start, "write '[0-9A-Za-z_]'")
    case "s": throw unknown(start, "write '[ \\\\t\\\\n\\\\r]'")
    case "/": throw unknown(start, "write '/'")
    default: throw unknown(start, nil)
    }
  }

  private func unknown(_ start: Int, _ help: String?) -> JSONPathError {
    error(start, "'\(text(start))' isn't a part of I-Regexp (RFC 9485)", help: help)
  }

  private static let categories = Set(
    ["L": "lmotu", "M": "cen", "N": "dlo", "P": "cdefios", "Z": "lps", "S": "ckmo", "C": "cfno"].flatMap {
      group, kinds in
      ["{\(group)}"] + kinds.map { "{\(group)\($0)}" }
    })

  /// Translates a class. A hyphen is its first or last character, or between two characters.
  private mutating func translateClass(_ start: Int) throws(JSONPathError) {
    translated += "["
    if peek() == "^" {
      position += 1
      translated += "^"
    }
    let first = position
    while let scalar = peek() {
      if scalar == "]", position > first {
        position += 1
        translated += "]"
        return
      }
      if scalar == "-", position == first || peek(1) == "]" {
        position += 1
        translated += "\\-"
      } else if try translateMember(), peek() == "-", let end = peek(1), end != "]" {
        position += 1
        translated += "-"
        let last = position
        if try !translateMember() {
          throw error(last, "'\(text(last))' can't be the end of a range: expected a character")
        }
      }
    }
    position = start + 1
    throw error(start, "'[' opens a character class that isn't closed: expected ']'")
  }

  /// Translates a character of a class, or a category.
  ///
  /// - Returns: Whether it is a character.
  private mutating func translateMember() throws(JSONPathError) -> Bool {
    let start = position
    switch next() {
    case "\\":
      try translateEscape(start, isInClass: true)
      return scalars[start + 1].properties.lowercaseMapping != "p"
    case "-", "[", "]":
      throw error(
        start, "'\(text(start))' isn't escaped in '[…]'", help: "write '\\\\\(text(start))' for the character")
    case let scalar?:
      translated.unicodeScalars.append(scalar)
      return true
    case nil: return false
    }
  }

  private func error(_ start: Int, _ message: String, help: String? = nil) -> JSONPathError {
    JSONPathError(range: start..<max(position, start + 1), message: message, help: help)
  }
}
