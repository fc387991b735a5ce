import MockSpecDiagnostics

/// A condition that is a closure.
struct Predicate: Sendable {
  let holds: @Sendable (MockRequest) -> Bool
  let range: SourceRange
}
