import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Help can be followed: what it says to write, to remove or to indent, and each fix, leaves a file without that diagnostic and
/// without an error.
///
/// Help that leaves a decision to the reader is listed with the reason.
struct MistakeAdviceTests {
  enum Reason: String, CaseIterable {
    /// The diagnostic has no help: the headline says it all.
    case none
    /// Help names examples of values, or what is known.
    case examples
    /// Help has an ellipsis, or asks for a value that only the author knows.
    case placeholder
    /// Help is about other files or commands.
    case elsewhere
    /// Help describes an edit in words.
    case described
  }

  static let unfollowed: [Reason: [String]] = [
    .none: [
      "json-missing-bracket", "json-missing-last-brace", "json-one-brace-too-many", "chunk-alone", "body-with-204",
      "empty-responses", "empty-request", "path-with-end-missing",
    ],
    .examples: [
      "collection-as-file", "wm-template-syntax", "url-as-path", "path-without-root",
    ],
    .placeholder: [
      "half-key", "graphql-name-in-body", "base-path-and-host-at-root", "method-and-path-without-match",
      "query-beside-match", "matched-headers-beside-match", "port-at-root-of-project", "header-as-object",
      "operator-in-json", "braces-for-error", "empty-delay", "half-response-name", "wm-has-exactly",
      "scenarios-of-wiremock", "scene-set", "set-only-value", "state-in-request", "state-in-response",
      "state-text-in-response", "state-under-match", "when-as-match", "when-for-match", "when-list",
      "collection-as-items", "collection-under-requests", "items-as-mapping", "list-of-collections",
      "mockoon-databuckets", "ms-crud", "responses-without-operation",
      "when-only-value", "path-script", "path-pattern-operator",
    ],
    .elsewhere: [
      "json-file-in-yaml", "requests-in-project", "only-server", "git-lfs-pointer", "passed-host", "empty-file",
    ],
    .described: [
      "curly-keys-in-braces", "one-of-matches", "conflict", "conflict-in-json", "conflict-half-resolved",
      "conflict-only-start-json",
      "bar-before-text",
      "json-single-quotes", "json-unquoted-key", "json-missing-quote-of-text", "json-responses-in-match",
      "json-status-beside-match", "status-beside-match", "defaults-under-requests", "indented-requests",
      "template-name-not-in-path", "ignore-above-name", "json-is-path", "two-question-marks", "quoted-message",
      "two-slashes-only", "json-block-text", "half-flow", "host-list", "inline-flag", "file-is-data-url",
      "expression-in-path", "wm-url-path-regex", "three-directives",
      "handlebars-each", "list-of-states", "ms-scenario-state", "scene-unknown-value", "set-in-request",
      "set-several", "set-unknown-state", "state-as-mapping", "state-with-one-value", "state-without-values",
      "states-in-project", "states-in-request", "states-under-requests", "when-not", "wm-new-scenario-state",
      "built-in-when", "collection-without-path", "collections-in-project", "item-as-text",
      "item-in-list", "item-without-id", "items-with-another-id", "items-with-one-id", "operation-as-response",
      "wm-scenario", "path-dashed-name", "path-name-in-brackets", "path-as-pointer", "path-digit-escape",
      "path-several-compared",
    ],
  ]

