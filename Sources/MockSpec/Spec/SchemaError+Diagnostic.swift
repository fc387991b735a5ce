import MockSpecDiagnostics
import MockSpecSchema

extension SchemaError {
  /// Returns the error as a diagnostic at its position in the schema.
  ///
  /// - Parameter range: Where the schema's file is named, if it has one.
  func diagnostic(namedAt range: SourceRange? = nil) -> Diagnostic {
    Diagnostic(
      .error, "bad-schema", "bad JSON Schema: \(message)", at: self.range,
      notes: range.map { [.init("the schema is named here", at: $0)] } ?? [], help: help)
  }
}
