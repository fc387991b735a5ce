import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The result of reading one file: its bytes, its checked tree and its diagnostics.
struct FileReading: Sendable {
  /// The content; `nil` if the file couldn't be read.
  var bytes: [UInt8]?
  /// The file's version; `nil` if it didn't exist, or if the text isn't from a file.
  var version: FileVersion?
  /// The root of the document; `nil` if there is none.
  var root: Node?
  var diagnostics: [Diagnostic]
  /// Whether a part of the file couldn't be read, so that names to which other files refer can be missing.
  var isPartial = true
  /// Whether the file couldn't be read for a temporary reason.
  var isIncomplete = false

  /// - Parameter isAllowed: Returns whether a file may be read, by its real path; `nil` for any file.
  init(_ path: String, shown: String, schema: Schema, isAllowed: ((_ realPath: String) -> Bool)? = nil) {
    do {
      let content = try FileSystem.content(of: path, limit: DocumentLimits().bytes, isAllowed: isAllowed)
      self.init(content.bytes, shown: shown, format: .init(path: path), schema: schema)
      version = content.version
    } catch {
      self.init(failure: Self.unreadable(shown, error))
      isIncomplete = error.isTransient
      if !error.isMissing { version = FileSystem.version(of: path) }
    }
  }

  init(_ bytes: [UInt8], shown: String, format: DocumentParser.Format, schema: Schema) {
    self.bytes = bytes
    let parsed = DocumentParser.parse(bytes, path: shown, format: format)
    root = parsed.document?.root
    isPartial = parsed.isPartial || root == nil
    diagnostics = parsed.diagnostics
    // One more than the limit, so that exceeding it is detected.
    if let root { diagnostics += schema.failures(in: root).prefix(ProblemLimit.perFile + 1).map(\.diagnostic) }
  }

  private init(failure: Diagnostic) { diagnostics = [failure] }

  private static func unreadable(_ file: String, _ error: FileError) -> Diagnostic {
    if error.isRefused {
      let outside = ProjectFiles.outside
      return Diagnostic(.error, outside.code, "the file \(outside.reason)", file: file, help: outside.help)
    }
    if error.isTooLarge {
      return Diagnostic(
        .error, "too-large", "the file \(error.reason)", file: file,
        help: "move large bodies to separate files, and name them with 'file:'")
    }
    return Diagnostic(.error, "unreadable", "the file \(error.reason)", file: file)
  }
}

/// The result of reading and resolving one spec file. Files are read concurrently, since they don't depend on each
/// other here.
struct SpecReading: Sendable {
  let reading: FileReading
  /// The resolved spec; `nil` if a part of the file couldn't be read, since names in it can't be looked up then.
  let spec: ResolvedSpec?
  /// The diagnostics of parsing, of the schema and of decoding. Those of the resolved spec aren't included.
  let diagnostics: [Diagnostic]

  init(_ reading: FileReading, file: SpecFile, _ resolver: SpecResolver, _ expressions: RegularExpressionCache) {
    self.reading = reading
    var decoder = SpecDecoder(folder: file.folder, expressions: expressions)
    let spec = reading.root.map { decoder.spec($0, file: file) }
    self.spec = reading.isPartial ? nil : spec.map(resolver.resolve)
    diagnostics = reading.diagnostics + decoder.diagnostics
  }
}
