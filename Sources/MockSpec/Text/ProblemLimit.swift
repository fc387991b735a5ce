import MockSpecDiagnostics

/// A file that is no spec at all can have a mistake in every few bytes, and nobody reads hundreds of thousands of them.
enum ProblemLimit {
  static let perFile = 1000

  /// The first ones of each file, and where there were more, one that says so.
  static func apply(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard diagnostics.count > perFile else { return diagnostics }
    return Dictionary(grouping: diagnostics, by: \.file).values.flatMap(first)
  }

  private static func first(_ found: [Diagnostic]) -> [Diagnostic] {
    guard found.count > perFile else { return found }
    let order = found.indices.sorted { (found[$0].offset, $0) < (found[$1].offset, $1) }
    let others = order[perFile...].map { found[$0] }
    return order[..<perFile].map { found[$0] } + [tooMany(others, code: "too-many-problems")]
  }

  /// An error only if one is among them: warnings alone make no project wrong.
  private static func tooMany(_ others: [Diagnostic], code: String) -> Diagnostic {
    let severity: Diagnostic.Severity = others.hasErrors ? .error : .warning
    let message = "the file has more than \(perFile) problems; only the first are shown"
    guard let range = others[0].range else {
      return Diagnostic(severity, code, message, file: others[0].file)
    }
    return Diagnostic(
      severity, code, message, at: SourceRange(file: range.file, bytes: range.bytes.prefix(0)))
  }
}

extension Diagnostic {
  /// -1 where the file as a whole is meant.
  fileprivate var offset: Int { range?.bytes.lowerBound ?? -1 }
}
