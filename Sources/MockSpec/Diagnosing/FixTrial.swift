import MockSpecDiagnostics

/// Compares a file's errors before and after some fixes, to decide whether the fixes are kept.
struct FixTrial {
  let fixes: [Fix]
  let before: FileErrors
  let after: FileErrors

  /// Whether each fix removed a syntax error, and no new error appeared.
  var fixesSyntax: Bool {
    if before.end == nil, after.end != nil { return false }
    let limit = before.end.map(moved(_:)) ?? .max
    let left = after.syntax.count { ($0.range?.bytes.lowerBound ?? 0) <= limit }
    return left + fixes.count <= before.syntax.count
      && codes(after.syntax).isSubset(of: codes(before.syntax))
      && !(after.all + after.warnings).contains(where: isInReplacement)
  }

  /// Whether each fix removed an error of meaning, and no new error appeared. A new error suggests that something else
  /// was meant.
  var fixesMeaning: Bool {
    guard after.syntax.count == before.syntax.count, after.end == nil,
      after.meaning.count + fixes.count <= before.meaning.count
    else { return false }
    let edits = TextEdits(fixes)
    let known = Set(
      (before.meaning + before.warnings).map { Mistake(code: $0.code, start: $0.range?.bytes.lowerBound) })
    return (after.meaning + after.warnings).allSatisfy {
      known.contains(Mistake(code: $0.code, start: ($0.range?.bytes).map(edits.original)?.lowerBound))
    }
  }

  private struct Mistake: Hashable {
    let code: String
    let start: Int?
  }

  private func codes(_ diagnostics: [Diagnostic]) -> Set<String> { Set(diagnostics.map(\.code)) }

  private func moved(_ offset: Int) -> Int {
    fixes.reduce(offset) { $1.range.bytes.lowerBound < offset ? $0 + $1.growth : $0 }
  }

  /// Whether an error is in a replaced text: a replacement that parses, but isn't valid there, wasn't meant. A
  /// replacement of several lines only changes indentation, and causes none.
  private func isInReplacement(_ diagnostic: Diagnostic) -> Bool {
    guard let place = diagnostic.range?.bytes else { return false }
    return fixes.contains { fix in
      guard !fix.text.contains("\n") else { return false }
      let start = moved(fix.range.bytes.lowerBound)
      return place.overlaps(start..<start + fix.text.utf8.count)
    }
  }
}

extension Fix {
  fileprivate var growth: Int { text.utf8.count - range.bytes.count }
}
