import MockSpecDiagnostics
import MockSpecSchema

/// What a query value, a header, a cookie, a form field, a part, a place in JSON or a text body must be: all conditions
/// hold for one same value. Texts are compared byte by byte, as regular expressions look at them.
struct ValueMatcher: Sendable {
  enum TextCondition: Sendable {
    case equals(String)
    case contains(String)
    case startsWith(String)
    case endsWith(String)
    case matches(RegularExpression)
    case oneOf([String])
  }

  var conditions: [TextCondition] = []
  var ignoresCase = false
  /// Whether there must be a value, or must be none.
  var presence: Bool?
  /// At most one: must not hold. An array only because a struct can't hold itself.
  var not: [ValueMatcher] = []
  let range: SourceRange

  init(range: SourceRange) { self.range = range }

  init(equals text: String, at range: SourceRange) {
    self.range = range
    conditions = [.equals(text)]
  }

  /// Whether any of the values of one name holds; `not` asks that none does, so it holds where there is no value.
  func matches(_ values: [String]) -> Bool { matches(FoundValues(texts: values)) }

  /// - Parameter undecided: What an expression counts as that takes too long to be matched. As a whole, what isn't known
  ///   to hold doesn't.
  func matches(_ values: FoundValues, undecided: Bool = false) -> Bool {
    if let presence, presence == values.isEmpty { return false }
    if not.contains(where: { $0.matches(values, undecided: !undecided) }) { return false }
    return conditions.isEmpty || values.texts.contains { value in holds(for: value, undecided: undecided) }
  }

  /// Whether it depends on an expression that takes too long to be matched.
  func isUndecided(_ values: FoundValues) -> Bool { matches(values) != matches(values, undecided: true) }

  private func holds(for value: String, undecided: Bool) -> Bool {
    let folded = ignoresCase ? value.lowercased() : value
    return conditions.allSatisfy { condition in
      switch condition {
      case .equals(let text): folded.hasSameBytes(as: fold(text))
      case .contains(let text): folded.containsBytes(of: fold(text))
      case .startsWith(let text): folded.utf8.starts(with: fold(text).utf8)
      case .endsWith(let text): folded.utf8.reversed().starts(with: fold(text).utf8.reversed())
      case .oneOf(let texts): texts.contains { folded.hasSameBytes(as: fold($0)) }
      case .matches(let expression): expression.matches(value) ?? undecided
      }
    }
  }

  private func fold(_ text: String) -> String { ignoresCase ? text.lowercased() : text }

  /// In words.
  var expectation: String { words { "'\($0)'" } }

  /// `'a' in any case`, `text that contains 'b'`.
  ///
  /// - Parameter most: How many of the values that are as good are named.
  func words(most: Int = .max, _ quoted: (String) -> String) -> String {
    var parts = conditions.map { condition in
      switch condition {
      case .equals(let text): quoted(text)
      case .contains(let text): "text that contains \(quoted(text))"
      case .startsWith(let text): "text that starts with \(quoted(text))"
      case .endsWith(let text): "text that ends with \(quoted(text))"
      case .oneOf(let texts):
        "one of " + texts.prefix(most).map(quoted).joined(separator: ", ") + (texts.count > most ? ", …" : "")
      case .matches(let expression): "text that matches \(quoted(expression.pattern))"
      }
    }
    if ignoresCase, !parts.isEmpty { parts[parts.count - 1] += " in any case" }
    if let presence { parts.append(presence ? "any value" : "no value") }
    parts += not.map { "not \($0.words(most: most, quoted))" }
    return parts.isEmpty ? "any value" : parts.joined(separator: " and ")
  }
}

/// `String` itself compares what looks alike: `\r\n` would hold no `\n`, and `e` with an accent no `e`.
extension String {
  fileprivate func hasSameBytes(as other: String) -> Bool {
    // First the quick comparison, which tells most texts apart.
    self == other && utf8.elementsEqual(other.utf8)
  }

  fileprivate func containsBytes(of part: String) -> Bool {
    var (text, part) = (self, part)
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard let first = part.first else { return true }
        var rest = text[...]
        while rest.count >= part.count, let start = rest.firstIndex(of: first) {
          rest = rest[start...]
          if rest.starts(with: part) { return true }
          rest = rest.dropFirst()
        }
        return false
      }
    }
  }
}
