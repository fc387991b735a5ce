import MockSpecDiagnostics

/// The limit on the diagnostics of a file. A file that isn't a spec can have an error every few bytes.
enum ProblemLimit {
  static let perFile = 1000

  /// Returns the first diagnostics of each file, followed by `too-many-problems` if there are more.
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

  /// The diagnostic is an error only if one of the others is, since warnings don't make a project invalid.
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
  /// The offset of the diagnostic in its file; -1 if it has no range.
  fileprivate var offset: Int { range?.bytes.lowerBound ?? -1 }
}
