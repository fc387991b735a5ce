import MockSpecDiagnostics

/// The comments of a project that silence warnings.
///
/// `# mockspec-ignore: rule, rule` silences the warnings of these rules on its own line or, if the comment is the only
/// text of its line, on the next line. In JSON, which has no comments, the key `x-mockspec-ignore` silences the warnings in
/// the mapping that contains it, and those about its key. Errors can't be silenced, since a project with errors is never
/// served.
struct IgnoreComments {
  struct Comment: Sendable {
    /// Where a comment silences warnings.
    enum Scope: Sendable {
      case line(Int)
      /// An entry of a JSON file: the offsets of its key and its value.
      case entry(Range<Int>)
    }

    let file: SourceFile
    let scope: Scope
    let rule: String
    let range: SourceRange
    var isUsed = false
    /// Whether it is a key of a JSON file.
    fileprivate var isKey: Bool { if case .entry = scope { true } else { false } }
  }

  private static let marker = Array("# mockspec-ignore:".utf8)
  private var comments: [Comment]
  /// The indices in `comments` for each line and rule.
  private var byPlace: [Place: [Int]] = [:]
  private var entries: [SourceFile: IgnoringEntries] = [:]

  private struct Place: Hashable {
    let file: SourceFile
    let line: Int
    let rule: String
  }

  init(_ comments: [Comment]) {
    self.comments = comments
    var scopes: [SourceFile: [(entry: Range<Int>, rule: String, comment: Int)]] = [:]
    for (index, comment) in comments.enumerated() {
      switch comment.scope {
      case .line(let line):
        byPlace[Place(file: comment.file, line: line, rule: comment.rule), default: []].append(index)
      case .entry(let entry): scopes[comment.file, default: []].append((entry, comment.rule, index))
      }
    }
    entries = scopes.mapValues(IgnoringEntries.init)
  }

  /// Returns the comments of a file.
  static func comments(in file: SourceFile) -> [Comment] {
    if file.path.hasSuffix(".json") { return IgnoringEntries.comments(in: file) }
    var comments: [Comment] = []
    let bytes = file.bytes
    var index = 0
    while let hash = bytes[index...].firstIndex(of: UInt8(ascii: "#")) {
      index = hash + 1
      guard bytes[hash...].starts(with: marker) else { continue }
      let line = file.position(of: hash).line
      let lineBytes = file.lineRange(line)
      let isAlone = bytes[lineBytes.lowerBound..<hash].allSatisfy { $0 == 0x20 || $0 == 0x09 }
      guard isAlone || bytes[hash - 1] == 0x20 || bytes[hash - 1] == 0x09 else { continue }
      var start = hash + marker.count
      for name in bytes[start..<lineBytes.upperBound].split(
        separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      {
        let text = name.drop { $0 == 0x20 }
        let rule = String(decoding: text.prefix { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
        let place = start + name.count - text.count
        if !rule.isEmpty {
          comments.append(
            Comment(
              file: file, scope: .line(isAlone ? line + 1 : line), rule: rule,
              range: SourceRange(file: file, bytes: place..<place + rule.utf8.count)))
        }
        start += name.count + 1
      }
    }
    return comments
  }

  /// Returns whether a comment silences a diagnostic, and marks that comment as used.
  ///
  /// The comment is at the diagnostic's own line or at the line of one of its notes, since a body file has no comments.
  mutating func silence(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity != .error, !comments.isEmpty else { return false }
    let ranges = [diagnostic.range].compactMap(\.self) + diagnostic.notes.map(\.range)
    let found = ranges.compactMap { range in
      byPlace[Place(file: range.file, line: range.start.line, rule: diagnostic.code)]?.first
        ?? entries[range.file]?.comment(at: range.bytes.lowerBound, diagnostic.code)
    }.min()
    guard let found else { return false }
    comments[found].isUsed = true
    return true
  }

  /// Returns warnings about the comments that silenced no diagnostic.
  ///
  /// - Parameter codes: All codes of diagnostics, with their severity.
  func unused(codes: [String: Diagnostic.Severity]) -> [Diagnostic] {
    let warnings = codes.filter { $0.value != .error }.keys.sorted()
    return comments.filter { !$0.isUsed }.map { comment in
      guard let severity = codes[comment.rule] else { return Self.unknown(comment, warnings) }
      return Self.unused(
        severity == .error
          ? "'\(comment.rule)' is an error, and errors can't be ignored"
          : "'\(comment.rule)' reports nothing here, so there is nothing to ignore",
        comment, help: comment.isKey ? "remove the name" : "remove the comment")
    }
  }

  private static func unknown(_ comment: Comment, _ warnings: [String]) -> Diagnostic {
    let near = Suggestion.nearest(to: comment.rule, among: warnings)
    return unused(
      "no rule is named '\(comment.rule)'", comment,
      help: near.map { "did you mean '\($0)'?" } ?? "'mockspec rules' lists them")
  }

  private static func unused(_ message: String, _ comment: Comment, help: String) -> Diagnostic {
    Diagnostic(.warning, LintRules.unusedIgnore, message, at: comment.range, help: help)
  }
}
