import MockSpecDiagnostics

/// Removes the fixes of diagnostics that a trial refuses, so that editors and `--fix` are offered the same ones.
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
    let syntax = Set(errors.syntax.compactMap(\.fix?.range.bytes))
    var trialsLeft = FileErrors.Reader.trials(ofBytes: bytes.count)
    func passes(_ fixes: [Fix], _ isBetter: KeyPath<FixTrial, Bool>) -> Bool {
      guard trialsLeft > 0 else { return false }
      trialsLeft -= 1
      let after = reader.errors(fixes.applied(to: bytes))
      return FixTrial(fixes: fixes, before: errors, after: after)[keyPath: isBetter]
    }
    func refused(_ fixes: [Fix], _ isBetter: KeyPath<FixTrial, Bool>) -> Set<Range<Int>> {
      let apart = fixes.withoutOverlaps()
      if apart.isEmpty || (apart.count == fixes.count && passes(apart, isBetter)) { return [] }
      return Set(fixes.filter { !passes([$0], isBetter) }.map(\.range.bytes))
    }
    let fixes = diagnostics.compactMap(\.fix)
    let bad = refused(fixes.filter { syntax.contains($0.range.bytes) }, \.fixesSyntax)
      .union(refused(fixes.filter { !syntax.contains($0.range.bytes) }, \.fixesMeaning))
    return diagnostics.map { $0.fix.map { bad.contains($0.range.bytes) } == true ? $0.withoutFix : $0 }
  }
}
