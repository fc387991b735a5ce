import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The errors of one file, without those that depend on other files.
struct FileErrors {
  enum Kind {
    case spec, project
  }

  /// A text that is read as a file of a kind.
  struct Reader {
    let shown: String
    let format: DocumentParser.Format
    let kind: Kind

    func errors(_ bytes: [UInt8]) -> FileErrors { FileErrors(bytes, shown: shown, format: format, kind: kind) }

    /// The number of times that a text may be read to try changes, so that at most `limit` bytes are read, or the whole
    /// text a few times.
    static func trials(ofBytes count: Int, limit: Int = 8 << 20) -> Int { min(200, max(4, limit / max(1, count))) }
  }

  /// The errors of the text as YAML or JSON, sorted by position.
  let syntax: [Diagnostic]
  /// The errors that the schema and the decoder report.
  let meaning: [Diagnostic]
  /// The warnings of the parser and the decoder.
  let warnings: [Diagnostic]
  /// The offset at which the parser gave up; `nil` if it read the whole file.
  let end: Int?

  init(_ bytes: [UInt8], shown: String, format: DocumentParser.Format, kind: Kind) {
    let parsed = DocumentParser.parse(bytes, path: shown, format: format)
    let meaning = parsed.document.map { Self.meaning(of: $0.root, shown: shown, kind) }
    let (written, found) = (
      meaning?.diagnosis.remaining(parsed.diagnostics) ?? parsed.diagnostics, meaning?.found ?? []
    )
    syntax = written.filter { $0.severity == .error }.sortedByPlace()
    self.meaning = found.filter { $0.severity == .error }.map(\.withoutUncertainFix)
    warnings = (written + found).filter { $0.severity != .error }
    end = parsed.document == nil ? syntax.last?.range?.bytes.lowerBound ?? 0 : nil
  }

  var all: [Diagnostic] { syntax + meaning }
  var count: Int { syntax.count + meaning.count }
  /// The number of keys at the wrong level.
  var misplacedCount: Int { meaning.count { $0.code == "misplaced-key" } }

  private static func meaning(
    of root: Node, shown: String, _ kind: Kind
  ) -> (diagnosis: FileDiagnosis, found: [Diagnostic]) {
    let diagnosis: FileDiagnosis
    let specific: [Diagnostic]
    switch kind {
    case .spec:
      var decoder = SpecDecoder(folder: FilePath.parent(shown))
      _ = decoder.spec(root, file: SpecFile(path: shown, shown: shown))
      diagnosis = FileDiagnosis(of: root, as: .spec)
      specific = decoder.diagnostics
    case .project:
      var decoder = ProjectDecoder(folder: FilePath.parent(shown))
      _ = decoder.project(root)
      diagnosis = FileDiagnosis(of: root, as: .project)
      specific = decoder.diagnostics
    }
    return (diagnosis, diagnosis.diagnostics.refined(by: specific, explained: diagnosis.explained))
  }
}
