import TestSupport
import Testing

@testable import MockSpecSchema

/// The table, the thread simulation and the reference matcher agree for all patterns and texts.
struct AgreementTests {
  @Test(arguments: UInt64(1)...8)
  func `they agree on random patterns and texts`(seed: UInt64) throws {
    var source = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      let reference = source.pattern(depth: 4)
      let pattern = reference.description
      let program = try Program(pattern)
      try #require(program.table != nil, "\(pattern)")
      for _ in 0..<12 {
        let text = source.text()
        let expected = reference.matches(text)
        #expect(program.table(text) == expected, "table: \(pattern) on \(text.debugDescription)")
        #expect(program.threads(text) == expected, "threads: \(pattern) on \(text.debugDescription)")
      }
    }
  }

  @Test(arguments: UInt64(1)...4)
  func `they agree on random bytes`(seed: UInt64) throws {
    var source = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let pattern = source.pattern(depth: 3).description
      let program = try Program(pattern)
      for _ in 0..<20 {
        let bytes = source.bytes()
        #expect(program.table(bytes) == program.threads(bytes), "\(pattern) on \(bytes)")
      }
    }
  }

  @Test(arguments: UInt64(1)...8)
  func `random characters as patterns don't crash`(seed: UInt64) {
    var source = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let pattern = source.gibberish()
      let text = source.text()
      do throws(RegularExpressionError) {
        var parser = RegularExpressionParser(pattern)
        let program = try parser.parse()
        var steps = Int.max
        let threads = Array(text.utf8).withUnsafeBufferPointer { ThreadSimulation.matches(program, $0, steps: &steps) }
        let table = Array(text.utf8).withUnsafeBufferPointer { MatchTable(program)?.matches($0) }
        #expect(table == nil || table == threads, "\(pattern) on \(text.debugDescription)")
      } catch {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= pattern.unicodeScalars.count, "\(pattern)")
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test(arguments: [
    [0xFF], [0xC3], [0x80], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xF0, 0x9F],
  ])
  func `bytes that aren't UTF-8 match nothing`(_ bytes: [UInt8]) throws {
    for pattern in ["[^]", ".", "[^a]", "\\W", "\\P{ASCII}"] {
      let program = try Program(pattern)
      #expect(program.table(bytes) == false)
      #expect(program.threads(bytes) == false)
      #expect(program.table(bytes + [0x0C, 0xC3, 0xA9]) == true)
      #expect(program.threads(bytes + [0x0C, 0xC3, 0xA9]) == true)
    }
  }
}

/// Random patterns and texts.
extension SeededGenerator {
  private static let alphabet: [Unicode.Scalar] = ["a", "b", "_", " ", "é", "日", "😀", "\n", "\u{2028}"]

  /// Prefers the first characters, so that texts sometimes match.
  private mutating func scalar() -> Unicode.Scalar {
    Self.alphabet[min(Int.random(in: 0..<9, using: &self), Int.random(in: 0..<9, using: &self))]
  }

  fileprivate mutating func pattern(depth: Int) -> ReferencePattern {
    switch Int.random(in: 0..<(depth == 0 ? 8 : 14), using: &self) {
    case 0...2: return .scalar(scalar())
    case 3: return .dot
    case 4: return .oneOf((0..<3).map { _ in scalar() }, isNegated: Bool.random(using: &self))
    case 5: return Bool.random(using: &self) ? .start : .end
    case 6: return Bool.random(using: &self) ? .boundary : .noBoundary
    case 7: return .sequence([])
    case 8...10: return .sequence((0..<Int.random(in: 1...3, using: &self)).map { _ in pattern(depth: depth - 1) })
    case 11: return .choice((0..<Int.random(in: 1...3, using: &self)).map { _ in pattern(depth: depth - 1) })
    default:
      let least = Int.random(in: 0...2, using: &self)
      let most = Bool.random(using: &self) ? nil : least + Int.random(in: 0...2, using: &self)
      return .repetition(pattern(depth: depth - 1), least: least, most: most)
    }
  }

  fileprivate mutating func text() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...7, using: &self) { text.unicodeScalars.append(scalar()) }
    return text
  }

  fileprivate mutating func bytes() -> [UInt8] {
    let common: [UInt8] = [0x61, 0x20, 0xC3, 0xA9, 0xE6, 0x97, 0xA5, 0xF0, 0x9F, 0x98, 0x80, 0xFF]
    return (0..<Int.random(in: 0...8, using: &self)).map { _ in common.randomElement(using: &self) ?? 0 }
  }

  fileprivate mutating func gibberish() -> String {
    let pieces = [
      "(", ")", "(?:", "(?<n>", "(?", "|", "*", "+", "?", "{", "}", "{2}", "{1,3}", "{,", "[", "]", "[^", "-", "^", "$",
      ".", "\\", "\\b", "\\B", "\\d", "\\W", "\\u", "\\uD83D", "\\uDE00", "\\u{", "\\x4", "\\c", "\\0", "1", "a", "é",
      "😀",
    ]
    return (0..<Int.random(in: 0...9, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
  }
}
