import MockSpecDiagnostics

extension [Diagnostic] {
  /// Returns these diagnostics and more specific ones, which replace errors about the values in which they are: of
  /// `match: a`, only the missing slash is reported, and not that it isn't a short match. Each is returned once.
  ///
  /// - Parameter explained: The sorted ranges in which these diagnostics explain everything, so that more specific ones are
  ///   left out.
  func refined(by specific: [Diagnostic], explained: [Range<Int>] = []) -> [Diagnostic] {
    let specific = specific.filter { found in
      found.range.map { !explained.contain($0.bytes.lowerBound) } ?? true
    }
    let starts = specific.compactMap(\.range?.bytes.lowerBound).sorted()
    let others = filter { general in
      guard general.code == "bad-value", let bytes = general.range?.bytes else { return true }
      let next = starts.partitioningIndex { $0 >= bytes.lowerBound }
      return next == starts.endIndex || starts[next] > bytes.upperBound
    }
    // Aliases repeat a node with its errors.
    return (others + specific).withoutRepetitions()
  }
}
