import MockSpecDiagnostics

#if canImport(CLibYAML)
  enum YAMLParser {
    static func parse(_ source: SourceFile, findings: TextCheck.Findings, limits: DocumentLimits) -> ParsedDocument {
      let reading = YAMLReader.read(source, findings: findings, limits: limits)
      if reading.stop == nil { return ParsedDocument(document: reading.document, diagnostics: reading.diagnostics) }
      var recovery = YAMLRecovery(source, findings: findings, limits: limits)
      return recovery.run(after: reading)
    }
  }
#else
  /// Platforms without a system libyaml, such as iOS: the same specs load there as JSON.
  enum YAMLParser {
    static func parse(_ source: SourceFile, findings: TextCheck.Findings, limits: DocumentLimits) -> ParsedDocument {
      let diagnostic = Diagnostic(
        "yaml-unavailable", "YAML can't be read on this platform", file: source.path,
        help: "'mockspec convert --to json' writes it as JSON, which means the same")
      return ParsedDocument(document: nil, diagnostics: [diagnostic])
    }
  }
#endif
