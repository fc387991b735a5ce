import MockSpecDiagnostics
import Synchronization

/// The body and schema files of one load. Each file is read once. Files outside the project aren't read.
///
/// It can be used on any thread, since specs are resolved concurrently.
final class ProjectFiles: Sendable {
  private struct State: Sendable {
    /// The content of each file, by absolute path.
    var known: [String: Result<[UInt8], Refusal>] = [:]
    var versions: [String: FileVersion?] = [:]
    var folders: Set<String> = []
    var isIncomplete = false
  }

  /// The maximum size of a file in bytes.
  static let sizeLimit = 256 << 20

  private let workingDirectory: String
  /// The real paths of the root and of the folders in `allowOutside`.
  private let allowed: [String]
  private let state = Mutex(State())

  /// The reason why a file can't be used.
  struct Refusal: Error {
    let code: String
    /// The rest of a sentence that starts with the path, such as `doesn't exist`.
    let reason: String
    let help: String?

    /// Returns the reason as a diagnostic.
    ///
    /// - Parameters:
    ///   - noun: The file's purpose, such as `body file`.
    ///   - path: The path as written.
    func diagnostic(_ noun: String, _ path: Located<String>) -> Diagnostic {
      Diagnostic(.error, code, "\(noun) '\(path.value)' \(reason)", at: path.range, help: help)
    }
  }

  /// - Parameters:
  ///   - root: The project's root; absolute.
  ///   - allowOutside: Other folders from which files may be read; absolute.
  ///   - workingDirectory: The absolute path to which paths are relative when they are shown to users.
  init(root: String, allowOutside: [String] = [], workingDirectory: String) {
    self.workingDirectory = workingDirectory
    allowed = ([root] + allowOutside).compactMap(FileSystem.realPath)
  }

  /// The contents of the files that were read, by absolute path, with which a reload detects changes.
  var contents: [String: [UInt8]] { state.withLock { $0.known.compactMapValues { try? $0.get() } } }

  /// The versions of the files that were read, by absolute path; `nil` for files that didn't exist.
  var versions: [String: FileVersion?] { state.withLock { $0.versions } }

  /// The folders in which changes of the files can be observed.
  var folders: Set<String> { state.withLock { $0.folders } }

  /// Whether a file couldn't be read for a temporary reason.
  var isIncomplete: Bool { state.withLock { $0.isIncomplete } }

  /// Returns whether a file was read or can't be used.
  func hasRead(_ path: String) -> Bool { state.withLock { $0.known[path] != nil } }

  /// Returns whether files at a real path may be read.
  func isAllowed(_ realPath: String) -> Bool { allowed.contains { FilePath.isBeneath(realPath, $0) } }

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
      // Another thread can have read the file meanwhile. All responses use the same content.
      if let known = state.known[path] { return known }
      state.known[path] = result
      state.versions[path] = .some(version)
      return result
    }
  }

  private func load(_ path: String) -> (Result<[UInt8], Refusal>, FileVersion?, folders: Set<String>) {
    var folders: Set = [nearestFolder(FilePath.parent(path))]
    // Checked before the file is opened, so that reports don't show what exists outside the project.
    if let destination = FileSystem.destination(of: path), !isAllowed(destination) {
      return (.failure(Self.outside), FileSystem.version(of: path), folders)
    }
    do {
      let content = try FileSystem.content(of: path, limit: Self.sizeLimit, isAllowed: isAllowed)
      if content.realPath != path { folders.insert(FilePath.parent(content.realPath)) }
      return (.success(content.bytes), content.version, folders)
    } catch {
      let version = error.isMissing ? nil : FileSystem.version(of: path)
      if error.isRefused { return (.failure(Self.outside), version, folders) }
      if error.isTransient { state.withLock { $0.isIncomplete = true } }
      let code = error.isMissing ? "missing-body-file" : "unreadable"
      let help = error.isMissing ? nearbyName(path) : nil
      return (.failure(Refusal(code: code, reason: error.reason, help: help)), version, folders)
    }
  }

  static let outside = Refusal(
    code: "outside-root", reason: "is outside the project",
    help: "move it into the project, or add its folder to 'allowOutside' in the project file")

  /// Returns the nearest folder upward that exists, since a missing one can't be watched.
  private func nearestFolder(_ folder: String) -> String {
    var folder = folder
    while folder != "/", FileSystem.find(folder)?.kind != .folder { folder = FilePath.parent(folder) }
    return folder
  }

  private func nearbyName(_ path: String) -> String? {
    let folder = FilePath.parent(path)
    guard let real = FileSystem.realPath(folder), isAllowed(real), let names = try? FileSystem.names(in: real) else {
      return nil
    }
    return Suggestion.nearest(to: FilePath.name(path), among: names).map { "did you mean '\($0)'?" }
  }
}

/// A file that a spec names, with its content. Only ``ProjectFiles`` creates it, so the file was read.
struct ProjectFile: Sendable {
  /// The path as written.
  let path: Located<String>
  let absolutePath: String
  /// The path as it is shown to users.
  let shownPath: String
  let content: [UInt8]

  fileprivate init(path: Located<String>, absolutePath: String, shownPath: String, content: [UInt8]) {
    self.path = path
    self.absolutePath = absolutePath
    self.shownPath = shownPath
    self.content = content
  }
}
