import MockSpecDiagnostics
import Synchronization

/// The body and schema files of one load. Each file is read once. Files outside the project aren't read.
///
/// It can be used on any thread, since specs are resolved concurrently.
final class ProjectFiles: Sendable {
  /// The maximum size of a file in bytes.
  static let sizeLimit = 256 << 20

  private let workingDirectory: String
  /// The real paths of the root and of the folders in `allowOutside`.
  private let allowed: [String]
  private let earlier: [String: FileInput]
  private let source: SpecFiles
  private let writers: FileWriters?
  /// Why no other than the earlier files can be used; `nil` if they can.
  private let closed: Refusal?
  /// The files that were read, by absolute path.
  private let known = Mutex<[String: FileInput]>([:])
  private let folders: FolderListings

  /// The reason why a file can't be used.
  struct Refusal: Error, Equatable {
    let code: String
    /// The rest of a sentence that starts with the path, such as `doesn't exist`.
    let reason: String
    var help: String?
    /// The file that can be meant, if the file doesn't exist.
    var near: NearbyFile?
    /// Whether there is no file.
    var isMissing: Bool { code == ProjectFiles.missingCode }

    /// Returns the reason as a diagnostic.
    ///
    /// - Parameters:
    ///   - noun: The file's purpose, such as `body file`.
    ///   - path: The path as written.
    func diagnostic(_ noun: String, _ path: Located<String>) -> Diagnostic {
      let isURL = path.value.contains("://")
      return Diagnostic(
        .error, code, "\(noun) '\(path.excerpt)' \(reason)", at: path.range,
        help: isURL
          ? "write a path relative to the folder of the spec, not a URL" : DataURL(path.value)?.help ?? help)
    }
  }

  /// - Parameters:
  ///   - root: The project's root; absolute.
  ///   - allowOutside: Other folders from which files may be read; absolute.
  ///   - workingDirectory: The absolute path to which paths are relative when they are shown to users.
  ///   - earlier: Files that were read earlier, by absolute path. They are read again only if they have changed.
  ///   - source: The files that are read.
  ///   - writers: Decides whether a file is whole; `nil` to read all files.
  init(
    root: String, allowOutside: [String] = [], workingDirectory: String, earlier: [String: FileInput] = [:],
    source: SpecFiles = .disk, writers: FileWriters? = nil
  ) {
    self.workingDirectory = workingDirectory
    self.earlier = earlier
    self.source = source
    self.writers = writers
    folders = FolderListings(source)
    closed = nil
    allowed = ([root] + allowOutside).compactMap(source.realPath)
  }

  /// Creates files of which no other can be read.
  ///
  /// - Parameters:
  ///   - files: The files that can be used.
  ///   - refusal: Why no other can.
  ///   - workingDirectory: The absolute path to which paths are relative when they are shown to users.
  init(
    knownOnly files: [String: FileInput], _ refusal: Refusal = ProjectFiles.unknown, workingDirectory: String = "/"
  ) {
    self.workingDirectory = workingDirectory
    earlier = files
    source = .disk
    writers = nil
    folders = FolderListings(source)
    closed = refusal
    allowed = []
  }

  /// Returns a path as it is shown to users.
  func shown(_ path: String) -> String { FilePath.shown(path, in: workingDirectory) }

  /// Returns whether files at a real path may be read.
  func isAllowed(_ realPath: String) -> Bool { allowed.contains { FilePath.isBeneath(realPath, $0) } }

  /// Reads a file that a spec names.
  ///
  /// - Parameters:
  ///   - path: The path as written.
  ///   - folder: The folder of the spec file; absolute.
  func read(_ path: Located<String>, in folder: String) -> Result<ProjectFile, Refusal> {
    let absolute = FilePath.absolute(path.value, in: folder)
    return input(absolute).content.mapError { refusal in
      if refusal == Self.outside { return advice(on: path.value, in: folder) }
      return refusal.isMissing ? self.advice(onMissing: path.value, refusal, in: folder) : refusal
    }.map { content in
      ProjectFile(
        path: path, absolutePath: absolute, shownPath: shown(absolute), content: content)
    }
  }

