import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// What is wrong with one file, as far as it alone shows that: what `Mender` goes by.
struct FileFindings {
  enum Kind {
    case spec, project
  }

  /// Errors of the text as YAML or JSON, in order of place.
  let syntax: [Diagnostic]
  /// Errors of what it says.
  let meaning: [Diagnostic]
  /// Where nobody looked any further; `nil` if the whole file was looked at.
  let horizon: Int?

  init(_ bytes: [UInt8], shown: String, format: DocumentParser.Format, kind: Kind) {
    let parsed = DocumentParser.parse(bytes, path: shown, format: format)
    syntax = parsed.diagnostics.filter { $0.severity == .error }.sortedByPlace()
    meaning = parsed.document.map { Self.meaning(of: $0.root, shown: shown, kind) } ?? []
    horizon = parsed.document == nil ? syntax.last?.range?.bytes.lowerBound ?? 0 : nil
  }

  private static func meaning(of root: Node, shown: String, _ kind: Kind) -> [Diagnostic] {
    var found: [Diagnostic]
    switch kind {
    case .spec:
      var decoder = SpecDecoder(folder: FilePath.parent(shown))
      _ = decoder.spec(root, file: SpecFile(path: shown, shown: shown, order: 0))
      found = SchemaLibrary.spec.failures(in: root).map(\.diagnostic) + decoder.diagnostics
    case .project:
      var decoder = ProjectDecoder(folder: FilePath.parent(shown))
      _ = decoder.project(root)
      found = SchemaLibrary.project.failures(in: root).map(\.diagnostic) + decoder.diagnostics
    }
    return found.filter { $0.severity == .error }
  }
}
