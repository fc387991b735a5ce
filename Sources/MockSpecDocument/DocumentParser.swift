package import MockSpecDiagnostics

/// What came of one file. A document may come with errors, for as much of it as could be read.
package struct ParsedDocument: Sendable {
  package var document: Document?
  package var diagnostics: [Diagnostic]
  /// Whether parts of the text couldn't be read, so that the document, if there is one, lacks them.
  package var isPartial = false
}

/// Reads YAML or JSON bytes. Never throws: what is wrong with the text comes back as diagnostics.
package enum DocumentParser {
  package enum Format: Sendable {
    case yaml, json

    /// A file whose name doesn't say is YAML.
    package init(path: String) { self = path.hasSuffix(".json") ? .json : .yaml }
  }

  /// - Parameter origin: Where all of it stands, if the text was made from one place of a file.
  package static func parse(
    _ bytes: [UInt8], path: String, format: Format, origin: SourcePosition? = nil,
    limits: DocumentLimits = DocumentLimits()
  ) -> ParsedDocument {
    let source = SourceFile(path: path, bytes: TextCheck.withoutMark(bytes), origin: origin)
    guard source.bytes.count <= limits.bytes else {
      return ParsedDocument(document: nil, diagnostics: [.tooManyBytes(limits.bytes, file: source)])
    }
    let findings = TextCheck.check(source, asYAML: format == .yaml)
    if let diagnostic = findings.diagnostic {
      return ParsedDocument(document: nil, diagnostics: [diagnostic])
    }
    switch format {
    case .json:
      var parser = JSONParser(source: source, limits: limits)
      return parser.parse()
    case .yaml:
      return YAMLParser.parse(source, findings: findings, limits: limits)
    }
  }

  /// A request's body, or anything else whose errors nobody will read: a repeated name is no error, the last one counts
  /// (RFC 8259 §4). `nil` if it isn't JSON, or beyond the limits.
  package static func parseJSON(_ bytes: [UInt8], limits: DocumentLimits = DocumentLimits()) -> Document? {
    guard bytes.count <= limits.bytes else { return nil }
    let source = SourceFile(path: "", bytes: TextCheck.withoutMark(bytes))
    guard TextCheck.check(source, asYAML: false).diagnostic == nil else { return nil }
    var parser = JSONParser(source: source, limits: limits, repeatedKeys: .replace, recovers: false)
    let parsed = parser.parse()
    return parsed.diagnostics.isEmpty ? parsed.document : nil
  }
}