  /// Returns the refusal of a path that leads outside, with the path inside the project that can be meant.
  private func advice(on path: String, in folder: String) -> Refusal {
    let inside = path.split(separator: "/").drop { $0 == ".." }.joined(separator: "/")
    var refusal = Self.outside
    if !inside.isEmpty, inside != path, isFile(FilePath.absolute(inside, in: folder)) {
      refusal.help = "did you mean '\(inside)'? paths are relative to the folder of the spec"
    }
    return refusal
  }

  /// Returns the refusal of a path of no file, with the file that can be meant: one to which the path leads from a folder
  /// above, or without its first folders, or one with a similar path.
  private func advice(onMissing path: String, _ refusal: Refusal, in folder: String) -> Refusal {
    let parts = path.split(separator: "/")
    let shorter = parts.indices.dropFirst().prefix(Self.depthLimit).lazy
      .map { FilePath.absolute(parts[$0...].joined(separator: "/"), in: folder) }
    let above = FilePath.upward(from: folder).prefix(Self.depthLimit).lazy.map { FilePath.absolute(path, in: $0) }
    var refusal = refusal
    if let meant = shorter.first(where: isFile) ?? above.first(where: isFile) {
      let relative = FilePath.relative(meant, to: folder)
      refusal.help = "did you mean '\(relative)'? paths are relative to the folder of the spec"
    } else if let near = refusal.near {
      refusal.help = near.help(instead: path)
    } else if parts.count > 1 {
      refusal.help = "paths are relative to the folder of the spec"
    }
    return refusal
  }

  /// The maximum number of folders that are tried for one path.
  private static let depthLimit = 32

  /// Returns whether there is a file at a path inside the project.
  private func isFile(_ path: String) -> Bool {
    guard let real = source.realPath(path), isAllowed(real) else { return false }
    return source.find(real)?.kind == .file
  }

  /// Returns a body or schema file as it was read.
  ///
  /// - Parameter path: The absolute path.
  func input(_ path: String) -> FileInput {
    if let input = known.withLock({ $0[path] }) { return input }
    let input = load(path)
    return known.withLock { known in
      // Another thread can have read the file meanwhile. All responses use the same content.
      if let first = known[path] { return first }
      known[path] = input
      return input
    }
  }

  private func load(_ path: String) -> FileInput {
    if let closed { return earlier[path] ?? FileInput(path, .failure(closed), version: nil) }
    // Checked before the file is opened, so that reports don't show what exists outside the project.
    if let destination = FileSystem.destination(of: path), !isAllowed(destination) {
      return FileInput(path, .failure(Self.outside), version: source.version(of: path))
    }
    if let known = earlier[path], case .success = known.content, known.isUnchanged(in: source) { return known }
    do {
      let content = try source.content(of: path, limit: Self.sizeLimit, isAllowed: isAllowed, writers: writers)
      return FileInput(path, content)
    } catch {
      let version = error.isMissing ? nil : source.version(of: path)
      if error.isRefused { return FileInput(path, .failure(Self.outside), version: version) }
      let code = error.isMissing ? Self.missingCode : "unreadable"
      let near = error.isMissing ? folders.nearbyFile(path, isAllowed) : nil
      return FileInput(
        path, .failure(Refusal(code: code, reason: error.reason, help: nil, near: near)), version: version,
        isBusy: error.isBusy, isTransient: error.isTransient)
    }
  }

  private static let missingCode = "missing-body-file"

  static let outside = Refusal(
    code: "outside-root", reason: "is outside the project",
    help: "move it into the project, or add its folder to 'allowOutside' in the project file")

  static let unknown = Refusal(
    code: "outside-root", reason: "isn't a body or schema file of the project",
    help: "a spec that is added at run time can name only files that those in files name")
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
