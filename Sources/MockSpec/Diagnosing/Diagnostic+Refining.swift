import MockSpecDiagnostics

extension [Diagnostic] {
  /// Returns these diagnostics and more specific ones, which replace errors about the values in which they are: of
  /// `match: a`, only the missing slash is reported, and not that it isn't a short match.
  func refined(by specific: [Diagnostic]) -> [Diagnostic] {
    let starts = specific.compactMap(\.range?.bytes.lowerBound).sorted()
    let others = filter { general in
      guard general.code == "bad-value", let bytes = general.range?.bytes else { return true }
      let next = starts.partitioningIndex { $0 >= bytes.lowerBound }
      return next == starts.endIndex || starts[next] > bytes.upperBound
    }
    return others + specific
  }
}
