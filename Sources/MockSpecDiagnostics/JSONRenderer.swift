/// The number of files, requests and responses that a run checked.
package struct DiagnosticSummary: Sendable, Hashable {
  package var files: Int
  package var requests: Int
  package var responses: Int

  package init(files: Int, requests: Int, responses: Int) {
    self.files = files
    self.requests = requests
    self.responses = responses
  }
}

/// `--format json`, version 1. Keys may be added; existing keys aren't removed and keep their meaning.
///
///     {"version": 1, "diagnostics": [DIAGNOSTIC…],
///      "summary": {"files": 4, "requests": 12, "responses": 31, "errors": 1, "warnings": 0}}
///
/// A diagnostic, where `help` and `fix` may be absent:
///
///     {"file": "specs/users.mock.yaml", "line": 12, "column": 7, "endLine": 12, "endColumn": 12,
///      "severity": "error" | "warning" | "note", "code": "unknown-key", "message": "unknown key 'staus'",
///      "help": "did you mean 'status'?",
///      "notes": [{"file": "specs/users.mock.yaml", "line": 3, "column": 3, "message": "…"}],
///      "fix": {"line": 12, "column": 7, "endLine": 12, "endColumn": 12, "text": "status"}}
///
/// A fix replaces a range of the diagnostic's file with text, as `--fix` does. The range may be empty.
///
/// Lines and columns are 1-based; columns count Unicode scalars. An end is the position after the last character. Paths
/// are relative to the working directory for files inside it, else absolute.
package struct JSONRenderer: Sendable {
  package init() {}

  package func render(_ diagnostics: [Diagnostic], summary: DiagnosticSummary) -> String {
    var json = JSONText()
    json.raw("{")
    json.member("version", 1)
    json.key("diagnostics")
    json.raw("[")
    for diagnostic in diagnostics {
      json.separate()
      write(diagnostic, to: &json)
    }
    json.raw("]")
    json.key("summary")
    json.raw("{")
    json.member("files", summary.files)
    json.member("requests", summary.requests)
    json.member("responses", summary.responses)
    json.member("errors", diagnostics.count { $0.severity == .error })
    json.member("warnings", diagnostics.count { $0.severity == .warning })
    json.raw("}}")
    return json.string
  }

  package func write(_ diagnostic: Diagnostic, to json: inout JSONText) {
    let start = diagnostic.start
    let end = diagnostic.end
    json.raw("{")
    json.member("file", diagnostic.file)
    json.member("line", start.line)
    json.member("column", start.column)
    json.member("endLine", end.line)
    json.member("endColumn", end.column)
    json.member("severity", diagnostic.severity.rawValue)
    json.member("code", diagnostic.code)
    json.member("message", diagnostic.message)
    if let advice = diagnostic.advice { json.member("help", advice) }
    json.key("notes")
    json.raw("[")
    for note in diagnostic.notes {
      let place = note.range.start
      json.separate()
      json.raw("{")
      json.member("file", note.range.file.path)
      json.member("line", place.line)
      json.member("column", place.column)
      json.member("message", note.message)
      json.raw("}")
    }
    json.raw("]")
    if let fix = diagnostic.fix { write(fix, to: &json) }
    json.raw("}")
  }

  private func write(_ fix: Fix, to json: inout JSONText) {
    let start = fix.range.start
    let end = fix.range.end
    json.key("fix")
    json.raw("{")
    json.member("line", start.line)
    json.member("column", start.column)
    json.member("endLine", end.line)
    json.member("endColumn", end.column)
    json.member("text", fix.text)
    json.raw("}")
  }
}
