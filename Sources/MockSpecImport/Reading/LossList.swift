import MockSpecDiagnostics
import MockSpecDocument

/// The losses of an import, each at its place in the source.
///
/// A reader calls `beginRequest` for each request of the source. What is reported after it decides whether the request is exact.
struct LossList: Sendable {
  private(set) var diagnostics: [Diagnostic] = []
  /// The number of requests that aren't imported.
  private(set) var refused = 0
  /// The number of parts of the source that are meant to be left out.
  private(set) var skipped = 0
  /// Whether nothing was lost since `beginRequest`.
  private(set) var isExact = true

  static func += (left: inout LossList, right: LossList) {
    left.diagnostics += right.diagnostics
    left.refused += right.refused
    left.skipped += right.skipped
  }

  mutating func beginRequest() { isExact = true }

  /// Reports that something is imported in another way than the source says it, or isn't imported.
  mutating func approximate(_ message: String, at node: Node, help: String? = nil) {
    isExact = false
    diagnostics.append(Diagnostic(.warning, "import-approximated", message, at: Self.range(of: node), help: help))
  }

  /// Reports something worth knowing that changes no answer.
  mutating func note(_ message: String, at node: Node, help: String? = nil) {
    diagnostics.append(Diagnostic(.note, "import-note", message, at: Self.range(of: node), help: help))
  }

  /// Reports that a request isn't imported.
  mutating func refuse(_ message: String, at node: Node, help: String? = nil) {
    refuse(message, at: Self.range(of: node), help: help)
  }

  mutating func refuse(_ message: String, at range: SourceRange, parts: Int = 1, help: String? = nil) {
    refused += parts
    diagnostics.append(Diagnostic(.warning, "import-refused", message, at: range, help: help))
  }

  /// Reports an error of the file.
  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  mutating func skip(_ count: Int = 1) { skipped += count }

  /// Returns the range of a scalar, or that of the first line of a collection, which can be large.
  static func range(of node: Node) -> SourceRange {
    let range = node.range
    let line = range.file.lineRange(containing: range.bytes.lowerBound)
    return SourceRange(
      file: range.file,
      bytes: range.bytes.lowerBound..<max(range.bytes.lowerBound, min(range.bytes.upperBound, line.upperBound)))
  }
}
