package import MockSpecDiagnostics
package import MockSpecDocument

/// A project converted to JSON or YAML: the specs and the project file are rewritten, and their body files are copied.
package struct ProjectConversion {
  /// A file of the converted project.
  package struct File: Sendable, Hashable {
    /// The path, relative to the root.
    package let path: String
    /// The file's content.
    package let bytes: [UInt8]
    /// The absolute path of the original file.
    package let source: String
  }

  /// The converted files, sorted by path.
  package private(set) var files: [File] = []
  /// The errors. If there are any, the converted project is incomplete.
  package private(set) var diagnostics: [Diagnostic] = []

  private let project: LoadedProject
  /// The contents of the project's files, by absolute path.
  private let contents: [String: [UInt8]]
  private let format: DocumentParser.Format
  /// Whether the files are compiled. Specs and the project file then keep their names and lines.
  private let isCompiled: Bool
  private let workingDirectory: String
  /// The converted files by path, for detecting conflicts.
  private var filesByPath: [String: File] = [:]
  /// The new paths of files outside the project, by absolute path.
  private var pathsInside: [String: String] = [:]

  /// Converts a project.
  ///
  /// - Parameters:
  ///   - project: A project without errors.
  ///   - format: The format of the converted specs and project file.
  ///   - workingDirectory: The folder to which paths in diagnostics are relative.
  ///   - inline: The absolute path and the text with which an inline spec is converted, since only files can be
  ///     converted.
  package init(
    _ project: LoadedProject, to format: DocumentParser.Format, workingDirectory: String = FileSystem.workingDirectory,
    inline: (path: String, text: [UInt8])? = nil
  ) {
    self.init(
      project, contents: project.contents.merging(inline.map { [$0.path: $0.text] } ?? [:]) { $1 }, format,
      isCompiled: false, workingDirectory)
    convertAll([project.projectFile, inline?.path].compactMap(\.self) + project.specs)
  }

  /// Converts a project to JSON for `CompiledProject`.
  init(compiling project: LoadedProject, workingDirectory: String) {
    self.init(project, contents: project.contents, .json, isCompiled: true, workingDirectory)
    convertAll([project.projectFile].compactMap(\.self) + project.specs)
  }

  private init(
    _ project: LoadedProject, contents: [String: [UInt8]], _ format: DocumentParser.Format, isCompiled: Bool,
    _ workingDirectory: String
  ) {
    self.project = project
    self.contents = contents
    self.format = format
    self.isCompiled = isCompiled
    self.workingDirectory = workingDirectory
  }

  private mutating func convertAll(_ sources: [String]) {
    for source in sources { convert(source) }
    files = filesByPath.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    diagnostics = diagnostics.sortedByPlace()
  }

  private mutating func convert(_ source: String) {
    let bytes = contents[source] ?? []
    let parsed = DocumentParser.parse(bytes, path: shown(source), format: .init(path: source))
    guard let root = parsed.document?.root else {
      diagnostics += parsed.diagnostics
      return
    }
    guard let path = relative(source) else {
      diagnostics.append(Self.specOutside(shown(source), root: shown(project.root)))
      return
    }
    let scalars = SpecScalars(root)
    var texts = format == .json ? scalars.texts : [:]
    for file in scalars.files {
      let isDocument = scalars.documents.contains(file.index)
      if let moved = copy(file, namedBy: path, isDocument: isDocument) { texts[file.index] = moved }
    }
    let name = isCompiled ? path : Self.renamed(path, to: format)
    add(File(path: name, bytes: write(root, texts), source: source))
  }

  private mutating func write(_ root: Node, _ texts: [Int: String]) -> [UInt8] {
    guard format == .json else { return YAMLWriter.write(root, texts: texts) }
    let written =
      isCompiled ? PositionedJSONWriter.write(root, texts: texts) : JSONWriter.write(root, texts: texts)
    diagnostics += written.diagnostics
    return written.bytes
  }

  /// Copies a file that a spec names into the converted project.
  ///
  /// A file outside the project, which `allowOutside` permits, gets a new path inside. A schema or items in YAML are converted to
  /// JSON together with the specs, since the result must load on platforms without YAML.
  ///
  /// - Parameters:
  ///   - file: The scalar that names the file.
  ///   - spec: The path of the converted spec, relative to the root.
  ///   - isDocument: Whether the file is a schema or has items.
  /// - Returns: The file's new name in the spec; `nil` if it doesn't change.
  private mutating func copy(_ file: Node, namedBy spec: String, isDocument: Bool) -> String? {
    let written = file.text
    let source = FilePath.absolute(written, in: FilePath.parent(FilePath.join(project.root, spec)))
    guard var bytes = contents[source] else { return nil }
    var path = relative(source) ?? pathInside(of: source)
    let isRewritten = isDocument && format == .json && DocumentParser.Format(path: source) == .yaml
    if isRewritten, let root = DocumentParser.parse(bytes, path: shown(source), format: .yaml).document?.root {
      bytes = write(root, [:])
      path = withJSONExtension(path)
    }
    add(File(path: path, bytes: bytes, source: source))
    if relative(source) != nil, !written.hasPrefix("/") {
      return isRewritten ? withJSONExtension(written) : nil
    }
    return String(repeating: "../", count: spec.count { $0 == "/" }) + path
  }

  /// Returns the new path of a file outside the project: `outside/name`, or `outside/2/name` for a second file with that
  /// name.
  private mutating func pathInside(of source: String) -> String {
    if let known = pathsInside[source] { return known }
    var path = "outside/" + FilePath.name(source)
    var number = 1
    while pathsInside.values.contains(path) {
      number += 1
      path = "outside/\(number)/" + FilePath.name(source)
    }
    pathsInside[source] = path
    return path
  }

  private mutating func add(_ file: File) {
    guard let other = filesByPath.updateValue(file, forKey: file.path), other.bytes != file.bytes else { return }
    diagnostics.append(Self.sameOutput(shown(other.source), shown(file.source), at: file.path))
  }

  private func relative(_ path: String) -> String? {
    FilePath.isBeneath(path, project.root) && path != project.root ? FilePath.shown(path, in: project.root) : nil
  }

  private func shown(_ path: String) -> String { FilePath.shown(path, in: workingDirectory) }

  /// `a.yaml` → `a.json`; `a.yaml.json` if it is compiled, so that it differs from every other name.
  private func withJSONExtension(_ path: String) -> String {
    if isCompiled { return path + ".json" }
    return ([".yaml", ".yml"].first(where: path.hasSuffix).map { String(path.dropLast($0.count)) } ?? path) + ".json"
  }

  /// `a.mock.yaml` → `a.mock.json`. A spec that was named on the command line can have any name. Its new name is one
  /// that discovery finds.
  private static func renamed(_ path: String, to format: DocumentParser.Format) -> String {
    let name = FilePath.name(path)
    let stem = [".yaml", ".yml", ".json"].first(where: name.hasSuffix).map { name.dropLast($0.count) } ?? name[...]
    let isFound = Discovery.projectNames.contains(name) || stem.hasSuffix(".mock")
    return path.dropLast(name.count) + stem + (isFound ? "." : ".mock.") + (format == .json ? "json" : "yaml")
  }
}

extension ProjectConversion {
  static func specOutside(_ file: String, root: String) -> Diagnostic {
    Diagnostic(
      .error, "outside-root",
      "the file is outside the project's folder '\(root)' and can't be converted with the project",
      file: file, help: "convert the file on its own")
  }

  static func sameOutput(_ first: String, _ second: String, at path: String) -> Diagnostic {
    Diagnostic(
      .error, "same-output", "'\(first)' and this file would both be converted to '\(path)'", file: second,
      help: "rename one of them")
  }
}
