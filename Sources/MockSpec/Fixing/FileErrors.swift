import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The errors of one file, without those that depend on other files.
struct FileErrors {
  enum Kind {
    case spec, project
  }

  /// The errors of the text as YAML or JSON, sorted by position.
  let syntax: [Diagnostic]
  /// The errors that the schema and the decoder report.
  let meaning: [Diagnostic]
  /// The offset at which the parser gave up; `nil` if it read the whole file.
  let end: Int?

  init(_ bytes: [UInt8], shown: String, format: DocumentParser.Format, kind: Kind) {
    let parsed = DocumentParser.parse(bytes, path: shown, format: format)
    syntax = parsed.diagnostics.filter { $0.severity == .error }.sortedByPlace()
    meaning = parsed.document.map { Self.meaning(of: $0.root, shown: shown, kind) } ?? []
    end = parsed.document == nil ? syntax.last?.range?.bytes.lowerBound ?? 0 : nil
  }

  private static func meaning(of root: Node, shown: String, _ kind: Kind) -> [Diagnostic] {
    let diagnosis: FileDiagnosis
    let decoded: [Diagnostic]
    switch kind {
    case .spec:
      var decoder = SpecDecoder(folder: FilePath.parent(shown))
      _ = decoder.spec(root, file: SpecFile(path: shown, shown: shown))
      diagnosis = FileDiagnosis(of: root, as: .spec)
      decoded = decoder.diagnostics
    case .project:
      var decoder = ProjectDecoder(folder: FilePath.parent(shown))
      _ = decoder.project(root)
      diagnosis = FileDiagnosis(of: root, as: .project)
      decoded = decoder.diagnostics
    }
    let found = diagnosis.diagnostics.refined(by: decoded, explained: diagnosis.explained)
    return found.filter { $0.severity == .error }
  }
}
