/// What a run looked at and found, for the last line of a report.
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

/// The machine format of `--format json`, version 1: see the command-line reference for its shape.
package struct JSONRenderer: Sendable {
  package init() {}

  package func render(_ diagnostics: [Diagnostic], summary: DiagnosticSummary) -> String {
    var json = JSONText()
    json.raw("{")
    json.key("version")
    json.raw("1")
    json.key("diagnostics")
    json.raw("[")
    for diagnostic in diagnostics {
      json.separate()
      write(diagnostic, to: &json)
    }
    json.raw("]")
    json.key("summary")
    json.raw("{")
    let counts = [
      ("files", summary.files), ("requests", summary.requests), ("responses", summary.responses),
      ("errors", diagnostics.count { $0.severity == .error }),
      ("warnings", diagnostics.count { $0.severity == .warning }),
    ]
    for (name, count) in counts {
      json.key(name)
      json.raw(String(count))
    }
    json.raw("}}")
    return json.string
  }

  private func write(_ diagnostic: Diagnostic, to json: inout JSONText) {
    let start = diagnostic.start
    let end = diagnostic.end
    json.raw("{")
    json.key("file")
    json.string(diagnostic.file)
    for (name, value) in [
      ("line", start.line), ("column", start.column), ("endLine", end.line), ("endColumn", end.column),
    ] {
      json.key(name)
      json.raw(String(value))
    }
    for (name, value) in [
      ("severity", diagnostic.severity.rawValue), ("code", diagnostic.code), ("message", diagnostic.message),
    ] {
      json.key(name)
      json.string(value)
    }
    if let help = diagnostic.help ?? diagnostic.label {
      json.key("help")
      json.string(help)
    }
    json.key("notes")
    json.raw("[")
    for note in diagnostic.notes {
      json.separate()
      let place = note.range.start
      json.raw("{")
      json.key("file")
      json.string(note.range.file.path)
      json.key("line")
      json.raw(String(place.line))
      json.key("column")
      json.raw(String(place.column))
      json.key("message")
      json.string(note.message)
      json.raw("}")
    }
    json.raw("]}")
  }
}
