import MockSpecDiagnostics
import MockSpecDocument

/// Applies the fixes that a file's diagnostics carry, round by round, and keeps only those that leave fewer errors.
///
///     text ─ errors ─▶ fixes ─ FixTrials ─▶ text ─ errors ─▶ …
package struct FileFixer {
  /// A file's content after fixing.
  package struct Outcome: Sendable {
    package var bytes: [UInt8]
    /// The number of fixes applied.
    package var count = 0
  }

  private let reader: FileErrors.Reader
  private var trials: FixTrials
  private var outcome: Outcome
  private var errors: FileErrors

  /// Fixes a file's content.
  ///
  /// Content that isn't recognizable as a spec or a project file is returned unchanged.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, with its byte-order mark if it has one.
  ///   - path: The file's path, which decides its format and appears in diagnostics.
  ///   - isProjectFile: Whether the file is a project file, and not a spec.
  /// - Returns: The content after fixing, and the number of fixes.
  package static func fix(_ bytes: [UInt8], path: String, isProjectFile: Bool) -> Outcome {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let reader = FileErrors.Reader(
      shown: path, format: .init(path: path), kind: isProjectFile ? .project : .spec)
    var fixer = FileFixer(Array(bytes[mark...]), reader)
    guard RootKeys.identify(fixer.outcome.bytes, reader.format, isProjectFile: isProjectFile) else {
      return Outcome(bytes: bytes)
    }
    fixer.run()
    // A fix can uncover a character that has to be replaced.
    var last = 0
    var roundsLeft = 8
    while fixer.outcome.count > last, roundsLeft > 0 {
      roundsLeft -= 1
      last = fixer.outcome.count
      fixer.replaceCharacters()
      fixer.run()
    }
    return Outcome(bytes: bytes[..<mark] + fixer.outcome.bytes, count: fixer.outcome.count)
  }

  /// Replaces characters that look like others first, since what they cause can look like other mistakes.
  private init(_ bytes: [UInt8], _ reader: FileErrors.Reader) {
    self.reader = reader
    trials = FixTrials(reader, ofBytes: bytes.count, limit: 32 << 20)
    outcome = Outcome(bytes: bytes)
    errors = reader.errors(bytes)
    replaceCharacters()
  }

  private mutating func replaceCharacters() {
    let source = SourceFile(path: reader.shown, bytes: outcome.bytes)
    guard let fixes = CharacterSearch(source, reader, errors: errors)?.fixes, !fixes.isEmpty else { return }
    outcome = Outcome(bytes: fixes.applied(to: outcome.bytes), count: outcome.count + fixes.count)
    errors = reader.errors(outcome.bytes)
  }

  private mutating func run() {
    while apply(fixesOf: errors.syntax, \.fixesSyntax) {}
    while apply(fixesOf: errors.meaning, \.fixesMeaning) {}
  }

  /// - Returns: Whether the content changed, so that another round may find more.
  private mutating func apply(fixesOf diagnostics: [Diagnostic], _ isBetter: KeyPath<FixTrial, Bool>) -> Bool {
    let passing = trials.passing(diagnostics.compactMap(\.fix), in: outcome.bytes, errors, isBetter)
    if passing.fixes.isEmpty { return false }
    outcome = Outcome(
      bytes: passing.fixes.applied(to: outcome.bytes), count: outcome.count + passing.fixes.count)
    errors = passing.errors
    return true
  }
}
