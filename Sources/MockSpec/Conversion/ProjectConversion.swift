package import MockSpecDiagnostics
package import MockSpecDocument

/// A loaded project in the other format: the specs and the project file rewritten, the bodies that they name as they are.
package struct ProjectConversion {
  package struct File: Sendable, Hashable {
    /// Relative to the root.
    package let path: String
    package let bytes: [UInt8]
    /// Absolute.
    package let source: String
  }

  /// Sorted by path.
  package private(set) var files: [File] = []
  /// Errors only: with any, the files are not whole.
  package private(set) var diagnostics: [Diagnostic] = []

  private let project: LoadedProject
  private let format: DocumentParser.Format
  private let workingDirectory: String
  /// Where each file's bytes come from, for those that meet at one path.
  private var origins: [String: File] = [:]
  /// Of files outside the project, by absolute path.
  private var placesInside: [String: String] = [:]

  /// - Parameter project: Without errors.
  package init(
    _ project: LoadedProject, to format: DocumentParser.Format, workingDirectory: String = FileSystem.workingDirectory
  ) {
    self.project = project
    self.format = format
    self.workingDirectory = workingDirectory
    for source in [project.projectFile].compactMap(\.self) + project.specs { convert(source) }
    files = origins.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    diagnostics = diagnostics.sortedByPlace()
  }

  private mutating func convert(_ source: String) {
    let bytes = project.contents[source] ?? []
    let parsed = DocumentParser.parse(bytes, path: shown(source), format: .init(path: source))
    guard let root = parsed.document?.root else {
      diagnostics += parsed.diagnostics
      return
    }
    guard let path = relative(source) else {
      diagnostics.append(Self.specOutside(shown(source), root: shown(project.root)))
      return
    }
    let places = SpecPlaces(root)
    var texts = format == .json ? places.texts : [:]
    for file in places.files {
      let isSchema = places.schemas.contains(file.index)
      if let moved = copy(file, namedBy: path, isSchema: isSchema) { texts[file.index] = moved }
    }
    add(File(path: Self.renamed(path, to: format), bytes: write(root, texts), source: source))
  }

  private mutating func write(_ root: Node, _ texts: [Int: String]) -> [UInt8] {
    guard format == .json else { return YAMLWriter.write(root, texts: texts) }
    let written = JSONWriter.write(root, texts: texts)
    diagnostics += written.diagnostics
    return written.bytes
  }

  /// A file outside the project, which `allowOutside` lets in, gets a place inside; one with an absolute path keeps its.
  /// A schema in YAML becomes JSON where specs do, since they are to load where YAML doesn't.
  ///
  /// - Parameter spec: Relative to the root.
  /// - Returns: What the spec must call it from now on, if that is something else.
  private mutating func copy(_ file: Node, namedBy spec: String, isSchema: Bool) -> String? {
    let written = file.text
    let source = FilePath.absolute(written, in: FilePath.parent(FilePath.join(project.root, spec)))
    guard var bytes = project.contents[source] else { return nil }
    var path = relative(source) ?? placeInside(of: source)
    let isRewritten = isSchema && format == .json && DocumentParser.Format(path: source) == .yaml
    if isRewritten, let root = DocumentParser.parse(bytes, path: shown(source), format: .yaml).document?.root {
      bytes = write(root, [:])
      path = Self.withJSONExtension(path)
    }
    add(File(path: path, bytes: bytes, source: source))
    if relative(source) != nil, !written.hasPrefix("/") {
      return isRewritten ? Self.withJSONExtension(written) : nil
    }
    return String(repeating: "../", count: spec.count { $0 == "/" }) + path
  }

  /// `outside/name`, and `outside/2/name` for the second of that name.
  private mutating func placeInside(of source: String) -> String {
    if let known = placesInside[source] { return known }
    var path = "outside/" + FilePath.name(source)
    var number = 1
    while placesInside.values.contains(path) {
      number += 1
      path = "outside/\(number)/" + FilePath.name(source)
    }
    placesInside[source] = path
    return path
  }

  private mutating func add(_ file: File) {
    guard let other = origins.updateValue(file, forKey: file.path), other.bytes != file.bytes else { return }
    diagnostics.append(Self.meeting(shown(other.source), shown(file.source), at: file.path))
  }

  private func relative(_ path: String) -> String? {
    FilePath.isBeneath(path, project.root) && path != project.root ? FilePath.shown(path, in: project.root) : nil
  }

  private func shown(_ path: String) -> String { FilePath.shown(path, in: workingDirectory) }

  /// `a.yaml` → `a.json`
  private static func withJSONExtension(_ path: String) -> String {
    ([".yaml", ".yml"].first(where: path.hasSuffix).map { String(path.dropLast($0.count)) } ?? path) + ".json"
  }

  /// `a.mock.yaml` → `a.mock.json`. A spec that was named on the command line may be called anything, and is called so
  /// that it is found.
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
      "the file lies outside the project, whose folder is '\(root)', and can't be converted yet",
      file: file, help: "convert it by itself")
  }

  static func meeting(_ first: String, _ second: String, at path: String) -> Diagnostic {
    Diagnostic(
      .error, "same-output", "'\(first)' and this file would both become '\(path)'", file: second,
      help: "rename one of them")
  }
}
