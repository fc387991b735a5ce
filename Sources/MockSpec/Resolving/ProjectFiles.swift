import MockSpecDiagnostics
import Synchronization

/// The files that the specs of one load name: bodies and schemas. Each is read once, and none outside the project.
///
/// Specs are resolved concurrently; any thread may read.
final class ProjectFiles: Sendable {
  private struct State: Sendable {
    /// By absolute path.
    var known: [String: Result<[UInt8], Refusal>] = [:]
    var versions: [String: FileVersion] = [:]
    var folders: Set<String> = []
    var isIncomplete = false
  }

  static let sizeLimit = 256 << 20

  private let workingDirectory: String
  /// Real paths of the root and of what `allowOutside` lists.
  private let allowed: [String]
  private let state = Mutex(State())

  /// Why a file isn't used.
  struct Refusal: Error {
    let code: String
    /// The rest of a sentence that begins with the path: `doesn't exist`.
    let reason: String
    let help: String?

    /// - Parameter noun: The file's purpose, such as `body file`.
    func diagnostic(_ noun: String, _ path: Located<String>) -> Diagnostic {
      Diagnostic(.error, code, "\(noun) '\(path.value)' \(reason)", at: path.range, help: help)
    }
  }

  /// - Parameters:
  ///   - root: The project's root; absolute.
  ///   - allowOutside: Other folders from which files may be read; absolute.
  ///   - workingDirectory: What paths are relative to where users see them; absolute.
  init(root: String, allowOutside: [String] = [], workingDirectory: String) {
    self.workingDirectory = workingDirectory
    allowed = ([root] + allowOutside).compactMap(FileSystem.realPath)
  }

  /// The contents by absolute path, by which a reload finds out whether anything has changed.
  var contents: [String: [UInt8]] { state.withLock { $0.known.compactMapValues { try? $0.get() } } }

  /// The versions of the files that have been read, by absolute path.
  var versions: [String: FileVersion] { state.withLock { $0.versions } }

  /// The folders in which a change of one of the files can be seen.
  var folders: Set<String> { state.withLock { $0.folders } }

  /// Whether a file couldn't be read for a reason that may pass by itself.
  var isIncomplete: Bool { state.withLock { $0.isIncomplete } }

  func hasRead(_ path: String) -> Bool { state.withLock { $0.known[path] != nil } }

  /// Reads a file that a spec names.
  ///
  /// - Parameters:
  ///   - path: The path as written.
  ///   - folder: The folder of the spec file; absolute.
  func read(_ path: Located<String>, in folder: String) -> Result<ProjectFile, Refusal> {
    let absolute = FilePath.absolute(path.value, in: folder)
    return content(absolute).map { content in
      ProjectFile(
        path: path, absolutePath: absolute, shownPath: FilePath.shown(absolute, in: workingDirectory), content: content)
    }
  }

  private func content(_ path: String) -> Result<[UInt8], Refusal> {
    if let known = state.withLock({ $0.known[path] }) { return known }
    let (result, version, folders) = load(path)
    return state.withLock { state in
      state.folders.formUnion(folders)
      // Another thread may have read it meanwhile: all responses send the same version.
      if let known = state.known[path] { return known }
      state.known[path] = result
      state.versions[path] = version
      return result
    }
  }

  private func load(_ path: String) -> (Result<[UInt8], Refusal>, FileVersion?, folders: Set<String>) {
    var folders: Set = [nearestFolder(FilePath.parent(path))]
    do {
      let content = try FileSystem.content(of: path, limit: Self.sizeLimit, isLocating: true)
      if content.realPath != path { folders.insert(FilePath.parent(content.realPath)) }
      guard allowed.contains(where: { FilePath.isBeneath(content.realPath, $0) }) else {
        let refusal = Refusal(
          code: "outside-root", reason: "lies outside the project",
          help: "move it into the project, or list its folder under 'allowOutside' in the project file")
        return (.failure(refusal), nil, folders)
      }
      return (.success(content.bytes), content.version, folders)
    } catch {
      if error.isTransient { state.withLock { $0.isIncomplete = true } }
      let code = error.isMissing ? "missing-body-file" : "unreadable"
      let help = error.isMissing ? nearbyName(path) : nil
      return (.failure(Refusal(code: code, reason: error.reason, help: help)), nil, folders)
    }
  }

  /// Returns the nearest folder upward that exists, since a missing one can't be watched.
  private func nearestFolder(_ folder: String) -> String {
    var folder = folder
    while folder != "/", FileSystem.find(folder)?.kind != .folder { folder = FilePath.parent(folder) }
    return folder
  }

  private func nearbyName(_ path: String) -> String? {
    guard let names = try? FileSystem.names(in: FilePath.parent(path)) else { return nil }
    return Suggestion.nearest(to: FilePath.name(path), among: names).map { "did you mean '\($0)'?" }
  }
}

/// A file that a spec names and that has been read. Only ``ProjectFiles`` makes one.
struct ProjectFile: Sendable {
  /// As written.
  let path: Located<String>
  let absolutePath: String
  /// As users see it.
  let shownPath: String
  let content: [UInt8]

  fileprivate init(path: Located<String>, absolutePath: String, shownPath: String, content: [UInt8]) {
    self.path = path
    self.absolutePath = absolutePath
    self.shownPath = shownPath
    self.content = content
  }
}
