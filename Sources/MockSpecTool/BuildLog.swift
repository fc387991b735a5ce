import MockSpecDiagnostics

/// Writes diagnostics as compilers do, with absolute paths, so that Xcode shows them next to the line:
///
///     /App/Sources/App/specs/login.mock.yaml:12:7: error: unknown key 'staus': did you mean 'status'? [unknown-key]
struct BuildLog {
  /// The folder to which the paths of the diagnostics are relative; absolute.
  let base: String

  func render(_ diagnostic: Diagnostic) -> [String] {
    let message = "\(diagnostic.messageWithAdvice) [\(diagnostic.code)]"
    let first = line(diagnostic.file, diagnostic.start, diagnostic.severity.rawValue, message)
    return [first] + diagnostic.notes.map { line($0.range.file.path, $0.range.start, "note", $0.message) }
  }

  private func line(_ file: String, _ position: SourcePosition, _ severity: String, _ message: String) -> String {
    let path = file.hasPrefix("/") ? file : base == "/" ? base + file : base + "/" + file
    return DisplayText("\(path):\(position.line):\(position.column): \(severity): \(message)").text
  }
}
