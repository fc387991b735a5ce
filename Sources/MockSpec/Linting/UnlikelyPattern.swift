import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

enum UnlikelyPattern: SpecRule {
  static let name = "unlikely-pattern"
  static let summary = "a pattern has delimiters of another language, can never match, or is compared as text"
  static let explanation = """
    The slashes of '/^a$/', quotes around a pattern, and curly quotes around a value are matched literally. A '^' after a character, or a '$' before \
    one, can't match. Remove the delimiters, or escape the character if it is meant: '\\^'.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Item:
          match: {path: '/items/{id}', params: {id: {matches: '/^[0-9]+$/'}}}
          responses: {Found: {json: {id: 1}}}
      """,
    right: """
      requests:
        Item:
          match: {path: '/items/{id}', params: {id: {matches: '^[0-9]+$'}}}
          responses: {Found: {json: {id: 1}}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    var found: [Diagnostic] = []
    spec.forEachCondition { matchers, _ in for matcher in matchers { found += warnings(matcher) } }
    for pattern in spec.schemas.flatMap({ Schema.keys(in: $0).patterns }) {
      if let (message, help) = advice(pattern.text, isInSchema: true) {
        found.append(warning(message, at: pattern.range, help: help))
      }
    }
    return found
  }

  private static func warnings(_ matcher: ValueMatcher) -> [Diagnostic] {
    var found = matcher.conditions.compactMap { warning(about: $0, matcher) }
    for other in matcher.not { found += warnings(other) }
    return found
  }

  private static func warning(about condition: ValueMatcher.TextCondition, _ matcher: ValueMatcher) -> Diagnostic? {
    switch condition {
    case .matches(let expression):
      advice(expression.pattern).map { message, help in
        warning(message, at: matcher.range.firstRange(of: expression.pattern[...]), help: help)
      }
    case .equals(let text), .contains(let text), .startsWith(let text), .endsWith(let text):
      curly(text, matcher) ?? patternAsText(text, matcher)
    case .oneOf(let texts): texts.lazy.compactMap { curly($0, matcher) }.first
    case .number, .time: nil
    }
  }

  /// Returns a warning about a value in curly quotes, which come from a word processor.
  private static func curly(_ text: String, _ matcher: ValueMatcher) -> Diagnostic? {
    guard isInCurlyQuotes(text) else { return nil }
    let range = matcher.range.firstRange(of: text[...])
    // Inside quotes of YAML or JSON, they are intentional.
    let before = range.file.bytes[..<range.bytes.lowerBound].last
    if before == UInt8(ascii: "'") || before == UInt8(ascii: "\"") { return nil }
    return warning(
      "the value is in curly quotes, which are a part of it", at: range,
      help: "use straight quotes: '\(text.dropFirst().dropLast())'")
  }

  /// Whether a text is in curly quotes.
  static func isInCurlyQuotes(_ text: String) -> Bool {
    guard text.utf8.first.map({ $0 >= 0x80 }) == true, text.utf8.count < 1000, let first = text.first,
      let last = text.last, text.count > 1
    else { return false }
    return quotes["\(first)\(last)"] == "curly" && !text.dropFirst().dropLast().contains(first)
  }

  /// Returns a warning about a regular expression in place of text.
  private static func patternAsText(_ text: String, _ matcher: ValueMatcher) -> Diagnostic? {
    // Most texts have none of these bytes.
    guard text.utf8.count < 1000, text.utf8.contains(where: { "*+\\]^".utf8.contains($0) }),
      signs.contains(where: text.contains) || text.count > 1 && text.hasPrefix("^")
    else { return nil }
    return warning(
      "'\(Excerpt.of(text))' is compared as text", at: matcher.range.firstRange(of: text[...]),
      help: "for a regular expression, write 'matches'")
  }

  private static let signs = [".*", ".+", "\\d", "\\w", "[0-9]", "[a-z]"]

  /// Returns the reason why a pattern is unlikely, with a fix.
  static func advice(_ pattern: String, isInSchema: Bool = false) -> (message: String, help: String)? {
    guard pattern.utf8.count <= 1000 else { return nil }
    return delimiters(of: pattern, isInSchema: isInSchema) ?? unreachableAnchor(in: pattern)
  }

  private static func delimiters(of pattern: String, isInSchema: Bool) -> (message: String, help: String)? {
    // Most patterns don't begin with a delimiter, and finding characters takes longer than finding bytes.
    guard let byte = pattern.utf8.first, byte >= 0x80 || "/\"'".utf8.contains(byte), let first = pattern.first,
      let last = pattern.last
    else { return nil }
    if first == "/", let end = pattern.lastIndex(of: "/"), end > pattern.startIndex {
      let inside = pattern[..<end].dropFirst()
      let flags = pattern[end...].dropFirst()
      // '/(orders|items)/' can be a part of a path.
      let isLiteral =
        inside.hasPrefix("^") || inside.hasSuffix("$") || !flags.isEmpty && inside.contains { "[(\\+?|".contains($0) }
      // A path has slashes, too.
      if isLiteral, flags.allSatisfy({ "dgimsuvy".contains($0) }), !inside.replacing("\\/", with: "").contains("/"),
        flags.count <= 3
      {
        return (
          "the pattern is in slashes, which are a part of it",
          "remove the slashes: '\(inside)'" + (flags.contains("i") && !isInSchema ? ", and add 'ignoreCase: true'" : "")
        )
      }
    }
    // Straight quotes are a part of entity tags, JSON and SQL.
    let isMeant = "\"'".contains(first) && !pattern.dropFirst().hasPrefix("^") && !pattern.dropLast().hasSuffix("$")
    if pattern.count > 2, !isMeant, let name = quotes["\(first)\(last)"],
      !pattern.dropFirst().dropLast().contains(first)
    {
      return (
        "the pattern is in \(name) quotes, which are a part of it",
        "remove the \(name) quotes: '\(pattern.dropFirst().dropLast())'"
      )
    }
    return nil
  }

  private static func unreachableAnchor(in pattern: String) -> (message: String, help: String)? {
    // The text before or after an anchor may be optional.
    if pattern.utf8.contains(where: "|?*{".utf8.contains) { return nil }
    return misplacedAnchor(Array(pattern.utf8)).map { anchor in
      (
        "the pattern can never match: '\(anchor)' is \(anchor == "^" ? "after" : "before") a character",
        "write '\\\(anchor)' for the character"
      )
    }
  }

  private static let quotes = [
    "“”": "curly", "‘’": "curly", "””": "curly", "’’": "curly", "„“": "curly", "«»": "angle", "\"\"": "double",
    "''": "single",
  ]

  /// Returns the first `^` directly after a letter or digit, or `$` directly before one that isn't optional.
  private static func misplacedAnchor(_ pattern: [UInt8]) -> Character? {
    func isWord(_ index: Int) -> Bool {
      pattern.indices.contains(index) && (pattern[index].isASCIILetter || pattern[index].isASCIIDigit)
    }
    var isInClass = false
    var index = 0
    while index < pattern.count {
      switch pattern[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "^") where !isInClass:
        if isWord(index - 1), index < 2 || pattern[index - 2] != UInt8(ascii: "\\") { return "^" }
      case UInt8(ascii: "$") where !isInClass:
        let isOptional = pattern.indices.contains(index + 2) && "?*{".utf8.contains(pattern[index + 2])
        if isWord(index + 1), !isOptional { return "$" }
      default: break
      }
      index += 1
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
