/// `--format sarif`: a SARIF 2.1.0 log with one run, for code scanning and SARIF viewers.
///
///     {"$schema": …, "version": "2.1.0", "runs": [
///       {"tool": {"driver": {"name": "mockspec", "version": …, "rules": [{"id": "unknown-key"}]}},
///        "columnKind": "unicodeCodePoints",
///        "results": [{"ruleId": "unknown-key", "ruleIndex": 0, "level": "error", "message": {"text": …},
///                     "locations": [LOCATION], "relatedLocations": [LOCATION with "message"…],
///                     "fixes": [{"artifactChanges": [{"artifactLocation": …, "replacements": [REPLACEMENT]}]}]}]}]}
///
/// Rules are the codes that occur, in alphabetical order. Help is the second line of the message; notes are related
/// locations. Braces in messages are doubled, as the standard requires. URIs are relative to `%SRCROOT%` for files
/// inside the working directory, else `file:` URIs. Diagnostics about a whole file are located before its first
/// character, since viewers require a line.
package struct SARIFRenderer: Sendable {
  /// The version of this program.
  package var version: String

  package init(version: String) { self.version = version }

  package func render(_ diagnostics: [Diagnostic]) -> String {
    let codes = Set(diagnostics.map(\.code)).sorted()
    var json = JSONText()
    json.raw("{")
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    json.member("version", "2.1.0")
    json.key("runs")
    json.raw("[{")
    writeTool(codes, to: &json)
    json.member("columnKind", "unicodeCodePoints")
    json.key("results")
    json.raw("[")
    let rules = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    for diagnostic in diagnostics {
      json.separate()
      write(diagnostic, rule: rules[diagnostic.code] ?? -1, to: &json)
    }
    json.raw("]}]}")
    return json.string
  }

  private func writeTool(_ codes: [String], to json: inout JSONText) {
    json.key("tool")
    json.raw("{")
    json.key("driver")
    json.raw("{")
    json.member("name", "mockspec")
    json.member("version", version)
    json.key("rules")
    json.raw("[")
    for code in codes {
      json.separate()
      json.raw("{")
      json.member("id", code)
      json.raw("}")
    }
    json.raw("]}}")
  }

  private func write(_ diagnostic: Diagnostic, rule: Int, to json: inout JSONText) {
    json.raw("{")
    json.member("ruleId", diagnostic.code)
    json.member("ruleIndex", rule)
    json.member("level", diagnostic.severity.rawValue)
    writeMessage(diagnostic.message + (diagnostic.advice.map { "\nhelp: " + $0 } ?? ""), to: &json)
    json.key("locations")
    json.raw("[{")
    writePlace(diagnostic.file, diagnostic.start, diagnostic.end, to: &json)
    json.raw("}]")
    if !diagnostic.notes.isEmpty {
      json.key("relatedLocations")
      json.raw("[")
      for note in diagnostic.notes {
        json.separate()
        json.raw("{")
        writePlace(note.range.file.path, note.range.start, note.range.end, to: &json)
        writeMessage(note.message, to: &json)
        json.raw("}")
      }
      json.raw("]")
    }
    if let fix = diagnostic.fix { write(fix, of: diagnostic.file, to: &json) }
    json.raw("}")
  }

  private func write(_ fix: Fix, of path: String, to json: inout JSONText) {
    json.key("fixes")
    json.raw("[{")
    json.key("artifactChanges")
    json.raw("[{")
    writeFile(path, to: &json)
    json.key("replacements")
    json.raw("[{")
    writeRegion("deletedRegion", fix.range.start, fix.range.end, to: &json)
    json.key("insertedContent")
    json.raw("{")
    json.member("text", fix.text)
    json.raw("}}]}]}]")
  }

  private func writeMessage(_ text: String, to json: inout JSONText) {
    json.key("message")
    json.raw("{")
    // A single brace starts or ends a placeholder (§3.11.5).
    json.member("text", String(text.flatMap { $0 == "{" || $0 == "}" ? [$0, $0] : [$0] }))
    json.raw("}")
  }

  private func writePlace(_ path: String, _ start: SourcePosition, _ end: SourcePosition, to json: inout JSONText) {
    json.key("physicalLocation")
    json.raw("{")
    writeFile(path, to: &json)
    writeRegion("region", start, end, to: &json)
    json.raw("}")
  }

  private func writeFile(_ path: String, to json: inout JSONText) {
    json.key("artifactLocation")
    json.raw("{")
    if path.hasPrefix("/") {
      json.member("uri", "file://" + encoded(path))
    } else {
      json.member("uri", encoded(path))
      json.member("uriBaseId", "%SRCROOT%")
    }
    json.raw("}")
  }

  private func writeRegion(
    _ key: String, _ start: SourcePosition, _ end: SourcePosition, to json: inout JSONText
  ) {
    json.key(key)
    json.raw("{")
    json.member("startLine", start.line)
    json.member("startColumn", start.column)
    json.member("endLine", end.line)
    json.member("endColumn", end.column)
    json.raw("}")
  }

  /// Percent-encodes all but RFC 3986's unreserved characters and the slash. An unencoded colon could end a scheme.
  private func encoded(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}
