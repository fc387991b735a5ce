import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The file that a `schema` names.
struct SchemaFile: Sendable {
  /// As written.
  let path: Located<String>
  /// Where it is relative to; absolute.
  let folder: String

  var absolutePath: String { FilePath.absolute(path.value, in: folder) }
}

/// The JSON Schema files of one load, each compiled once.
struct SchemaFiles {
  /// By absolute path; `nil` for one with errors, which were reported.
  private var known: [String: BodySchema?] = [:]
  /// Absolute path → as users see it.
  private let shown: @Sendable (String) -> String

  init(shown: @escaping @Sendable (String) -> String) { self.shown = shown }

  /// What `compile` has compiled.
  func schema(_ file: SchemaFile) -> BodySchema? { known[file.absolutePath] ?? nil }

  /// - Returns: what is wrong with it, at places in the schema's file; only once for each file.
  mutating func compile(_ file: SchemaFile, _ bodies: inout BodyFiles) -> [Diagnostic] {
    let bytes: [UInt8]
    switch bodies.read(file.path.value, in: file.folder) {
    case .success(let content): bytes = content
    case .failure(let refusal): return [refusal.diagnostic("schema file", file.path)]
    }
    let path = file.absolutePath
    guard known[path] == nil else { return [] }
    let parsed = DocumentParser.parse(bytes, path: shown(path), format: .init(path: path))
    var diagnostics = parsed.diagnostics
    var schema: BodySchema?
    if let document = parsed.document, !diagnostics.hasErrors {
      switch BodySchema.compile(document) {
      case .success(let compiled): schema = compiled
      case .failure(let error): diagnostics.append(Self.badSchema(error, namedAt: file.path.range))
      }
    }
    known[path] = .some(schema)
    return diagnostics
  }
}

extension SchemaFiles {
  /// - Parameter place: where the schema's file is named, if it has one.
  static func badSchema(_ error: SchemaError, namedAt place: SourceRange? = nil) -> Diagnostic {
    Diagnostic(
      .error, "bad-schema", "bad JSON Schema: \(error.message)", at: error.range,
      notes: place.map { [.init("the schema is named here", at: $0)] } ?? [], help: error.help)
  }
}
