/// `--format github`: a workflow command per diagnostic, which GitHub Actions shows next to the line in a pull request.
///
///     ::error file=specs/a.mock.yaml,line=12,endLine=12,col=7,endColumn=12,title=unknown-key::unknown key 'staus'%0Ahelp: …
///
/// The severity of notes is `notice`. Help and notes follow the message on separate lines, with `%0A` as the line
/// break. The output is empty if there are no diagnostics.
package struct GitHubRenderer: Sendable {
  package init() {}

  package func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { command($0) }.joined(separator: "\n")
  }

  private func command(_ diagnostic: Diagnostic) -> String {
    var properties = [("file", diagnostic.file)]
    if let range = diagnostic.range {
      let (start, end) = (range.start, range.end)
      properties += [("line", "\(start.line)"), ("endLine", "\(end.line)")]
      // GitHub only supports columns within one line.
      if start.line == end.line { properties += [("col", "\(start.column)"), ("endColumn", "\(end.column)")] }
    }
    properties.append(("title", diagnostic.code))
    let written = properties.map { "\($0)=\(escaped($1, isProperty: true))" }.joined(separator: ",")
    return "::\(level(diagnostic.severity)) \(written)::\(escaped(message(diagnostic), isProperty: false))"
  }

  private func message(_ diagnostic: Diagnostic) -> String {
    var lines = [DisplayText(diagnostic.message).text]
    if let advice = diagnostic.advice { lines.append("help: " + DisplayText(advice).text) }
    lines += diagnostic.notes.map { "note: \($0.range.place): " + DisplayText($0.message).text }
    return lines.joined(separator: "\n")
  }

  private func level(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  /// A property ends at a comma or a colon, a command at the end of its line.
  private func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\n": result += "%0A"
      case "\r": result += "%0D"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
