import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The JSON Schema files of one load, each compiled once. It can be used on any thread.
final class SchemaFiles: Sendable {
  private struct Compiled: Sendable {
    /// `nil` for a file with errors.
    var schema: BodySchema?
    /// The errors in the file's syntax.
    var problems: [Diagnostic]
    /// The error in the schema.
    var error: SchemaError?
  }

  /// The compiled schemas, by absolute path.
  private let known = OnceByKey<String, Compiled>()

  /// Compiles the schema in a file.
  ///
  /// - Returns: The schema, or `nil` and its errors, with ranges in the schema's file. For each request that names the
  ///   file, the diagnostics differ only in the note with the range of the name.
  func schema(_ file: ProjectFile) -> (schema: BodySchema?, diagnostics: [Diagnostic]) {
    let compiled = known.value(for: file.absolutePath) { compile(file) }
    let error = compiled.error.map { $0.diagnostic(namedAt: file.path.range) }
    return (compiled.schema, compiled.problems + [error].compactMap(\.self))
  }

  private func compile(_ file: ProjectFile) -> Compiled {
    let parsed = DocumentParser.parse(file.content, path: file.shownPath, format: .init(path: file.absolutePath))
    var compiled = Compiled(problems: parsed.diagnostics)
    if let document = parsed.document, !parsed.diagnostics.hasErrors {
      switch BodySchema.compile(document) {
      case .success(let schema): compiled.schema = schema
      case .failure(let error): compiled.error = error
      }
    }
    return compiled
  }
}
