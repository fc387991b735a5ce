import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecImport

/// Files of another tool in a temporary folder, imported.
struct Imported {
  let result: SpecImport
  /// The text of each written file, by path.
  var texts: [String: String] {
    Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
  }
  /// The diagnostics on one line each.
  var lines: [String] { result.diagnostics.map(\.description) }
  /// Expects losses, each as the start of its text in the source, a bar, and the start of its message.
  func expect(losses: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(lines.count == losses.count, "\(lines)", sourceLocation: sourceLocation)
    for (diagnostic, loss) in zip(result.diagnostics, losses) {
      let parts = loss.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      #expect(
        diagnostic.range?.text.hasPrefix(parts[0]) == true && diagnostic.message.hasPrefix(parts[1]), "\(diagnostic)",
        sourceLocation: sourceLocation)
    }
  }

  var replay: String { "\(result.replay.answered) of \(result.replay.calls)" }

  init(_ files: [String: String], _ paths: [String], format: ImportFormat? = nil) throws {
    let folder = try TemporaryFolder(files)
    result = try SpecImport(paths, format: format, workingDirectory: folder.path)
  }

  /// The only spec, without the comment at its start.
  var spec: String {
    let specs = texts.filter { $0.key.hasSuffix(".mock.yaml") }.values
    guard specs.count == 1, let text = specs.first else {
      Issue.record("not one spec: \(texts.keys.sorted())")
      return ""
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).joined(separator: "\n")
  }
}
