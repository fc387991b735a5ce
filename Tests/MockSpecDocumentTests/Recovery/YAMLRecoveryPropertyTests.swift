import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Two mistakes in one file, whatever they are: something is reported, and nothing where there is no mistake.
struct YAMLRecoveryPropertyTests {
  private static let mistakes =
    YAMLStructureTests.colonMistakes + YAMLStructureTests.dashMistakes + YAMLStructureTests.indentationMistakes
    + YAMLSyntaxTests.quoteMistakes + YAMLSyntaxTests.signMistakes + YAMLBracketTests.bracketMistakes
    + YAMLAliasTests.anchorMistakes + YAMLMeaningTests.spaceMistakes + YAMLMeaningTests.textDashMistakes
    + YAMLMeaningTests.commentMistakes + YAMLMeaningTests.textSignMistakes

  /// A mistake as a part of a file, if it is one there, too.
  private struct Part {
    let text: String
    /// Where it is reported, counted from its own first line.
    let line: Int

    init?(_ marked: String) {
      text = MarkedText(marked).text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
      let lines = found([text, good])
      guard lines.count == 1 else { return nil }
      line = lines[0] - 2
    }

    var lineCount: Int { text.split(separator: "\n", omittingEmptySubsequences: false).count }
    var hasAnchors: Bool { text.contains { "&*".contains($0) } }
  }

  private static let good = "  a: 1"

  /// Lines of what is reported of a file with these parts.
  private static func found(_ parts: [String]) -> [Int] {
    let file = "first:\n\(parts[0])\nmiddle:\n  a: {b: 1}\n  c:\n    - 'd'\nlast:\n\(parts[1])\nend: 1\n"
    return parse(file).diagnostics.map(\.start.line).sorted()
  }

  @Test func `only the two mistakes are reported, and mostly both`() {
    let parts = Self.mistakes.compactMap { Part($0.marked) }
    #expect(parts.count > 150)
    var tries = 0
    var both = 0
    for (number, first) in parts.enumerated() {
      // Every eighth pair, other ones for each.
      for place in stride(from: number % 8, to: parts.count, by: 8) {
        let last = parts[place]
        // Two of one name belong together.
        if first.hasAnchors, last.hasAnchors { continue }
        let expected = [2 + first.line, 7 + first.lineCount + last.line]
        let lines = Self.found([first.text, last.text])
        tries += 1
        if lines == expected { both += 1 }
        #expect(!lines.isEmpty && Set(lines).isSubset(of: expected), "\(first.text)\n…\n\(last.text)\n")
      }
    }
    #expect(both * 10 > tries * 9)
  }
}
