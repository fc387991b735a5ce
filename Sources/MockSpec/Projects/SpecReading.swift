import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The result of reading one file: its bytes, its checked tree and its diagnostics.
struct FileReading: Sendable {
  /// The content; `nil` if the file couldn't be read.
  let bytes: [UInt8]?
  /// The root of the document; `nil` if there is none.
  let root: Node?
  let diagnostics: [Diagnostic]
  /// The ranges in which the diagnostics explain everything.
  let explained: [Range<Int>]
  /// The offsets of all failures against the schema, including those that `diagnostics` leave out since others explain them.
  let failed: [Int]
  /// Whether a part of the file couldn't be read, so that names to which other files refer can be missing.
  let isPartial: Bool

  /// - Parameter level: Whether the file is a spec or a project file.
  init(_ bytes: [UInt8], shown: String, format: DocumentParser.Format, as level: Level) {
    self.bytes = bytes
    let parsed = DocumentParser.parse(bytes, path: shown, format: format)
    root = parsed.document?.root
    isPartial = parsed.isPartial || root == nil
    // One more than the limit, so that exceeding it is detected.
    let diagnosis = root.map { FileDiagnosis(of: $0, as: level, limit: ProblemLimit.perFile + 1) }
    diagnostics = diagnosis.map { $0.remaining(parsed.diagnostics) + $0.diagnostics } ?? parsed.diagnostics
    explained = diagnosis?.explained ?? []
    failed = diagnosis?.failed ?? []
  }

  /// The reading of a file that can't be read.
  init(_ error: FileError, shown: String) {
    bytes = nil
    root = nil
    explained = []
    failed = []
    isPartial = true
    diagnostics = [Self.unreadable(shown, error)]
  }

  /// The reading of a file with errors, of which nothing can be used.
  init(failed diagnostics: [Diagnostic]) {
    bytes = nil
    root = nil
    explained = []
    failed = []
    isPartial = true
    self.diagnostics = diagnostics
  }

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

/// The result of reading and resolving one spec file, together with the files that it names. Specs are read
/// concurrently, since they don't depend on each other here.
struct SpecReading: Sendable {
  let file: SpecFile
  let reading: FileReading
  /// The resolved spec; `nil` if a part of the file couldn't be read, since names in it can't be looked up then.
  let spec: ResolvedSpec?
  /// The diagnostics of parsing, of the schema and of decoding. Those of the resolved spec aren't included.
  let diagnostics: [Diagnostic]

  init(_ reading: FileReading, file: SpecFile, _ resolver: SpecResolver, _ expressions: RegularExpressionCache) {
    self.file = file
    self.reading = reading
    var decoder = SpecDecoder(folder: file.folder, expressions: expressions)
    let spec = reading.root.map { decoder.spec($0, file: file) }
    self.spec = reading.isPartial ? nil : spec.map(resolver.resolve)
    diagnostics = reading.diagnostics.refined(by: decoder.diagnostics, explained: reading.explained)
  }
}
