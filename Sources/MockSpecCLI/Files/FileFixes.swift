import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Applies the fixes of `validate --fix` to the files of a project and prints a line for each file, or only shows them.
struct FileFixes {
  private struct File {
    let path: String
    let shown: String
    let bytes: [UInt8]
    let fixed: FileFixer.Outcome
  }

  private let files: [File]
  private let root: String

  init(of project: LoadedProject) {
    root = project.root
    files = Self.fixable(in: project).compactMap { path, shown, bytes in
      let doubts = project.diagnostics.filter { $0.severity == .warning && $0.file == shown }.compactMap(\.fix)
      let fixed = FileFixer.fix(bytes, path: shown, isProjectFile: path == project.projectFile, doubts: doubts)
      return fixed.bytes == bytes ? nil : File(path: path, shown: shown, bytes: bytes, fixed: fixed)
    }
  }

  /// The number of problems that `--fix` would fix. For large projects, it is estimated as the number of diagnostics with a
  /// fix.
  static func estimate(for project: LoadedProject) -> Int {
    let size = fixable(in: project).reduce(0) { $0 + $1.bytes.count }
    return size > 64 << 10 ? project.diagnostics.count { $0.fix != nil } : FileFixes(of: project).count
  }

  private static func fixable(in project: LoadedProject) -> [(path: String, shown: String, bytes: [UInt8])] {
    let names = Set(project.diagnostics.filter { $0.fix != nil }.map(\.file))
    guard !names.isEmpty else { return [] }
    let (workingDirectory, contents) = (FileSystem.workingDirectory, project.contents)
    return ([project.projectFile].compactMap(\.self) + project.specs).compactMap { path in
      let shown = FilePath.shown(path, in: workingDirectory)
      guard names.contains(shown), let bytes = contents[path] else { return nil }
      return (path, shown, bytes)
    }
  }

  /// The number of problems that are fixed.
  var count: Int { files.reduce(0) { $0 + $1.fixed.count } }

  /// Prints what `write` would change. On a terminal, control characters are replaced.
  func show() {
    for file in files {
      let diff = UnifiedDiff(from: file.bytes, to: file.fixed.bytes).text(path: file.shown)
      Terminal.print(
        Terminal.isTerminal
          ? diff.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            DisplayText(String($0)).text
          }
          .joined(separator: "\n") : diff)
    }
  }

  /// Writes the fixed files.
  ///
  /// - Returns: Whether all files could be written.
  func write() -> Bool {
    var isDone = true
    for file in files {
      do throws(WriteError) {
        try write(file)
        let count = file.fixed.count
        Terminal.error("\(file.shown): \(count) problem\(count == 1 ? "" : "s") fixed")
      } catch {
        isDone = false
        Terminal.error("error: \(error)")
      }
    }
    return isDone
  }

  /// Writes a file. If it is a link, its destination is written.
  private func write(_ file: File) throws(WriteError) {
    guard let real = FileSystem.realPath(file.path), let root = FileSystem.realPath(root) else {
      throw WriteError("'\(file.shown)' no longer exists, so it wasn't fixed")
    }
    guard FilePath.isBeneath(real, root) else {
      throw WriteError("'\(file.shown)' is a link to a file outside the project, so it wasn't fixed")
    }
    try FileSystem.rewrite(real, from: file.bytes, to: file.fixed.bytes) { () throws(WriteError) in
      guard (try? FileSystem.read(real, limit: DocumentLimits().bytes)) == file.bytes else {
        throw WriteError("'\(file.shown)' was changed by another program, so it wasn't fixed")
      }
    }
  }
}
