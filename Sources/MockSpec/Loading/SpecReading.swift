import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// What reading one file gave: its bytes, its checked tree, and what is wrong with it.
struct FileReading: Sendable {
  /// `nil` if it couldn't be read at all.
  var bytes: [UInt8]?
  /// `nil` if it couldn't be read, or isn't a file.
  var version: FileVersion?
  /// `nil` if it isn't a document.
  var root: Node?
  var diagnostics: [Diagnostic]
  /// Whether it hides names that other files may refer to, because not all of it could be read.
  var isPartial = true
  /// Whether it couldn't be read for a reason that may pass by itself.
  var isIncomplete = false

  init(_ path: String, shown: String, schema: Schema) {
    do {
      let content = try FileSystem.content(of: path, limit: DocumentLimits().bytes)
      self.init(content.bytes, shown: shown, format: .init(path: path), schema: schema)
      version = content.version
    } catch {
      self.init(failure: Self.unreadable(shown, error))
      isIncomplete = error.isTransient
    }
  }

  init(_ bytes: [UInt8], shown: String, format: DocumentParser.Format, schema: Schema) {
    self.bytes = bytes
    let parsed = DocumentParser.parse(bytes, path: shown, format: format)
    root = parsed.document?.root
    isPartial = parsed.isPartial || root == nil
    diagnostics = parsed.diagnostics
    // One more than are shown, so that it shows that there are more.
    if let root { diagnostics += schema.failures(in: root).prefix(ProblemLimit.perFile + 1).map(\.diagnostic) }
  }

  private init(failure: Diagnostic) { diagnostics = [failure] }

  private static func unreadable(_ file: String, _ error: FileError) -> Diagnostic {
    if error.isTooLarge {
      return Diagnostic(
        .error, "too-large", "the file \(error.reason)", file: file,
        help: "move large bodies to files of their own, and name them with 'file:'")
    }
    return Diagnostic(.error, "unreadable", "the file \(error.reason)", file: file)
  }
}

/// A spec file from its bytes to its `ResolvedSpec`. Files don't depend on each other for that, so they are read
/// concurrently.
struct SpecReading: Sendable {
  let reading: FileReading
  /// `nil` if only a part of the file could be read: names that refer to each other can't be looked up in a part.
  let spec: ResolvedSpec?
  /// What is wrong with the text, by the schema, and in decoding; the resolved spec has diagnostics of its own.
  let diagnostics: [Diagnostic]

  init(_ reading: FileReading, file: SpecFile, _ resolver: SpecResolver, _ expressions: RegularExpressionCache) {
    self.reading = reading
    var decoder = SpecDecoder(folder: file.folder, expressions: expressions)
    let spec = reading.root.map { decoder.spec($0, file: file) }
    self.spec = reading.isPartial ? nil : spec.map(resolver.resolve)
    diagnostics = reading.diagnostics + decoder.diagnostics
  }
}