  @Test func `help is right, and help that can't be followed mechanically is listed`() throws {
    var wrong: [String] = []
    let listed = Self.unfollowed.values.flatMap(\.self)
    for mistake in MistakeTests.all {
      let diagnostic = try #require(try mistake.report().diagnostics.first)
      let problem = try Advice(diagnostic).map { try shortfall(of: $0, diagnostic, mistake) } ?? "can't be followed"
      switch (problem, listed.contains(mistake.name)) {
      case (let problem?, false): wrong.append("\(mistake.name): \(problem)")
      case (nil, true): wrong.append("\(mistake.name) is listed, but its help can be followed")
      default: break
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(MistakeTests.all.count)\n\(wrong.joined(separator: "\n"))")
    #expect(Set(listed).subtracting(MistakeTests.all.map(\.name)) == [])
    let counts = Reason.allCases.map { "\($0): \(Self.unfollowed[$0]?.count ?? 0)" }.joined(separator: ", ")
    print("the help of \(MistakeTests.all.count - listed.count) mistakes is followed; not followed, \(counts)")
  }

  /// Returns what is wrong with the file after following; `nil` if nothing is.
  private func shortfall(of advice: Advice, _ diagnostic: Diagnostic, _ mistake: Mistake) throws -> String? {
    guard let range = diagnostic.range else { return "has no range" }
    let source = FollowedSource(range.file.bytes, range.bytes)
    for option in advice.options {
      var left: String?
      let isFollowed = try source.edits(option).contains { edited in
        let report = try mistake.report(of: edited)
        // A state that is no longer used is a warning.
        let isLeft = report.diagnostics.contains { $0.severity == .error || $0.message == diagnostic.message }
        if mistake.kind == .states ? !isLeft : report.diagnostics.isEmpty {
          return true
        }
        left = left ?? String(decoding: edited, as: UTF8.self) + report.lines
        return false
      }
      if !isFollowed { return "\(option)\n\((left ?? "").suffix(400))" }
    }
    return nil
  }
}

/// What a diagnostic says to do.
struct Advice {
  enum Option {
    case fix(Fix)
    /// The texts are written instead of what is there.
    case write([String])
    /// The marked text, another one, or the entry of a key is removed.
    case remove(String?)
    /// The entry, or all from there on, is indented by more spaces.
    case indent(Int, isAlone: Bool)
    /// An entry is written beside the marked one.
    case add(String)
  }

  /// What can be done, one or the other.
  let options: [Option]

  init?(_ diagnostic: Diagnostic?) {
    guard let diagnostic else { return nil }
    if let fix = diagnostic.fix {
      options = [.fix(fix)]
      return
    }
    guard
      let help = diagnostic.help?.replacing(#/ \(in .*\)$/#, with: "")
        .replacing(#/^[^']*: (?=write |remove )/#, with: ""), !help.contains("…")
    else { return nil }
    if let match = help.wholeMatch(of: #/indent (it|them) by (\d+) spaces (more|less)(?:,.*)?/#),
      let count = Int(match.2)
    {
      options = [.indent(match.3 == "more" ? count : -count, isAlone: match.1 == "it")]
    } else if let match = help.wholeMatch(of: #/write a number from (\d+) .*/#) {
      options = [.write([String(match.1)])]
    } else if let match = help.wholeMatch(of: #/for example: (.+)/#) {
      options = match.1.split(separator: ", ").map { Option.write([String($0)]) }
    } else if let match = help.wholeMatch(of: Self.text) {
      options = match.1.split(separator: #/,? or /#).map { Option.write(Self.texts($0)) }
    } else if let match = help.wholeMatch(of: #/(?:write|.*[,;] write|did you mean) (?!a |one |only |the )(.+)/#) {
      options = match.1.split(separator: #/,? or /#).map { Option.write(Self.texts($0)) }
    } else if let match = help.wholeMatch(of: #/add '([^']+)', or '([^']+)'.*/#) {
      options = [.add(String(match.1)), .add(String(match.2))]
    } else if let match = help.wholeMatch(of: #/(?:.*or )?remove '([^']+)'(?:, or '([^']+)')?(?!, and).*/#) {
      options = [match.1, match.2].compactMap(\.self).map { Option.remove(String($0)) }
    } else if help.contains(#/^remove (?:it|the (?:comma|comment|semicolon|header))\b|remove one of the two/#) {
      options = [.remove(nil)]
    } else {
      return nil
    }
  }

  /// A description of what to write, with the text after the last colon of its first part.
  private static var text: Regex<(Substring, Substring)> {
    #/(?:write|add|put|use|remove|for any|.*only) \w+ [^':]*(?:'[^':]*'[^':]*)?(?:name|Pointer|key|dots|origin|unit|quotes|slashes|value|path|segment|star|match): (.+)/#
  }

  /// Returns the texts in quotes, or else all up to a semicolon.
  private static func texts(_ help: Substring) -> [String] {
    let help = help.split(separator: "? ")[0]
    let quoted = help.matches(of: #/'([^']+)'/#).map { String($0.1) }
    let isQuoted = help.hasPrefix("'") && !quoted.isEmpty
    return isQuoted ? quoted : [String(help.prefix { $0 != ";" }.split(separator: " for ")[0])]
  }
}

/// A file with a marked range that is edited as help says.
struct FollowedSource {
  let bytes: [UInt8]
  let mark: Range<Int>

  init(_ bytes: [UInt8], _ mark: Range<Int>) { (self.bytes, self.mark) = (bytes, mark) }

  /// Returns the file after each way in which a reader can understand what to do.
  func edits(_ option: Advice.Option) -> [[UInt8]] {
    switch option {
    case .fix(let fix): return [[fix].applied(to: bytes)]
    case .write(let texts):
      let separators =
        texts.count == 1 ? [""] : [", ", "\n" + String(repeating: " ", count: column(mark.lowerBound))]
      return separators.flatMap { writing(texts.joined(separator: $0)) }
    case .remove(let text):
      let places = text.map(occurrences) ?? [mark, max(mark.lowerBound, mark.upperBound - 1)..<mark.upperBound]
      return places.flatMap { [$0, flowEntry($0.lowerBound), lines($0.lowerBound)].map { replacing($0, "") } }
    case .indent(let count, let isAlone):
      let start = lineStart(mark.lowerBound)
      let end = isAlone ? lines(mark.lowerBound).upperBound : siblings(mark.lowerBound)
      let ends = isAlone ? [end] : (start..<end).filter { bytes[$0] == newline }.map { $0 + 1 } + [end]
      return ends.map { end in
        let moved = bytes[start..<end].split(separator: newline, omittingEmptySubsequences: false).map { line in
          let spaces = [UInt8](repeating: space, count: max(count, 0))
          return line.isEmpty ? [] : spaces + line.dropFirst(max(-count, 0))
        }
        return Array(bytes[..<start]) + moved.joined(separator: [newline]) + bytes[end...]
      }
    case .add(let entry):
      let line = lineStart(mark.lowerBound)
      let spaces = String(repeating: " ", count: column(mark.lowerBound))
      return [
        replacing(line..<line, "\(spaces)\(entry)\n"), replacing(mark.lowerBound..<mark.lowerBound, "\(entry), "),
      ]
    }
  }

  /// The text goes where the mark is, to the end of the line, of the entry or of its lines, and from the line above; or only its value
  /// does.
  private func writing(_ text: String) -> [[UInt8]] {
    let end = bytes[mark.upperBound...].firstIndex(of: newline) ?? bytes.endIndex
    let entry = bytes[mark.upperBound..<end].firstIndex { ",}".utf8.contains($0) } ?? end
    let above = bytes[..<mark.lowerBound].split(separator: newline).dropLast().last
    let start = above?.firstIndex { $0 != space } ?? mark.lowerBound
    let flow = flowEntry(mark.lowerBound)
    let whole = key(mark.lowerBound)..<lines(mark.lowerBound).upperBound
    let values = text.ranges(of: ": ").map { String(text[$0.upperBound...]) }
    let below = replacing(end..<end, "\n" + String(repeating: " ", count: column(mark.lowerBound) + 2) + text)
    let next = min(mark.upperBound + 1, bytes.endIndex)
    let all = [
      mark, mark.lowerBound..<next, mark.lowerBound..<end, mark.lowerBound..<entry, start..<end, flow,
      key(mark.lowerBound)..<end,
    ]
    return all.map { replacing($0, text) } + [
      below,
      replacing(whole, text + "\n"), replacing(mark, " " + text), replacing(mark, "\"\(text)\""),
    ]
      + values.flatMap { value in all.map { replacing($0, value) } }
  }
}

extension FollowedSource {
  private var newline: UInt8 { UInt8(ascii: "\n") }
  private var space: UInt8 { UInt8(ascii: " ") }

  private func replacing(_ range: Range<Int>, _ text: String) -> [UInt8] {
    bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...]
  }

  private func lineStart(_ offset: Int) -> Int { bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0 }
  private func key(_ offset: Int) -> Int { bytes[lineStart(offset)...].firstIndex { $0 != space } ?? offset }
  private func column(_ offset: Int) -> Int { key(offset) - lineStart(offset) }

  /// The line, and those below it that are indented more.
  private func lines(_ offset: Int) -> Range<Int> { lineStart(offset)..<end(offset) { $0 > $1 } }
  /// The end of the lines that aren't indented less.
  private func siblings(_ offset: Int) -> Int { end(offset) { $0 >= $1 } }

  private func end(_ offset: Int, _ belongs: (Int, Int) -> Bool) -> Int {
    var end = bytes[offset...].firstIndex(of: newline).map { $0 + 1 } ?? bytes.endIndex
    while end < bytes.endIndex, belongs(column(end), column(offset)) {
      end = bytes[end...].firstIndex(of: newline).map { $0 + 1 } ?? bytes.endIndex
    }
    return end
  }

  /// The entry of a flow collection, with the comma that separates it.
  private func flowEntry(_ offset: Int) -> Range<Int> {
    let start = bytes[lineStart(offset)..<offset].lastIndex { "{[,".utf8.contains($0) }.map { $0 + 1 } ?? offset
    var depth = 0
    let end = bytes[offset...].firstIndex { byte in
      if "{[".utf8.contains(byte) { depth += 1 }
      if "}]".utf8.contains(byte) { depth -= 1 }
      return depth < 0 || byte == newline || (depth == 0 && byte == UInt8(ascii: ","))
    }
    guard let end, start <= end else { return offset..<offset }
    return start..<(bytes[end] == UInt8(ascii: ",") ? end + 1 : end)
  }

  private func occurrences(_ text: String) -> [Range<Int>] {
    let text = Array(text.utf8)
    return bytes.indices.filter { bytes[$0...].starts(with: text) }.map { $0..<$0 + text.count }
  }
}
