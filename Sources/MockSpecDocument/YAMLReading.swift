import MockSpecDiagnostics

/// What one pass over a text gave.
struct YAMLReading {
  var document: Document?
  var diagnostics: [Diagnostic] = []
  /// Why it ended early.
  var stop: DocumentBuilder.Stop?
}
