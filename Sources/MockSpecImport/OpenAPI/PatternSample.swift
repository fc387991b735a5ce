/// Texts that a regular expression probably matches, made from its first alternatives.
struct PatternSample {
  private var rest: Substring.UnicodeScalarView
  /// How often a part without a maximum is repeated beyond its minimum.
  private let extra: Int
  /// Nested groups that may still follow.
  private var depth = 32

  private static let lengthLimit = 4000

  /// Returns candidates for a pattern of the syntax of ECMA-262; none for syntax that isn't known.
  static func texts(for pattern: String) -> [String] {
    guard pattern.utf8.count <= lengthLimit else { return [] }
    var texts: [String] = []
    for extra in [1, 0, 2, 3, 5, 7, 9, 11, 15, 19, 31, 63] {
      var sample = PatternSample(rest: pattern[...].unicodeScalars, extra: extra)
      if let text = sample.alternatives(), sample.rest.isEmpty, !texts.contains(text) { texts.append(text) }
    }
    return texts
  }

  private init(rest: Substring.UnicodeScalarView, extra: Int) { (self.rest, self.extra) = (rest, extra) }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  /// Returns the text of the first alternative.
  private mutating func alternatives() -> String? {
    guard let first = sequence() else { return nil }
    while take("|") { guard sequence() != nil else { return nil } }
    return first
  }

  private mutating func sequence() -> String? {
    var text = ""
    while let next = rest.first, next != "|", next != ")" {
      guard let atom = atom() else { return nil }
      guard let count = quantifier() else { return nil }
      guard atom.utf8.count * count <= Self.lengthLimit else { return nil }
      text += String(repeating: atom, count: count)
      if text.utf8.count > Self.lengthLimit { return nil }
    }
    return text
  }

  private mutating func quantifier() -> Int? {
    var (minimum, maximum): (Int, Int?) = (1, 1)
    if take("*") {
      (minimum, maximum) = (0, nil)
    } else if take("+") {
      maximum = nil
    } else if take("?") {
      minimum = 0
    } else if rest.first == "{" {
      let inner = rest.dropFirst().prefix { $0 != "}" }
      let parts = String(inner).split(separator: ",", omittingEmptySubsequences: false)
      guard let low = Int(parts[0]), low <= Self.lengthLimit, inner.endIndex < rest.endIndex else { return nil }
      (minimum, maximum) = (low, parts.count == 1 ? low : Int(parts[1]))
      rest = rest[rest.index(after: inner.endIndex)...]
    }
    _ = take("?")
    return maximum.map { min($0, max(minimum, minimum + extra)) } ?? minimum + extra
  }

  private mutating func atom() -> String? {
    switch rest.removeFirst() {
    case "^", "$": return ""
    case ".": return "a"
    case "[": return set()
    case "\\": return escape().map { $0.isEmpty ? "" : String(Self.usual($0)) }
    case "(":
      depth -= 1
      defer { depth += 1 }
      if take("?") {
        if take("<") {
          rest = rest.drop { $0 != ">" }
          guard take(">") else { return nil }
        } else if !take(":") {
          return nil
        }
      }
      guard depth > 0, let inner = alternatives(), take(")") else { return nil }
      return inner
    case let scalar: return String(scalar)
    }
  }

  private typealias Ranges = [ClosedRange<UInt32>]

  private mutating func set() -> String? {
    let isNegated = take("^")
    var ranges: Ranges = []
    while let next = rest.first, next != "]" {
      guard let low = member() else { return nil }
      if low.count == 1, low[0].count == 1, rest.first == "-", rest.dropFirst().first != "]" {
        rest.removeFirst()
        guard let high = member(), high.count == 1, low[0].lowerBound <= high[0].lowerBound else { return nil }
        ranges.append(low[0].lowerBound...high[0].lowerBound)
      } else {
        ranges += low
      }
    }
    guard take("]") else { return nil }
    return String(Self.usual(isNegated ? Self.inverted(ranges) : ranges))
  }

  private mutating func member() -> Ranges? {
    guard let scalar = rest.popFirst() else { return nil }
    return scalar == "\\" ? escape() : [scalar.value...scalar.value]
  }

  /// Returns the scalars of an escape; none for `\b`.
  private mutating func escape() -> Ranges? {
    guard let scalar = rest.popFirst() else { return nil }
    let controls: [Unicode.Scalar: UInt32] = ["n": 10, "r": 13, "t": 9, "f": 12, "v": 11, "0": 0]
    if let control = controls[scalar] { return [control...control] }
    switch scalar {
    case "d": return [0x30...0x39]
    case "w": return [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F...0x5F]
    case "s": return [0x20...0x20, 9...13]
    case "D": return Self.inverted([0x30...0x39])
    case "W": return [0x20...0x2F]
    case "S": return [0x21...0x7E]
    case "b", "B": return []
    case "x": return hexadecimal(2)
    case "u" where take("{"):
      let digits = rest.prefix { $0 != "}" }
      rest = rest.dropFirst(digits.count + 1)
      return UInt32(String(digits), radix: 16).map { [$0...$0] }
    case "u": return hexadecimal(4)
    case "p" where take("{"):
      let name = String(rest.prefix { $0 != "}" })
      rest = rest.dropFirst(name.unicodeScalars.count + 1)
      return name.hasPrefix("N")
        ? [0x30...0x39] : name == "Lu" ? [0x41...0x5A] : name.hasPrefix("L") ? [0x61...0x7A] : nil
    case _ where ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("1"..."9").contains(scalar):
      return nil
    default: return [scalar.value...scalar.value]
    }
  }

  private mutating func hexadecimal(_ count: Int) -> Ranges? {
    let digits = String(rest.prefix(count))
    rest = rest.dropFirst(count)
    return UInt32(digits, radix: 16).map { [$0...$0] }
  }

  private static func inverted(_ ranges: Ranges) -> Ranges {
    (UInt32(0x20)...0x7E).filter { scalar in !ranges.contains { $0.contains(scalar) } }.map { $0...$0 }
  }

  /// Returns a letter or a digit of the ranges, if there is one.
  private static func usual(_ ranges: Ranges) -> Character {
    let usual = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".unicodeScalars
    let found = usual.first { scalar in ranges.contains { $0.contains(scalar.value) } }
    return Character(found ?? ranges.first.flatMap { Unicode.Scalar($0.lowerBound) } ?? "a")
  }
}
