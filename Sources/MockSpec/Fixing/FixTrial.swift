import MockSpecDiagnostics

/// Fixes that were made on trial: whether what is left is better in every way.
struct FixTrial {
  let fixes: [Fix]
  let before: FileFindings
  let after: FileFindings

  /// Each took away a mistake of the text, and made no other one.
  var mendsSyntax: Bool {
    if before.horizon == nil, after.horizon != nil { return false }
    let limit = before.horizon.map(moved(_:)) ?? .max
    let left = after.syntax.count { ($0.range?.bytes.lowerBound ?? 0) <= limit }
    return left + fixes.count <= before.syntax.count
      && codes(after.syntax).isSubset(of: codes(before.syntax))
      && !(after.syntax + after.meaning).contains(where: isInReplacement)
  }

  /// Each took away a mistake in what the text says. Mistakes that come to light are new ones, too: then something else
  /// may have been meant.
  var mendsMeaning: Bool {
    after.syntax.count == before.syntax.count && after.horizon == nil
      && after.meaning.count + fixes.count <= before.meaning.count
      && codes(after.meaning).isSubset(of: codes(before.meaning))
  }

  private func codes(_ diagnostics: [Diagnostic]) -> Set<String> { Set(diagnostics.map(\.code)) }

  private func moved(_ offset: Int) -> Int {
    fixes.reduce(offset) { $1.range.bytes.lowerBound < offset ? $0 + $1.growth : $0 }
  }

  /// A text that reads well but is no right value there wasn't meant. Over several lines only indentation was replaced.
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
