import MockSpecDiagnostics
import MockSpecDocument

/// Makes the fixes that a file's diagnostics carry, round by round, and keeps only those that leave it better.
///
///     text ─ findings ─▶ fixes ─ all at once, else one by one ─▶ text ─ findings ─▶ …
package struct Mender {
  package struct Outcome: Sendable {
    package var bytes: [UInt8]
    /// How many fixes were made.
    package var count = 0
  }

  private let shown: String
  private let format: DocumentParser.Format
  private let kind: FileFindings.Kind
  private var trials: Int
  private var outcome: Outcome
  private var findings: FileFindings

  /// - Parameters:
  ///   - bytes: the whole file, with its byte-order mark if it has one.
  ///   - path: says which format it is, and stands in diagnostics.
  package static func mend(_ bytes: [UInt8], path: String, isProjectFile: Bool) -> Outcome {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var mender = Mender(Array(bytes[mark...]), path: path, kind: isProjectFile ? .project : .spec)
    mender.run()
    return Outcome(bytes: bytes[..<mark] + mender.outcome.bytes, count: mender.outcome.count)
  }

  private init(_ bytes: [UInt8], path: String, kind: FileFindings.Kind) {
    shown = path
    format = .init(path: path)
    self.kind = kind
    trials = Self.trials(ofBytes: bytes.count)
    outcome = Outcome(bytes: bytes)
    findings = FileFindings(bytes, shown: path, format: format, kind: kind)
  }

  /// Each one reads the whole file.
  private static func trials(ofBytes count: Int) -> Int { min(200, max(4, (32 << 20) / max(1, count))) }

  private mutating func run() {
    while mend(findings.syntax, \.mendsSyntax) {}
    while mend(findings.meaning, \.mendsMeaning) {}
  }

  /// - Returns: Whether there is something new to look at.
  private mutating func mend(_ diagnostics: [Diagnostic], _ isBetter: KeyPath<FixTrial, Bool>) -> Bool {
    let fixes = diagnostics.compactMap(\.fix).withoutOverlaps()
    if fixes.isEmpty { return false }
    if make(fixes, isBetter) { return true }
    guard fixes.count > 1 else { return false }
    let count = outcome.count
    // From the end, so that those before stay where they are.
    for fix in fixes.reversed() { _ = make([fix], isBetter) }
    return outcome.count > count
  }

  private mutating func make(_ fixes: [Fix], _ isBetter: KeyPath<FixTrial, Bool>) -> Bool {
    guard trials > 0 else { return false }
    trials -= 1
    let bytes = fixes.applied(to: outcome.bytes)
    let after = FileFindings(bytes, shown: shown, format: format, kind: kind)
    guard FixTrial(fixes: fixes, before: findings, after: after)[keyPath: isBetter] else { return false }
    outcome = Outcome(bytes: bytes, count: outcome.count + fixes.count)
    findings = after
    return true
  }
}
