import MockSpecDiagnostics

/// A spec that is compiled as far as it can be alone, together with the files that it names.
struct SpecReading: Sendable {
  let file: SpecFile
  let reading: FileReading
  /// The resolved spec; `nil` if a part of the file couldn't be read, since names in it can't be looked up then.
  let spec: ResolvedSpec?
  /// The diagnostics of parsing, of the schema and of decoding. Those of the resolved spec aren't included.
  let diagnostics: [Diagnostic]
}

/// A project file that is compiled as far as it can be alone.
struct SettingsReading: Sendable {
  let reading: FileReading
  let spec: ProjectSpec
  /// The diagnostics of parsing, of the schema and of decoding.
  let diagnostics: [Diagnostic]
}
