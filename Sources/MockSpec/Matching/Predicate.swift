import MockSpecDiagnostics

/// A condition that a closure decides, for a request built in code.
struct Predicate: Sendable {
  let holds: @Sendable (MockRequest) -> Bool
  let range: SourceRange
}
