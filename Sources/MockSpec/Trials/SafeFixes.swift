import MockSpecDiagnostics

/// Removes the fixes of diagnostics that a trial refuses.
struct SafeFixes {
  let reader: FileErrors.Reader
  /// The text that the fixes change, and its errors.
  let bytes: [UInt8]
  let errors: FileErrors

  static let maxErrors = 1000

  /// Returns the diagnostics, without fixes that leave their error or cause another one.
  func checked(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    // Of a file with more errors than are reported, trials would take long.
    guard errors.count <= Self.maxErrors, diagnostics.contains(where: { $0.fix != nil }) else { return diagnostics }
    var trials = FixTrials(reader, ofBytes: bytes.count)
    let inSyntax = Set(errors.syntax.compactMap(\.fix?.range.bytes))
    let fixes = diagnostics.compactMap(\.fix)
    let syntax = trials.passing(fixes.filter { inSyntax.contains($0.range.bytes) }, in: bytes, errors, \.fixesSyntax)
    let meaning = trials.passing(fixes.filter { !inSyntax.contains($0.range.bytes) }, in: bytes, errors, \.fixesMeaning)
    let passing = Set((syntax.fixes + meaning.fixes).map(\.range.bytes))
    return diagnostics.map { $0.fix.map { passing.contains($0.range.bytes) } == false ? $0.withoutFix : $0 }
  }
}
