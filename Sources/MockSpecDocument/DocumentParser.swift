package import MockSpecDiagnostics

/// The result of parsing a file: a document, diagnostics or both. A document with errors contains the readable parts.
package struct ParsedDocument: Sendable {
  package var document: Document?
  package var diagnostics: [Diagnostic]
  /// Whether parts of the text couldn't be read and are missing in the document.
  package var isPartial = false
  /// Whether reading YAML ended at a limit of errors, so that more can follow.
  package var isCut = false
}

/// Parses YAML and JSON. Errors in the text are returned as diagnostics.
package enum DocumentParser {
  package enum Format: Sendable {
    case yaml, json

    /// The format of a file by its extension: JSON for `.json`, YAML for any other.
    package init(path: String) { self = path.hasSuffix(".json") ? .json : .yaml }
  }

  /// Parses a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - path: The path in diagnostics.
  ///   - format: The format of the content.
  ///   - origin: The position of all nodes, if the content was taken from a single position in a file.
  ///   - limits: Limits on the size of the document.
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
    let parsed = parse(source, format, findings, limits)
    guard parsed.diagnostics.hasErrors, let conflict = MergeConflict(in: source) else { return parsed }
    let found = conflict.diagnostic(format == .json ? "json-syntax" : "yaml-syntax")
    if conflict.isWhole { return ParsedDocument(document: nil, diagnostics: [found], isPartial: true) }
    let rest = SourceFile(path: path, bytes: conflict.withoutMarkers)
    let others = parse(rest, format, findings, limits).diagnostics.map { $0.moved(to: source) }
      .filter { !conflict.explains($0) }
    return ParsedDocument(document: nil, diagnostics: others + [found], isPartial: true)
  }

  private static func parse(
    _ source: SourceFile, _ format: Format, _ findings: TextCheck.Findings, _ limits: DocumentLimits
  ) -> ParsedDocument {
    switch format {
    case .json:
      var parser = JSONParser(source: source, limits: limits)
      return parser.parse()
    case .yaml: return YAMLParser.parse(source, findings: findings, limits: limits)
    }
  }

  /// Whether bytes look like UTF-16 or UTF-32, which aren't supported.
  package static func isOtherUnicode(_ bytes: [UInt8]) -> Bool { TextCheck.otherEncoding(bytes) != nil }

  /// Parses JSON without reporting errors, such as a call's body. If a name is repeated, its last value is used (RFC
  /// 8259 §4).
  ///
  /// - Returns: `nil` if the bytes aren't valid JSON, or exceed the limits.
  package static func parseJSON(_ bytes: [UInt8], limits: DocumentLimits = DocumentLimits()) -> Document? {
    guard bytes.count <= limits.bytes else { return nil }
    let source = SourceFile(path: "", bytes: TextCheck.withoutMark(bytes))
    guard TextCheck.check(source, asYAML: false).diagnostic == nil else { return nil }
    var parser = JSONParser(source: source, limits: limits, repeatedKeys: .replace, recovers: false)
    let parsed = parser.parse()
    return parsed.diagnostics.isEmpty ? parsed.document : nil
  }

  /// Returns the limit that bytes exceed, such as `at most 16 MiB`, if `parseJSON` returns `nil` for that reason.
  package static func exceededJSONLimit(_ bytes: [UInt8], limits: DocumentLimits = DocumentLimits()) -> String? {
    guard bytes.count <= limits.bytes else { return "at most \(limits.bytes >> 20) MiB" }
    let source = SourceFile(path: "", bytes: TextCheck.withoutMark(bytes))
    guard TextCheck.check(source, asYAML: false).diagnostic == nil else { return nil }
    var parser = JSONParser(source: source, limits: limits, repeatedKeys: .replace, recovers: false)
    return switch parser.parse().diagnostics.first?.code {
    case "too-large": "at most \(limits.nodes) values"
    case "too-deep": "at most \(limits.depth) levels"
    default: nil
    }
  }
}
