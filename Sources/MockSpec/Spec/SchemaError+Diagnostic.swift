import MockSpecDiagnostics
import MockSpecSchema

extension SchemaError {
  /// Whether it is about a reference to a file: by a path, or by the URI of a file.
  var leadsToFile: Bool {
    guard let uri = unknownURI else { return false }
    return uri.hasPrefix("file://") || !uri.prefix { $0 != "/" }.contains(":") && !uri.hasPrefix("//")
  }

  /// Returns the error as a diagnostic at its range in the schema.
  ///
  /// - Parameter range: The range at which a spec names the schema's file; `nil` for an inline schema.
  func diagnostic(namedAt range: SourceRange? = nil) -> Diagnostic {
    Diagnostic(
      .error, "bad-schema", "bad JSON Schema: \(message)", at: self.range,
      notes: range.map { [.init("the schema is named here", at: $0)] } ?? [], help: help)
  }
}
