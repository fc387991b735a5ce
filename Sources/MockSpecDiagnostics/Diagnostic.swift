/// Something wrong, or doubtful, in a file that a user wrote: facts with places, no layout.
public struct Diagnostic: Sendable {
  public enum Severity: String, Sendable, Comparable {
    case error, warning, note

    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
    private var rank: Int {
      switch self {
      case .error: 0
      case .warning: 1
      case .note: 2
      }
    }
  }

  /// Another place that explains the first.
  public struct Note: Sendable {
    public let message: String
    package let range: SourceRange

    package init(_ message: String, at range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  public let severity: Severity
  /// Stable, kebab-case, such as `unknown-key`.
  public let code: String
  /// One line in lower case without a full stop; understandable alone.
  public let message: String
  /// What would be right, if that can be said.
  public let help: String?
  /// A few words for beside the carets.
  public let label: String?
  public let notes: [Note]
  package let fix: Fix?
  /// As users see it, also where nothing of the file could be read.
  public let file: String
  /// `nil` where the file as a whole is meant.
  package let range: SourceRange?

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

  /// About a file, or a folder, as a whole.
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

  /// The same about another file, in which all stands at the same places.
  package func moved(to file: SourceFile) -> Diagnostic {
    guard let range else { return self }
    func moved(_ range: SourceRange) -> SourceRange { SourceRange(file: file, bytes: range.bytes) }
    return Diagnostic(
      severity, code, message, at: moved(range), label: label,
      notes: notes.map { Note($0.message, at: moved($0.range)) },
      help: help, fix: fix.map { Fix(moved($0.range), $0.text) })
  }

  /// Where it starts; 1:1 where the file as a whole is meant.
  public var start: SourcePosition { range?.start ?? SourcePosition(line: 1, column: 1) }
  /// Just behind its last character.
  public var end: SourcePosition { range?.end ?? SourcePosition(line: 1, column: 1) }

  /// The help, else the words beside the carets: for formats that draw no carets.
  package var advice: String? { help ?? label }
}

extension Diagnostic: CustomStringConvertible {
  /// The compiler's shape: `specs/users.mock.yaml:12:7: error: unknown key 'staus' [unknown-key]`.
  public var description: String {
    let start = start
    return "\(file):\(start.line):\(start.column): \(severity.rawValue): \(message) [\(code)]"
  }
}

extension Array where Element == Diagnostic {
  /// By file, position, severity and code: the order never depends on which check ran first.
  package func sortedByPlace() -> [Diagnostic] {
    let keyed = enumerated().map {
      (key: ($1.file, $1.range?.bytes.lowerBound ?? -1, $1.severity, $1.code, $0), value: $1)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Without those whose range, code and message another one before has, too.
  package func withoutRepetitions() -> [Diagnostic] {
    var seen: Set<RepetitionKey> = []
    return filter { found in
      seen.insert(RepetitionKey(file: found.file, code: found.code, message: found.message, bytes: found.range?.bytes))
        .inserted
    }
  }

  package var hasErrors: Bool { contains { $0.severity == .error } }
}

private struct RepetitionKey: Hashable {
  let file, code, message: String
  let bytes: Range<Int>?
}
