import MockSpecDiagnostics
import Testing

struct ExcerptTests {
  @Test(arguments: ["", "a", String(repeating: "a", count: 200)])
  func `a short text is quoted as it is`(text: String) { #expect(Excerpt.of(text) == text) }

  @Test(arguments: ["a", "é", "日", "😀"])
  func `a long text is cut between two characters`(character: String) {
    for offset in 0..<4 {
      let text = String(repeating: "x", count: offset) + String(repeating: character, count: 1000)
      let excerpt = Excerpt.of(text)
      #expect(excerpt.utf8.count <= 203 && excerpt.utf8.count > 195)
      #expect(excerpt.hasSuffix("\(character)…") && text.hasPrefix(excerpt.dropLast()))
    }
  }
}
