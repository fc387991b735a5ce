import MockSpecDiagnostics
import MockSpecDocument

/// Compiles the texts of specs and of project files.
///
/// These are the stages, with the types between them:
///
///     bytes ─ read ───▶ FileReading    parsed, and checked by the schema
///           ─ decode ─▶ Spec           typed, without the errors that more specific ones replace
///           ─ compile ▶ SpecReading    resolved: with defaults, bodies and templates
///           ─ link ───▶ diagnostics    the names of all specs are checked against each other
///
/// Each stage continues with the valid parts of a text, so that one run reports all errors. Whatever a spec comes from (files,
/// code, launch arguments, the control API, compiled specs, a trial of a fix), it passes through these functions, so that it
/// gets the same messages. What differs is the context.
enum Pipeline {
  /// What the specs of one source are compiled with. It can be used on any thread.
  struct Context: Sendable {
    fileprivate let resolver: SpecResolver
    fileprivate let expressions = RegularExpressionCache()

    /// - Parameters:
    ///   - defaults: The defaults of the project, over which those of a spec have precedence.
    ///   - files: The body and schema files that specs can name.
    init(defaults: Spec.Defaults = Spec.Defaults(), files: ProjectFiles) {
      resolver = SpecResolver(defaults: defaults, files: files)
    }
  }

  // MARK: - Read

  /// Parses a text and checks it by the schema.
  ///
  /// - Parameters:
  ///   - level: Whether it is a spec or a project file.
  ///   - shown: Its path or name in diagnostics.
  ///   - origin: The position of everything in it, if it isn't the content of a file.
  ///   - problemLimit: The maximum number of diagnostics of the schema. By default one more than are shown, so that
  ///     exceeding that number is detected.
  static func read(
    _ bytes: [UInt8], as level: Level, shown: String, _ format: DocumentParser.Format, origin: SourcePosition? = nil,
    limits: DocumentLimits = DocumentLimits(), problemLimit: Int = ProblemLimit.perFile + 1
  ) -> FileReading {
    let parsed = DocumentParser.parse(bytes, path: shown, format: format, origin: origin, limits: limits)
    return FileReading(
      parsed, root: parsed.document?.root, of: bytes, format, as: level, problemLimit: problemLimit)
  }

  /// Parses a JSON array of specs, or one spec, and checks each by the schema.
  static func readList(_ bytes: [UInt8], shown: String) -> [FileReading] {
    var parsed = DocumentParser.parse(bytes, path: shown, format: .json)
    let root = parsed.document?.root
    let specs = root.map { $0.kind == .sequence ? Array($0.elements) : [$0] } ?? []
    if specs.isEmpty { return parsed.diagnostics.isEmpty ? [] : [FileReading(failed: parsed.diagnostics)] }
    return specs.map { spec in
      // Errors of the text are reported with the first spec.
      defer { parsed.diagnostics = [] }
      return FileReading(parsed, root: spec, of: bytes, .json, as: .spec, problemLimit: ProblemLimit.perFile + 1)
    }
  }

  // MARK: - Decode

  /// Decodes a spec.
  ///
  /// - Returns: The content, `nil` without a document, and the diagnostics of the schema, refined by those of the decoder.
  private static func decode(
    _ reading: FileReading, _ file: SpecFile, _ expressions: RegularExpressionCache
  ) -> (spec: Spec?, diagnostics: [Diagnostic]) {
    var decoder = SpecDecoder(folder: file.folder, expressions: expressions)
    let spec = reading.root.map { decoder.spec($0, file: file) }
    return (spec, reading.failures.refined(by: decoder.diagnostics, explained: reading.explained))
  }

  private static func decode(
    _ reading: FileReading, folder: String
  ) -> (settings: ProjectSpec?, diagnostics: [Diagnostic]) {
    var decoder = ProjectDecoder(folder: folder)
    let settings = reading.root.map { decoder.project($0) }
    return (settings, reading.failures.refined(by: decoder.diagnostics, explained: reading.explained))
  }

  /// Returns the diagnostics of the schema and the decoder for a text that is only checked.
  static func meaning(of reading: FileReading, shown: String) -> [Diagnostic] {
    reading.level == .project
      ? decode(reading, folder: FilePath.parent(shown)).diagnostics
      : decode(reading, SpecFile(path: shown, shown: shown), RegularExpressionCache()).diagnostics
  }

  // MARK: - Compile

  /// Decodes and resolves a spec. Reads the files that it names.
  static func compile(_ reading: FileReading, of file: SpecFile, in context: Context) -> SpecReading {
    let (spec, diagnostics) = decode(reading, file, context.expressions)
    return SpecReading(
      file: file, reading: reading, spec: reading.isPartial ? nil : spec.map(context.resolver.resolve),
      diagnostics: reading.syntax + diagnostics)
  }

  /// Decodes a project file. Of one that couldn't be read as a whole, the scenes aren't used.
  static func settings(_ reading: FileReading, folder: String) -> SettingsReading {
    var (settings, diagnostics) = decode(reading, folder: folder)
    if reading.isPartial { settings?.scenes = [] }
    return SettingsReading(
      reading: reading, spec: settings ?? ProjectSpec(), diagnostics: reading.syntax + diagnostics)
  }

  // MARK: - Link

  /// Returns all diagnostics of specs that don't belong to a project's files, sorted by position.
  static func link(_ specs: [SpecReading]) -> [Diagnostic] {
    let resolved = specs.compactMap(\.spec)
    let found = specs.flatMap { $0.diagnostics + ($0.spec?.diagnostics ?? []) }
    return (found + ProjectCheck.problems(in: resolved)).withoutRepetitions().sortedByPlace()
  }
}
