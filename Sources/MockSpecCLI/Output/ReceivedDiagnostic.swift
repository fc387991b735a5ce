import MockSpecDiagnostics
import MockSpecDocument

/// A diagnostic of the control API.
struct ReceivedDiagnostic {
  let json: Node

  var severity: Diagnostic.Severity { json.text(of: "severity").flatMap(Diagnostic.Severity.init) ?? .error }

  /// The diagnostic without its source, which only the server has: one line, and one for the help.
  var text: String {
    let help = json.text(of: "help").map { "\n  help: \($0)" } ?? ""
    let place = "\(file):\(json.count(of: "line")):\(json.count(of: "column"))"
    return "\(place): \(severity.rawValue): \(message) [\(code)]\(help)"
  }

  private var file: String { json.text(of: "file") ?? "" }
  private var code: String { json.text(of: "code") ?? "" }
  private var message: String { json.text(of: "message") ?? "" }

  /// Returns the diagnostic with its range in the source that was sent.
  ///
  /// - Parameter source: The text with the mistake.
  func diagnostic(in source: SourceFile) -> Diagnostic {
    let notes = json.elements(of: "notes").filter { $0.text(of: "file") == file }
      .map { Diagnostic.Note($0.text(of: "message") ?? "", at: range($0, end: $0, in: source)) }
    return Diagnostic(
      severity, code, message, at: range(json, end: json, in: source), notes: notes, help: json.text(of: "help"))
  }

  private func range(_ start: Node, end: Node, in source: SourceFile) -> SourceRange {
    let first = source.offset(line: start.count(of: "line"), column: start.count(of: "column"))
    let last =
      end.value("endLine") == nil
      ? first : source.offset(line: end.count(of: "endLine"), column: end.count(of: "endColumn"))
    return SourceRange(file: source, bytes: first..<max(first, last))
  }
}
