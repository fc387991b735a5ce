import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// `--fix`: mends the files of a project where they lie, and says so, one line for each.
struct FileFixes {
  /// Files that were written.
  private(set) var count = 0
  /// Whether one couldn't be written.
  private(set) var hasFailed = false

  init() {}

  init(of project: LoadedProject) {
    let fixable = Set(project.diagnostics.filter { $0.fix != nil }.map(\.file))
    for path in [project.projectFile].compactMap(\.self) + project.specs {
      let shown = FilePath.shown(path, in: FileSystem.workingDirectory)
      guard fixable.contains(shown), let bytes = project.contents[path] else { continue }
      let mended = Mender.mend(bytes, path: shown, isProjectFile: path == project.projectFile)
      guard mended.bytes != bytes else { continue }
      do throws(WriteError) {
        try Self.write(mended.bytes, over: bytes, to: path, shown: shown, root: project.root)
        count += 1
        Terminal.error("\(shown): \(mended.count) problem\(mended.count == 1 ? "" : "s") fixed")
      } catch {
        hasFailed = true
        Terminal.error("error: \(error)")
      }
    }
  }

  /// A link stays one: what it leads to is written.
  private static func write(
    _ bytes: [UInt8], over old: [UInt8], to path: String, shown: String, root: String
  ) throws(WriteError) {
    guard let real = FileSystem.realPath(path), let root = FileSystem.realPath(root) else {
      throw WriteError("'\(shown)' is gone, so it wasn't fixed")
    }
    guard FilePath.isBeneath(real, root) else {
      throw WriteError("'\(shown)' lies outside the project, because a link leads there, so it wasn't fixed")
    }
    try FileSystem.replace(real, with: bytes, keepsMode: true) { () throws(WriteError) in
      guard (try? FileSystem.read(real, limit: DocumentLimits().bytes)) == old else {
        throw WriteError("'\(shown)' has changed meanwhile, so it wasn't fixed")
      }
    }
  }
}
