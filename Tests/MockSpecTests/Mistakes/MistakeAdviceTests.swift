import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Advice can be followed: a file in which the text that help names is written has nothing to report any more.
///
/// Fixes are tried where they are made.
struct MistakeAdviceTests {
  @Test func `help of at least 15 mistakes says what to write`() throws {
    let followed = try MistakeTests.all.count { try advice(on: $0) != nil }
    #expect(followed >= 15)
  }

  private func advice(on mistake: Mistake) throws -> (text: Advice, range: SourceRange)? {
    let report = try mistake.report()
    guard report.diagnostics.count == 1, let diagnostic = report.diagnostics.first, let range = diagnostic.range,
      diagnostic.fix == nil, let advice = Advice(diagnostic.help)
    else { return nil }
    return (advice, range)
  }

  @Test(arguments: MistakeTests.all) func `what help says to write is right`(mistake: Mistake) throws {
    guard let (advice, range) = try advice(on: mistake) else { return }
    let edits = advice.edits(of: mistake.source, at: range.bytes)
    var left: [String] = []
    for edited in edits {
      let report = try mistake.report(of: edited)
      if report.diagnostics.isEmpty { return }
      left.append(String(decoding: edited, as: UTF8.self) + report.lines)
    }
    Issue.record("\(mistake.name): \(advice.text)\n\(left.joined(separator: "\n---\n"))")
  }

  /// A text that help says to write instead of what is there.
  struct Advice {
    let text: String

    /// - Returns: `nil` if help names no text, several, or one with a part that the reader has to know.
    init?(_ help: String?) {
      let form = /(?:write|did you mean) (?:'([^']+)'|(?!the |a |one |only )([^',;]+))(?:\?.*|;.*| \(in .*\))?/
      guard let match = help.flatMap({ $0.wholeMatch(of: form) }), let text = match.1 ?? match.2,
        !["…", "NAME", "\"", " or ", " for ", " to "].contains(where: text.contains)
      else { return nil }
      self.text = String(text)
    }

    /// The ways in which a reader can understand it: the text goes where the mark is, to the end of the line or of the
    /// entry, and from the line above; or only its value does.
    func edits(of source: [UInt8], at range: Range<Int>) -> [[UInt8]] {
      func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") }
      let line = source[range.upperBound...].firstIndex(where: isEnd) ?? source.endIndex
      let entry = source[range.upperBound..<line].firstIndex { ",}".utf8.contains($0) } ?? line
      let above = source[..<range.lowerBound].split(whereSeparator: isEnd).dropLast().last
      let start = above?.firstIndex { $0 != UInt8(ascii: " ") } ?? range.lowerBound
      let value = text.range(of: ": ").map { String(text[$0.upperBound...]) } ?? text
      let quoted = source[range].first == UInt8(ascii: "\"") ? "\"\(text)\"" : text
      let replacements = [
        (range, text), (range, quoted), (range, value), (range.lowerBound..<line, text),
        (range.lowerBound..<entry, text), (start..<line, text),
      ]
      return replacements.map { source[..<$0.lowerBound] + Array($1.utf8) + source[$0.upperBound...] }
    }
  }
}
