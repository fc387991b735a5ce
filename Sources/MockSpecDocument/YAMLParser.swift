import MockSpecDiagnostics

#if canImport(CLibYAML)
  /// Parses YAML, and continues after errors.
  enum YAMLParser {
    static func parse(_ source: SourceFile, findings: TextCheck.Findings, limits: DocumentLimits) -> ParsedDocument {
      let reading = YAMLReader.read(source, findings: findings, limits: limits)
      if reading.stop == nil { return ParsedDocument(document: reading.document, diagnostics: reading.diagnostics) }
      var recovery = YAMLRecovery(source, findings: findings, limits: limits)
      return recovery.run(after: reading)
    }
  }
#else
  /// Reports that YAML isn't supported on platforms without a system libyaml, such as iOS. Specs can be JSON there.
  enum YAMLParser {
    static func parse(_ source: SourceFile, findings: TextCheck.Findings, limits: DocumentLimits) -> ParsedDocument {
      let diagnostic = Diagnostic(
        "yaml-unavailable", "YAML isn't supported on this platform", file: source.path,
        help: "convert it to JSON with 'mockspec convert --to json'")
      return ParsedDocument(document: nil, diagnostics: [diagnostic])
    }
  }
#endif
