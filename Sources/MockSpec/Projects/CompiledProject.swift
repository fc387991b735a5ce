import MockSpecDiagnostics
import MockSpecDocument

/// A project in one JSON document: its project file and specs as JSON, and the body and schema files that they name. It
/// loads where there is neither libyaml nor a folder.
///
///     {"mockspecCompiled": 1, "isWhole": true,
///     "project": {"path": "mockspec.yaml", "source": "specs/mockspec.yaml", "text": "{…}"},
///     "specs": [
///     {"path": "login.mock.yaml", "source": "specs/login.mock.yaml", "text": "{…}"}],
///     "files": [
///     {"path": "bodies/photo.jpg", "base64": "…"}]}
///
/// Paths are relative to the project's root. The original files, which messages name, are relative to the folder in which
/// the project was compiled.
package struct CompiledProject: Sendable, Hashable {
  /// A file of the project.
  struct File: Sendable, Hashable {
    /// The path, relative to the root. It has no `.` or `..`.
    let path: String
    /// The path of the original file as it is shown to users.
    let source: String
    let bytes: [UInt8]
  }

  /// The project file; `nil` if there is none.
  let project: File?
  /// The specs, in the order in which they are read.
  let specs: [File]
  /// The body and schema files.
  let files: [File]
  /// Whether the whole project was compiled. If it wasn't, a name that isn't found can be defined in another file.
  let isWhole: Bool

  /// The version of the format.
  static let version = 1
  static let versionKey = "mockspecCompiled"
  /// The maximum size of the document in bytes.
  package static let sizeLimit = 256 << 20
  /// The name of the document among an app's resources.
  package static let fileName = "mockspec.compiled.json"

  /// The folder that is used as the project's root. No file in it is read from the disk.
  static let root = "/"
}

extension CompiledProject {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - shown: Its path as it is shown to users.
  /// - Throws: `SpecError` with the error if it isn't such a document, is damaged, or has another version.
  init(_ bytes: [UInt8], shown: String) throws(SpecError) {
    var limits = DocumentLimits()
    limits.bytes = Self.sizeLimit
    limits.depth = 8
    let parsed = DocumentParser.parse(bytes, path: shown, format: .json, limits: limits)
    let reader = Reader(shown: shown)
    if let error = parsed.diagnostics.first(where: { $0.severity == .error }) {
      throw reader.damage(error.message, error.range)
    }
    guard let root = parsed.document?.root, root.kind == .mapping, let version = root.value(Self.versionKey) else {
      throw reader.damage("expected an object with '\(Self.versionKey)'", parsed.document?.root.range)
    }
    guard version.intValue == Self.version else { throw SpecError([Self.otherVersion(version)]) }
    guard let isWhole = root.value("isWhole")?.boolValue else {
      throw reader.damage("expected true or false for 'isWhole'", root.range)
    }
    self.isWhole = isWhole
    if let node = root.value("project") { project = try reader.file(node) } else { project = nil }
    specs = try reader.files("specs", of: root)
    files = try reader.files("files", of: root)
    for list in [specs, files] {
      var paths: Set<String> = []
      for file in list where !paths.insert(file.path).inserted {
        throw reader.damage("'\(file.path)' occurs twice", root.range)
      }
    }
  }

  private struct Reader {
    let shown: String

    func files(_ key: String, of root: Node) throws(SpecError) -> [File] {
      guard let list = root.value(key), list.kind == .sequence else {
        throw damage("expected an array for '\(key)'", root.range)
      }
      var files: [File] = []
      for element in list.elements { files.append(try file(element)) }
      return files
    }

    func file(_ node: Node) throws(SpecError) -> File {
      guard let path = node.value("path"), path.kind == .string, Self.isInside(path.text) else {
        throw damage("expected a path inside the project for 'path'", (node.value("path") ?? node).range)
      }
      let source = node.value("source").flatMap { $0.kind == .string ? $0.text : nil }
      let bytes: [UInt8]
      if let text = node.value("text"), text.kind == .string {
        bytes = text.withUTF8 { Array($0) }
      } else if let base64 = node.value("base64"), base64.kind == .string, let decoded = Base64.decode(base64.text) {
        bytes = decoded
      } else {
        throw damage("expected the content of '\(path.text)' for 'text' or 'base64'", path.range)
      }
      return File(path: path.text, source: source ?? path.text, bytes: bytes)
    }

