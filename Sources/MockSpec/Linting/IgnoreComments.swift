import MockSpecDiagnostics

/// The comments of a project that silence warnings.
///
/// `# mockspec-ignore: rule, rule` silences the warnings of these rules on its own line or, if the comment is the only text
/// of its line, on the next line. A multi-line text can't contain comments, so a warning inside it is treated like one on
/// the line where the text starts. JSON has no comments; there, the key `x-mockspec-ignore` silences the warnings in the
/// mapping that contains it, and those about the mapping's key. Errors can't be silenced, since a project with errors is
/// never served.
struct IgnoreComments {
  /// A rule that is named by a comment or a key.
  struct Comment: Sendable {
    /// The part of a file in which a comment silences warnings.
    enum Scope: Sendable {
      case line(Int)
      /// The entry around a key: the offsets of its key and its value.
      case entry(Range<Int>)
    }

    let scope: Scope
    let rule: String
    let range: SourceRange
    var isUsed = false
    fileprivate var isKey: Bool { if case .entry = scope { true } else { false } }
  }

  private var comments: [Comment] = []
  /// The indices in `comments` for each line and rule.
  private var byPlace: [Place: [Int]] = [:]
  private var entries: [SourceFile: IgnoringEntries] = [:]
  /// The ranges of multi-line texts in each file, in the order of the file.
  private var texts: [SourceFile: [Range<Int>]] = [:]

  /// The line of a comment, which can name several rules.
  private struct Line: Hashable {
    let file: SourceFile
    let number: Int

    init(of comment: Comment) { (file, number) = (comment.range.file, comment.range.start.line) }
  }

  private struct Place: Hashable {
    let file: SourceFile
    let line: Int
    let rule: String
  }

  init(_ files: [InFile]) {
    for found in files where !found.comments.isEmpty {
      let file = found.comments[0].range.file
      texts[file] = found.texts
      var scopes: [(entry: Range<Int>, rule: String, comment: Int)] = []
      for (index, comment) in zip(comments.count..., found.comments) {
        switch comment.scope {
        case .line(let line): byPlace[Place(file: file, line: line, rule: comment.rule), default: []].append(index)
        case .entry(let entry): scopes.append((entry, comment.rule, index))
        }
      }
      if !scopes.isEmpty { entries[file] = IgnoringEntries(scopes) }
      comments += found.comments
    }
  }

  /// Returns whether a comment silences a diagnostic, and marks that comment as used.
  ///
  /// The comment can also be at the line of one of the diagnostic's notes, since body files have no comments.
  mutating func silence(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity != .error, !comments.isEmpty else { return false }
    let ranges = [diagnostic.range].compactMap(\.self) + diagnostic.notes.map(\.range)
    let found = ranges.compactMap { range in
      byPlace[Place(file: range.file, line: line(of: range), rule: diagnostic.code)]?.first
        ?? entries[range.file]?.comment(at: range.bytes.lowerBound, diagnostic.code)
    }.min()
    guard let found else { return false }
    comments[found].isUsed = true
    return true
  }

  /// Returns the line at which a comment silences a warning.
  private func line(of range: SourceRange) -> Int {
    let start = range.bytes.lowerBound
    guard let text = texts[range.file]?.first(around: start) else { return range.start.line }
    return range.file.position(of: text.lowerBound).line
  }

  /// Returns the diagnostics, and warnings about unused comments.
  ///
  /// If a comment is above an entry, and its warning is on the entry's second or third line, only the comment is reported:
  /// the two are one mistake.
  ///
  /// - Parameters:
  ///   - codes: All codes of diagnostics, with their severity.
  ///   - found: The diagnostics that no comment silenced.
  func unused(codes: [String: Diagnostic.Severity], beside found: [Diagnostic]) -> [Diagnostic] {
    let unused = comments.filter { !$0.isUsed }
    if unused.isEmpty { return found }
    let warnings = Suggestion.Known(codes.filter { $0.value != .error }.keys.sorted())
    let rules = Set(unused.map(\.rule))
    var later: [Place: Int] = [:]
    for (index, diagnostic) in found.enumerated() where diagnostic.severity != .error && rules.contains(diagnostic.code)
    {
      guard let range = diagnostic.range else { continue }
      later[Place(file: range.file, line: line(of: range), rule: diagnostic.code)] = index
    }
    let counts = Dictionary(comments.map { (Line(of: $0), 1) }, uniquingKeysWith: +)
    var replaced: Set<Int> = []
    let reported = unused.map { comment in
      guard let severity = codes[comment.rule] else { return Self.unknown(comment, warnings) }
      if case .line(let first) = comment.scope, first > comment.range.start.line {
        for line in first + 1...first + 2 {
          let place = Place(file: comment.range.file, line: line, rule: comment.rule)
          guard let index = later[place], let range = found[index].range, Self.isInside(range, first) else { continue }
          replaced.insert(index)
          return Self.unused(
            "'\(comment.rule)' is reported at line \(line), not here", at: comment.range,
            help: "move the comment to the end of that line, or to a line of its own directly above it")
        }
      }
      return Self.unused(
        severity == .error
          ? "'\(comment.rule)' is an error, and errors can't be ignored"
          : "'\(comment.rule)' reports nothing here, so there is nothing to ignore",
        at: comment.range,
        help: comment.isKey || counts[Line(of: comment), default: 0] > 1 ? "remove the name" : "remove the comment")
    }
    return found.enumerated().filter { !replaced.contains($0.offset) }.map(\.element) + reported
  }

  /// Whether a range begins in a line that is indented more than another one.
  private static func isInside(_ range: SourceRange, _ line: Int) -> Bool {
    func indentation(_ line: Int) -> Int { range.file.bytes[range.file.lineRange(line)].prefix { $0 == 0x20 }.count }
    return indentation(range.start.line) > indentation(line)
  }

  private static func unknown(_ comment: Comment, _ warnings: Suggestion.Known) -> Diagnostic {
    let near = Suggestion.nearest(to: comment.rule, among: warnings)
    return unused(
      "no rule is named '\(Excerpt.of(comment.rule))'", at: comment.range,
      help: near.map { "did you mean '\($0)'?" } ?? "'mockspec rules' lists them")
  }

  static func unused(_ message: String, at range: SourceRange, help: String) -> Diagnostic {
    Diagnostic(.warning, LintRules.unusedIgnore, message, at: range, help: help)
  }
}
