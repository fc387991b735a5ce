/// Looks up relative paths that are written in source code. The working directory isn't enough, since Xcode runs programs in
/// a different one.
package enum PathInCode {
  /// Returns the absolute path of a file or folder.
  ///
  /// - Parameters:
  ///   - path: The path. If it is relative, it is looked up in the working directory, then in the folder of the source
  ///     file and in each folder above it.
  ///   - sourceFile: The absolute path of the source file.
  /// - Throws: `SpecPathError.notFound` for a relative path that isn't found.
  package static func resolve(_ path: String, calledFrom sourceFile: String) throws(SpecPathError) -> String {
    if path.hasPrefix("/") { return path }
    let working = FileSystem.workingDirectory
    let folders = [working] + FilePath.upward(from: FilePath.parent(sourceFile)).filter { $0 != working }
    let candidates = folders.lazy.map { FilePath.absolute(path, in: $0) }
    if let found = candidates.first(where: { FileSystem.find($0) != nil }) { return found }
    throw .notFound(path, lookedIn: folders)
  }
}
