import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Two mistakes in one file: whatever they are, both are reported, or the first one alone, and never anything else.
struct YAMLRecoveryPropertyTests {
  private static let mistakes =
    YAMLStructureTests.colonMistakes + YAMLStructureTests.dashMistakes + YAMLStructureTests.indentationMistakes + YAMLSyntaxTests.quoteMistakes
    + YAMLSyntaxTests.signMistakes + YAMLBracketTests.bracketMistakes + YAMLAliasTests.anchorMistakes + YAMLMeaningTests.spaceMistakes
    + YAMLMeaningTests.textDashMistakes + YAMLMeaningTests.commentMistakes + YAMLMeaningTests.textSignMistakes

  /// Texts that are wrong in one place also as a part of a file:
  ///
  ///     first:
  ///       a: @x
  ///     middle: {status: 200}
  private static let texts = mistakes.map { $0.marked }.filter { found(first: text($0)).count == 1 }.map(text)

  private static func text(_ marked: String) -> String {
    MarkedText(marked).text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }

  private static func found(first: String = "  a: 1", last: String = "  a: 1") -> [String] {
    let file = "first:\n\(first)\nmiddle:\n  a: {b: 1}\n  c:\n    - 'd'\nlast:\n\(last)\nend: 1\n"
    return parse(file).diagnostics.map { "\($0.start.line):\($0.start.column) \($0.message)" }
  }

  @Test func `one of two mistakes hides the other one at most`() {
    print("TEXTS \(Self.texts.count) of \(Self.mistakes.count)")
    var counts: [String: Int] = [:]
    for first in Self.texts {
      let only = Self.found(first: first)
      for last in Self.texts {
        let both = Self.found(first: first, last: last)
        let lines = first.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        let alone = Self.found(last: last)
        let shifted = alone.map { message in
          let parts = message.split(separator: ":", maxSplits: 1)
          return "\(Int(parts[0])! + lines):\(parts[1])"
        }
        func p(_ m: [String]) -> [String] { m.map { String($0.prefix { $0 != " " }) } }
        let isGood = p(both) == p(only) || p(both) == p(only + shifted) || p(both) == p(shifted + only)
        counts[isGood ? (both.count == 2 ? "both" : "one") : "bad", default: 0] += 1
        if !isGood, counts["bad"]! < 40 {
          print("BAD\n first \(first.debugDescription)\n last \(last.debugDescription)\n only \(only)\n alone \(shifted)\n both \(both)")
        }
      }
    }
    print("COUNTS \(counts)")
  }
}
