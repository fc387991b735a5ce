package import MockSpecDiagnostics
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
  ///   - doubts: The fixes of warnings about the file. They are applied if it has no errors.
  /// - Returns: The content after fixing, and the number of fixes.
  package static func fix(_ bytes: [UInt8], path: String, isProjectFile: Bool, doubts: [Fix] = []) -> Outcome {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // The last pass changes nothing, and a second run would be one more. Of a file that is still changing after so much
    // reading, a second run fixes more.
    let budget = ReadingBudget(bytes: max(64 << 20, 64 * bytes.count))
    var reader = FileErrors.Reader(
      shown: path, format: .init(path: path), level: isProjectFile ? .project : .spec, budget: budget)
    reader.limits.errors = 100_000
    reader.limits.diagnostics = 100_000
    var fixer = FileFixer(Array(bytes[mark...]), reader)
    // A root key can have such a character.
    fixer.replaceCharacters()
    guard RootKeys.identify(fixer.outcome.bytes, reader.format, isProjectFile: isProjectFile),
      !ForeignFile.isForeign(bytes)
    else {
      return Outcome(bytes: bytes)
    }
    while !budget.isSpent, fixer.pass() {}
    fixer.apply(doubts)
    return Outcome(bytes: bytes[..<mark] + fixer.outcome.bytes, count: fixer.outcome.count)
  }

  private init(_ bytes: [UInt8], _ reader: FileErrors.Reader) {
    self.reader = reader
    trials = FixTrials(reader, ofBytes: bytes.count)
    outcome = Outcome(bytes: bytes)
    errors = reader.errors(bytes)
  }

  /// Fixes what can be fixed in a limited number of trials.
  ///
  /// - Returns: Whether the content changed, so that another pass may find more.
  private mutating func pass() -> Bool {
    let count = outcome.count
    // What characters cause that look like others can look like other mistakes.
    replaceCharacters()
    trials = FixTrials(reader, ofBytes: outcome.bytes.count, limit: 32 << 20)
    while apply(fixesOf: errors.syntax, \.fixesSyntax), !reader.budget.isSpent {}
    while apply(fixesOf: errors.meaning, \.fixesMeaning) {}
    return outcome.count > count
  }

  /// Replaces characters that look like others.
  private mutating func replaceCharacters() {
    let source = SourceFile(path: reader.shown, bytes: outcome.bytes)
    guard let fixes = CharacterScan(source, reader, errors: errors)?.fixes, !fixes.isEmpty else { return }
    outcome = Outcome(bytes: fixes.applied(to: outcome.bytes), count: outcome.count + fixes.count)
    errors = reader.errors(outcome.bytes)
  }

  /// Applies the fixes of warnings to a file without errors.
  private mutating func apply(_ doubts: [Fix]) {
    guard !doubts.isEmpty, errors.count == 0, outcome.count == 0 else { return }
    let fixes = doubts.withoutOverlaps()
    let bytes = fixes.applied(to: outcome.bytes)
    let errors = reader.errors(bytes)
    guard errors.count == 0 else { return }
    outcome = Outcome(bytes: bytes, count: fixes.count)
    self.errors = errors
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