    /// Whether a path is relative and leads nowhere but down.
    private static func isInside(_ path: String) -> Bool {
      !path.utf8.contains(0)
        && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
    }

    func damage(_ reason: String, _ range: SourceRange?) -> SpecError {
      let message = "the file isn't compiled specs, or is damaged: \(reason)"
      return SpecError([
        range.map { Diagnostic(.error, "unreadable", message, at: $0, help: compileAgain) }
          ?? Diagnostic(.error, "unreadable", message, file: shown, help: compileAgain)
      ])
    }
  }

  private static func otherVersion(_ version: Node) -> Diagnostic {
    Diagnostic(
      .error, "unreadable",
      "the file is compiled specs of version \(version.excerpt); this version of MockSpec reads version \(Self.version)",
      at: version.range, help: "compile the specs with the version of MockSpec that the app uses")
  }
}

private let compileAgain = "compile the specs again"

extension ProjectReader {
  /// Reads a project from a document, and no other file.
  ///
  /// - Parameter path: The path of the document; relative to the working directory or absolute.
  /// - Throws: `SpecPathError` if there is no such file.
  func read(compiled path: String) throws(SpecPathError) -> ProjectReading {
    let path = FilePath.absolute(path, in: workingDirectory)
    let shown = FilePath.shown(path, in: workingDirectory)
    var result = ProjectReading(discovery: nil, root: CompiledProject.root, workingDirectory: CompiledProject.root)
    let file = SpecFile(path: path, shown: shown)
    func failure(_ reading: FileReading) -> ProjectReading {
      let spec = Pipeline.compile(reading, of: file, in: Pipeline.Context(files: ProjectFiles(knownOnly: [:])))
      result.units = [ProjectReading.Unit(spec, inputs: [])]
      return result
    }
    do {
      let bytes = try FileSystem.read(path, limit: CompiledProject.sizeLimit)
      result.read(try CompiledProject(bytes, shown: shown))
      return result
    } catch let error as FileError {
      if error.isMissing { throw .notFound(path) }
      return failure(FileReading(error, shown: shown))
    } catch let error as SpecError {
      return failure(FileReading(failed: error.diagnostics))
    } catch {
      return failure(FileReading(FileError(path, "can't be read: \(error)"), shown: shown))
    }
  }
}

extension ProjectReading {
  fileprivate mutating func read(_ project: CompiledProject) {
    isCompiled = true
    isPartOfProject = !project.isWhole
    if let file = project.project {
      let path = FilePath.join(root, file.path)
      settings = Settings(
        Pipeline.settings(
          Pipeline.read(file.bytes, as: .project, shown: file.source, .json), folder: FilePath.parent(path)),
        input: FileInput(path, .success(file.bytes), version: nil))
    }
    let root = root
    let inputs = project.files.map { file in
      let path = FilePath.join(root, file.path)
      return (path, FileInput(path, .success(file.bytes), version: nil))
    }
    let files = ProjectFiles(knownOnly: Dictionary(inputs) { first, _ in first }, CompiledProject.notCompiled)
    let context = Pipeline.Context(defaults: self.project.defaults, files: files)
    let read = project.specs.concurrentMap { file in
      let path = FilePath.join(root, file.path)
      let spec = Pipeline.compile(
        Pipeline.read(file.bytes, as: .spec, shown: file.source, .json),
        of: SpecFile(path: path, shown: file.source), in: context)
      let named = (spec.spec?.files ?? []).sorted().map(files.input)
      return Unit(spec, inputs: [FileInput(path, .success(file.bytes), version: nil)] + named)
    }
    units = ChunkedArray(read)
    namedFiles = NamedFiles(units)
  }
}

extension CompiledProject {
  static let notCompiled = ProjectFiles.Refusal(
    code: "missing-body-file", reason: "isn't in the compiled specs", help: compileAgain)
}
