import MockSpecDiagnostics

/// Compares a file's errors before and after some fixes, to decide whether the fixes are kept.
struct FixTrial {
  let edits: TextEdits
  let before: FileErrors
  let after: FileErrors

  init(_ fixes: [Fix], before: FileErrors, after: FileErrors) {
    (edits, self.before, self.after) = (TextEdits(fixes), before, after)
  }

  /// Whether each fix removed a syntax error, and no new error appeared.
  var fixesSyntax: Bool {
    if before.end == nil, after.end != nil { return false }
    let limit = before.end ?? .max
    let left = after.syntax.count { (start(of: $0) ?? 0) <= limit }
    return left + edits.all.count <= before.syntax.count
      && codes(after.syntax).isSubset(of: codes(before.syntax))
      && !(after.all + after.warnings).contains(where: isInReplacement)
  }

  /// Whether each fix removed an error of meaning, and no new error appeared. A new error suggests that something else
  /// was meant.
  var fixesMeaning: Bool {
    guard after.syntax.count == before.syntax.count, after.end == nil,
      after.meaning.count + edits.all.count <= before.meaning.count
    else { return false }
    let fixed = Set(edits.all.map(\.range.bytes))
    let others = (before.meaning + before.warnings).filter { $0.fix.map { !fixed.contains($0.range.bytes) } ?? true }
    let known = Set(others.map { Mistake(code: $0.code, start: $0.range?.bytes.lowerBound) })
    return (after.meaning + after.warnings).allSatisfy { known.contains(Mistake(code: $0.code, start: start(of: $0))) }
  }

  private struct Mistake: Hashable {
    let code: String
    let start: Int?
  }

  private func codes(_ diagnostics: [Diagnostic]) -> Set<String> { Set(diagnostics.map(\.code)) }

  /// Where a diagnostic of the fixed text starts in the text before.
  private func start(of diagnostic: Diagnostic) -> Int? { (diagnostic.range?.bytes).map(edits.original)?.lowerBound }

  /// Whether an error is in a replaced text: a replacement that parses, but isn't valid there, wasn't meant. A
  /// replacement of several lines only changes indentation, and causes none.
  private func isInReplacement(_ diagnostic: Diagnostic) -> Bool {
    guard let place = diagnostic.range?.bytes else { return false }
    return edits.replacements(in: place).contains { !$0.text.contains("\n") }
  }
}

/// Tries fixes on a text a limited number of times, so that editors and `--fix` are offered the same ones.
struct FixTrials {
  let reader: FileErrors.Reader
  private(set) var left: Int

  /// - Parameters:
  ///   - count: The length of the text.
  ///   - limit: The number of bytes that may be read.
  init(_ reader: FileErrors.Reader, ofBytes count: Int, limit: Int = 8 << 20) {
    self.reader = reader
    left = FileErrors.Reader.trials(ofBytes: count, limit: limit)
  }

  /// Returns the fixes that together remove their errors and cause no others: all of them, or else those that pass one
  /// after the other. From the last fix on, since an error can hide others after it.
  ///
  /// - Parameters:
  ///   - fixes: The fixes; of those that overlap, only the first is tried.
  ///   - text: The text, with the errors `before`.
  ///   - isBetter: Whether the errors are fixed.
  /// - Returns: The fixes, and the errors of the text after them.
  mutating func passing(
    _ fixes: [Fix], in text: [UInt8], _ before: FileErrors, _ isBetter: KeyPath<FixTrial, Bool>
  ) -> (fixes: [Fix], errors: FileErrors) {
    let fixes = fixes.withoutOverlaps()
    var passing: (fixes: [Fix], errors: FileErrors) = ([], before)
    for candidates in [fixes] + (fixes.count > 1 ? fixes.reversed().map { [$0] } : []) where !candidates.isEmpty {
      guard left > 0 else { break }
      left -= 1
      let all = candidates + passing.fixes
      let after = reader.errors(all.applied(to: text))
      guard FixTrial(all, before: before, after: after)[keyPath: isBetter] else { continue }
      passing = (all, after)
      if all.count == fixes.count { break }
    }
    return passing
  }
}
