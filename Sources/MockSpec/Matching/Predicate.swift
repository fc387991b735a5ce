import MockSpecDiagnostics

/// A condition that is a closure.
struct Predicate: Sendable {
  let holds: @Sendable (MockRequest) -> Bool
  let range: SourceRange

  func mismatch(_ request: MockRequest) -> Mismatch? {
    holds(request) ? nil : Mismatch("what its 'where' closure asks for", at: range)
  }
}
