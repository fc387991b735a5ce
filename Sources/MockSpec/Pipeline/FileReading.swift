import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// A text that is parsed and checked by the schema of its level.
struct FileReading: Sendable {
  /// The content; `nil` if the file couldn't be read.
  let bytes: [UInt8]?
  let format: DocumentParser.Format
  /// Whether it is a spec or a project file.
  let level: Level
  /// The root of the document; `nil` if there is none.
  let root: Node?
  /// The diagnostics of the text as YAML or JSON.
  let syntax: [Diagnostic]
  /// The diagnostics of the schema.
  let failures: [Diagnostic]
  /// The ranges in which the diagnostics explain everything.
  let explained: [Range<Int>]
  /// The offsets of all failures against the schema, including those that `failures` leaves out since others explain them.
  let failed: [Int]
  /// Whether a part of the file couldn't be read, so that names to which other files refer can be missing.
  let isPartial: Bool
  /// Whether reading ended at a limit of syntax errors, so that more can follow.
  let isCut: Bool

  var diagnostics: [Diagnostic] { syntax + failures }

  /// - Parameters:
  ///   - root: The root of the spec or the project file, which can be a part of the document.
  ///   - problemLimit: The maximum number of diagnostics of the schema.
  init(
    _ parsed: ParsedDocument, root: Node?, of bytes: [UInt8], _ format: DocumentParser.Format, as level: Level,
    problemLimit: Int
  ) {
    self.bytes = bytes
    self.format = format
    self.level = level
    self.root = root
    isPartial = parsed.isPartial || root == nil
    isCut = parsed.isCut
    let diagnosis = root.map { FileDiagnosis(of: $0, as: level, limit: problemLimit) }
    syntax = diagnosis?.remaining(parsed.diagnostics) ?? parsed.diagnostics
    failures = diagnosis?.diagnostics ?? []
    explained = diagnosis?.explained ?? []
    failed = diagnosis?.failed ?? []
  }

  /// The reading of a file of which nothing can be used.
  init(
    failed diagnostics: [Diagnostic], _ format: DocumentParser.Format = .json, as level: Level = .spec
  ) {
    self.level = level
    self.format = format
    (bytes, root) = (nil, nil)
    (failures, explained, failed) = ([], [], [])
    (isPartial, isCut) = (true, false)
    syntax = diagnostics
  }

  /// The reading of a file that can't be read.
  init(_ error: FileError, shown: String, as level: Level = .spec) {
    self.init(failed: [Self.unreadable(shown, error)], as: level)
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
