import MockSpecDiagnostics

/// Compares a file's errors before and after some fixes, to decide whether the fixes are kept.
struct FixTrial {
  let edits: TextEdits
  let before: FileErrors
  let after: FileErrors

  private var count: Int { edits.all.count }

  /// Whether each fix removed a syntax error, and no new error appeared.
  var fixesSyntax: Bool {
    if before.end == nil, after.end != nil { return false }
    let limit = before.end ?? .max
    let left = after.syntax.count { (start(of: $0) ?? 0) <= limit }
    return left + count <= before.syntax.count
      && codes(after.syntax).isSubset(of: codes(before.syntax))
      && !(after.all + after.warnings).contains(where: isInReplacement)
  }

  /// Whether each fix removed an error of meaning, and no new error appeared. A new error suggests that something else
  /// was meant.
  var fixesMeaning: Bool {
    after.syntax.count == before.syntax.count && after.end == nil
      && after.meaning.count(where: isKnown) + count <= before.meaning.count && newErrors.isEmpty
  }

  /// The fixes that most closely precede new errors of meaning, which they can have caused.
  var blamed: Set<Range<Int>> {
    Set(
      newErrors.compactMap { error in
        let next = edits.all.partitioningIndex { $0.range.bytes.lowerBound > start(of: error) ?? 0 }
        return next == 0 ? nil : edits.all[next - 1].range.bytes
      })
  }

  private var newErrors: [Diagnostic] {
    let others = (before.meaning + before.warnings).filter { $0.fix.map { !edits.replaces($0.range.bytes) } ?? true }
    let known = Set(others.map { Mistake(code: $0.code, start: $0.range?.bytes.lowerBound) })
    return (after.meaning + after.warnings).filter {
      isKnown($0) && !known.contains(Mistake(code: $0.code, start: start(of: $0)))
    }
  }

  private func isKnown(_ error: Diagnostic) -> Bool { (start(of: error) ?? 0) <= before.lastKnown ?? .max }

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

  /// The fixes that pass, and the errors of the text after them.
  typealias Passing = (fixes: [Fix], errors: FileErrors)

  /// Returns the fixes that together remove their errors and cause no others.
  ///
  /// All are tried. If they don't pass, those are left out that new errors of meaning follow; without such errors, each half
  /// is tried with what has passed: first the later half, since an error can hide others after it. In a text with more
  /// errors than are known, a fix that passes alone isn't certain.
  ///
  /// - Parameters:
  ///   - fixes: The fixes; of those that overlap, only the first is tried.
  ///   - text: The text, with the errors `before`.
  ///   - isBetter: Whether the errors are fixed.
  mutating func passing(
    _ fixes: [Fix], in text: [UInt8], _ before: FileErrors, _ isBetter: KeyPath<FixTrial, Bool>
  ) -> Passing {
    var passing: Passing = ([], before)
    add(TextEdits(fixes).all[...], to: &passing, in: text, before, isBetter)
    return passing
  }

  private mutating func add(
    _ fixes: ArraySlice<Fix>, to passing: inout Passing, in text: [UInt8], _ before: FileErrors,
    _ isBetter: KeyPath<FixTrial, Bool>
  ) {
    let edits = TextEdits(passing.fixes + fixes)
    guard !fixes.isEmpty, let after = attempt(edits, on: text) else { return }
    let trial = FixTrial(edits: edits, before: before, after: after)
    if trial[keyPath: isBetter] {
      passing = (edits.all, after)
    } else if fixes.count > 1, !before.isCut {
      // Of many fixes, half of which cause errors, each would need trials of its own.
      let blamed = isBetter == \.fixesMeaning ? trial.blamed : []
      let others = fixes.filter { !blamed.contains($0.range.bytes) }
      if others.count < fixes.count { return add(others[...], to: &passing, in: text, before, isBetter) }
      let middle = fixes.startIndex + fixes.count / 2
      add(fixes[middle...], to: &passing, in: text, before, isBetter)
      add(fixes[..<middle], to: &passing, in: text, before, isBetter)
    }
  }

  private mutating func attempt(_ edits: TextEdits, on text: [UInt8]) -> FileErrors? {
    guard left > 0 else { return nil }
    left -= 1
    return reader.errors(edits.applied(to: text))
  }
}
