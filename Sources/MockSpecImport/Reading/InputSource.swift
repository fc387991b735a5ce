import MockSpec

/// A file that is read, with the folder below which its body files are.
struct InputSource {
  let path: String
  /// The folder of the file, or the one that has `mappings` and `__files`.
  let folder: String
  /// The name of the folder that has `mappings`; `nil` if the file isn't in such a folder.
  let title: String?
  let format: ImportFormat?

  /// - Parameters:
  ///   - path: The absolute path of the file.
  ///   - top: The folder below which `mappings` and `__files` are.
  init(file path: String, below top: String, format: ImportFormat? = nil) {
    (self.path, self.format) = (path, format)
    let folders = Array(FilePath.upward(from: FilePath.parent(path))).prefix { FilePath.isBeneath($0, top) }
    let mappings = folders.firstIndex { FilePath.name($0) == "mappings" }
    title = mappings.map { FilePath.name(FilePath.parent(folders[$0])) }
    let last = mappings.map { top == "/" ? min($0 + 2, folders.count) : folders.count } ?? 0
    folder =
      folders[..<last].first { FileSystem.find(FilePath.join($0, "__files"))?.kind == .folder } ?? FilePath.parent(path)
  }

  /// Returns the stubs of WireMock in a folder. They are in `mappings`, if there are such folders.
  static func sources(
    inFolder path: String, workingDirectory: String, _ losses: inout LossList
  ) -> [InputSource] {
    let top = FilePath.name(path) == "mappings" ? FilePath.parent(path) : path
    let all = InputFolder(path: path).documents(workingDirectory: workingDirectory, &losses)
    let inMappings = all.filter { $0.split(separator: "/").dropLast().contains("mappings") }
    return (inMappings.isEmpty || top != path ? all : inMappings).map { name in
      InputSource(file: FilePath.join(path, name), below: top, format: .wiremock)
    }
  }
}
