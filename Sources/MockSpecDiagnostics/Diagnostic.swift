/// An error, warning or note about a file, with its source range.
///
/// A diagnostic has no layout; renderers draw it. ``description`` is its one-line form.
public struct Diagnostic: Sendable {
  /// How serious a diagnostic is. The most serious severity is ordered first.
  public enum Severity: String, Sendable, Comparable {
    /// A mistake that prevents the file from being used.
    case error
    /// A probable mistake. The file is used.
    case warning
    /// Information that needs no change.
    case note

    /// Returns whether the left severity is more serious.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
    private var rank: Int {
      switch self {
      case .error: 0
      case .warning: 1
      case .note: 2
      }
    }
  }

  /// A message about another range that explains the diagnostic.
  public struct Note: Sendable {
    /// One line in lower case without a full stop.
    public let message: String
    package let range: SourceRange

    package init(_ message: String, at range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  /// The severity.
  public let severity: Severity
  /// A stable, kebab-case identifier, such as `unknown-key`.
  public let code: String
  /// One line in lower case without a full stop. It is complete without the notes and the help.
  public let message: String
  /// An instruction for fixing the mistake; `nil` if none is known.
  public let help: String?
  /// A few words that are drawn next to the carets.
  public let label: String?
  /// Messages about other ranges.
  public let notes: [Note]
  package let fix: Fix?
  /// The path of the file, relative to the working directory if the file is inside it, else absolute.
  public let file: String
  /// The source range; `nil` for the file as a whole.
  package let range: SourceRange?

  /// The message, about the body of a call instead of a file.
  package var messageAboutBody: String { message.replacing("the file", with: "the body") }

  package init(
    _ severity: Severity = .error, _ code: String, _ message: String, at range: SourceRange, label: String? = nil,
    notes: [Note] = [], help: String? = nil, fix: Fix? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.help = help
    self.label = label
    self.notes = notes
    self.fix = fix
    self.file = range.file.path
    self.range = range
  }

  /// Creates a diagnostic about a file or a folder as a whole.
  package init(
    _ severity: Severity = .error, _ code: String, _ message: String, file: String, notes: [Note] = [],
    help: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.help = help
    self.label = nil
    self.notes = notes
    self.fix = nil
    self.file = file
    self.range = nil
  }

  /// Returns the diagnostic with one more note.
  package func adding(_ note: Note) -> Diagnostic {
    guard let range else {
      return Diagnostic(severity, code, message, file: file, notes: notes + [note], help: help)
    }
    return Diagnostic(
      severity, code, message, at: range, label: label, notes: notes + [note], help: help, fix: fix)
  }

  /// Returns the same diagnostic about another file with the same positions.
  package func moved(to file: SourceFile) -> Diagnostic { moved(to: file) { $0 } }

  /// Returns the same diagnostic about another file.
  ///
  /// - Parameters:
  ///   - file: The other file.
  ///   - bytes: Returns the range in the other file that corresponds to a range in this one.
  package func moved(to file: SourceFile, _ bytes: (Range<Int>) -> Range<Int>) -> Diagnostic {
    guard let range else { return self }
    func moved(_ range: SourceRange) -> SourceRange { SourceRange(file: file, bytes: bytes(range.bytes)) }
    return Diagnostic(
      severity, code, message, at: moved(range), label: label,
      notes: notes.map { Note($0.message, at: moved($0.range)) },
      help: help, fix: fix.map { Fix(moved($0.range), $0.text) })
  }

  /// The same diagnostic without its fix.
  package var withoutFix: Diagnostic {
    guard fix != nil, let range else { return self }
    return Diagnostic(severity, code, message, at: range, label: label, notes: notes, help: help)
  }

  /// The start of the range; 1:1 for the file as a whole.
  public var start: SourcePosition { range?.start ?? SourcePosition(line: 1, column: 1) }
  /// The position after the last character of the range; 1:1 for the file as a whole.
  public var end: SourcePosition { range?.end ?? SourcePosition(line: 1, column: 1) }

  /// The help, or else the label, for formats without carets.
  package var advice: String? { help ?? label }
  /// The message, followed by the advice after a colon.
  package var messageWithAdvice: String { message + (advice.map { ": \($0)" } ?? "") }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic on one line, in the form that compilers use: `specs/users.mock.yaml:12:7: error: unknown key
  /// 'staus' [unknown-key]`.
  public var description: String {
    let start = start
    return "\(file):\(start.line):\(start.column): \(severity.rawValue): \(message) [\(code)]"
  }
}

extension Array where Element == Diagnostic {
  /// Returns the diagnostics by file, position, severity and code, so that the order doesn't depend on the order of
  /// checks.
  package func sortedByPlace() -> [Diagnostic] {
    let keyed = enumerated().map {
      (key: ($1.file, $1.range?.bytes.lowerBound ?? -1, $1.severity, $1.code, $0), value: $1)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the diagnostics without repetitions: a repetition has the start, code and message of an earlier
  /// diagnostic.
  ///
  /// - Parameter ignoringMessages: Whether a repetition can have another message.
  package func withoutRepetitions(ignoringMessages: Bool = false) -> [Diagnostic] {
    var seen: Set<RepetitionKey> = []
    return filter { found in
      let key = RepetitionKey(
        file: found.file, code: found.code, message: ignoringMessages ? nil : found.message,
        offset: found.range?.bytes.lowerBound)
      return seen.insert(key).inserted
    }
  }

  package var hasErrors: Bool { contains { $0.severity == .error } }
}

private struct RepetitionKey: Hashable {
  let file: String
  let code: String
  let message: String?
  let offset: Int?
}
