import MockSpecDiagnostics
import TestSupport

@testable import MockSpecDocument

/// A random document with text that is difficult to write.
struct RandomDocument {
  private static let limits = DocumentLimits()
  private static let fragments = [
    "yes", "No", "1e3", "~", "null", "true", "False", "- a", "-", "?", "? x", ": ", ":", "a: b", "a:b", "# x", " #",
    "#",
    "{{x}}", "[a]", "{", "}", ",", "&a", "*a", "!t", "|", ">", "%", "@", "`", "'", "\"", "\\", "\\n", "---", "...",
    "<<",
    "\t", "\r\n", "\r", "\n", "\n\n", "  ", " ", "", "0x1F", "007", ".5", "+1", ".nan", "2026-11-21", "12:30",
    "http://x/y?z",
    "😀", "日本", "é", "e\u{301}", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{FFFD}",
    "\u{10FFFF}", "word", "two words", String(repeating: "long ", count: 30),
  ]
  private static let numbers = [
    "0", "-0", "1", "12345678901234567890", "1e3", "1.5E-07", "0x1F", "0o17", "+1", ".5", "-.5", "1.", "007", "+.5e1",
  ]

  private var generator: SeededGenerator
  private var builder: DocumentBuilder
  private let hasInfinities: Bool

  /// - Parameter hasInfinities: Whether there are infinities and `.nan`, which JSON can't represent.
  static func make(seed: UInt64, hasInfinities: Bool) throws -> Document {
    var random = RandomDocument(seed: seed, hasInfinities: hasInfinities)
    try random.addNode(depth: 0)
    return random.builder.finish()
  }

  private init(seed: UInt64, hasInfinities: Bool) {
    generator = SeededGenerator(seed: seed)
    builder = DocumentBuilder(source: SourceFile(path: "random", bytes: []), limits: Self.limits)
    self.hasInfinities = hasInfinities
  }

  private mutating func addNode(depth: Int) throws {
    // The root is nearly always a collection, and the tree ends somewhere.
    switch depth > 5 ? 9 : Int.random(in: 0..<10, using: &generator) - (depth == 0 ? 4 : 0) {
    case ...2:
      try builder.begin(mapping: true, 0, 0)
      var keys: Set<[UInt8]> = []
      for _ in 0..<Int.random(in: 0..<6, using: &generator) {
        let key = text()
        // Bytes, because `é` and `e` with an accent are equal as strings.
        guard keys.insert(Array(key.utf8)).inserted else { continue }
        try builder.add(scalar: .string, key.utf8, 0, 0)
        try addNode(depth: depth + 1)
      }
      builder.end(0)
    case 3...4:
      try builder.begin(mapping: false, 0, 0)
      for _ in 0..<Int.random(in: 0..<6, using: &generator) { try addNode(depth: depth + 1) }
      builder.end(0)
    default: try addScalar()
    }
  }

  private mutating func addScalar() throws {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: try add(pick(["null", "~", "Null"]))
    case 1: try add(pick(["true", "false", "True", "FALSE"]))
    case 2, 3: try add(pick(Self.numbers))
    case 4 where hasInfinities: try add(pick([".nan", ".inf", "-.Inf"]))
    default: try builder.add(scalar: .string, text().utf8, 0, 0)
    }
  }

  private mutating func add(_ plain: String) throws {
    var text = plain
    try builder.add(scalar: text.withUTF8(CoreScalar.kind(of:)), plain.utf8, 0, 0)
  }

  private mutating func text() -> String {
    (0..<Int.random(in: 0..<5, using: &generator)).map { _ in pick(Self.fragments) }.joined()
      + (Int.random(in: 0..<400, using: &generator) == 0 ? String(repeating: "k", count: 1100) : "")
  }

  private mutating func pick(_ list: [String]) -> String { generator.pick(list) }
}
