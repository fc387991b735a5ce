import MockSpecDiagnostics
import MockSpecDocument

/// The losses of an import, each at its location in the source.
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
  mutating func approximate(_ message: String, at node: Node) { approximate(message, at: Self.range(of: node)) }

  mutating func approximate(_ message: String, at range: SourceRange) {
    isExact = false
    diagnostics.append(Diagnostic(.warning, "import-approximated", message, at: range))
  }

  /// Marks the request as one with a loss that is reported once for several requests.
  mutating func lose() { isExact = false }

  /// Reports that a value of the source contradicts the source itself. It is imported as it is.
  mutating func doubt(_ message: String, at node: Node) {
    diagnostics.append(Diagnostic(.warning, "import-contradiction", message, at: Self.range(of: node)))
  }

  /// Reports something worth knowing that changes no answer.
  mutating func note(_ message: String, at node: Node) { note(message, at: Self.range(of: node)) }

  mutating func note(_ message: String, at range: SourceRange) {
    diagnostics.append(Diagnostic(.note, "import-note", message, at: range))
  }

  /// Reports that a request isn't imported.
  mutating func refuse(_ message: String, at node: Node) {
    refuse(message, at: Self.range(of: node))
  }

  mutating func refuse(_ message: String, at range: SourceRange, parts: Int = 1) {
    refused += parts
    diagnostics.append(Diagnostic(.warning, "import-refused", message, at: range))
  }

  /// Returns whether a spec can have a status. If it can't, the request isn't imported, which is reported.
  mutating func accepts(status: Int, at node: Node) -> Bool {
    if (200...599).contains(status) { return true }
    refuse("the status \(status) isn't supported, expected 200 to 599", at: node)
    return false
  }

  /// Removes diagnostics that say the same of the same place, such as of a part that several requests share.
  mutating func removeRepeated() {
    var seen: Set<String> = []
    diagnostics.removeAll { !seen.insert($0.description).inserted }
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
