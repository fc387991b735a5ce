import MockSpecSchema
import Testing

/// Texts made from patterns.
struct PatternTextTests {
  @Test(arguments: [
    ("^[A-Z]{2}\\d{4}$", "AA1111"), ("^\\+?[1-9]\\d{1,14}$", "11"), ("^(?:a|b)-(c|d)$", "a-c"), ("^[^/]+$", "a"),
    ("\\p{L}+", "a"),
    ("^[\\w.-]+@[\\w-]+\\.[a-z]{2,}$", "a@a.aa"), ("^#([a-f0-9]{6}|[a-f0-9]{3})$", "#aaa"), ("^\\u0041\\x42$", "AB"),
    ("^.{0,5}$", "a"), ("^(?<year>[0-9]{4})$", "1111"), ("^[-+]?[0-9]+(\\.[0-9]+)?$", "1"), ("^\\[\\]$", "[]"),
    ("b\\b", "b"), ("x", "x"),
  ])
  func `a pattern has a shortest text`(pattern: String, text: String) throws {
    let expression = try RegularExpression(pattern)
    #expect(expression.text(lengths: 1...100) == text)
    #expect(expression.matches(text) == true)
  }

  @Test(arguments: ["^[a-z]*$", "^a+b?$", "x", "^\\S+( \\S+)*$", "^(ab)+$"])
  func `a text has a length of the range`(pattern: String) throws {
    let expression = try RegularExpression(pattern)
    for lengths in [0...0, 4...4, 10...12, 1000...1001] {
      guard let text = expression.text(lengths: lengths) else { continue }
      #expect(lengths.contains(text.utf8.count) && expression.matches(text) == true)
    }
    #expect(expression.text(lengths: 4...4) != nil)
  }

  @Test func `an empty text is one, and variants differ`() throws {
    #expect(try RegularExpression("^$").text(lengths: 0...5) == "")
    let expression = try RegularExpression("^[a-z]{3}$")
    #expect((0..<3).map { expression.text(lengths: 1...9, variant: $0) } == ["aaa", "bbb", "ccc"])
  }

  @Test(
    .timeLimit(.minutes(1)), arguments: ["^[^\\x00-\\x7F]$", "^[]$", "a^", "^(a{1000}){30}$", "(((((a*)*b)*c)*d)*e)*f"])
  func `a pattern without a text takes bounded time`(pattern: String) throws {
    let text = try RegularExpression(pattern).text(lengths: 0...100_000)
    #expect(text == nil || text == "f")
  }
}
