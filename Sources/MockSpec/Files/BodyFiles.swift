import MockSpecDiagnostics

/// Reads what the specs of one load name, bodies and schemas: each file at most once, and none outside the project.
struct BodyFiles {
  /// Real paths of the root and of what `allowOutside` lists.
  private let allowed: [String]
  private var known: [String: Result<[UInt8], Refusal>] = [:]
  /// Where a change of a body would be seen.
  private(set) var folders: Set<String> = []
  /// Whether a file couldn't be read for a reason that may pass by itself.
  private(set) var isIncomplete = false

  static let sizeLimit = 256 << 20

  struct Refusal: Error {
    let code: String
    /// Goes on after the path: `doesn't exist`.
    let reason: String
    let help: String?

    /// - Parameter noun: what the file is there for, such as `body file`.
    func diagnostic(_ noun: String, _ path: Located<String>) -> Diagnostic {
      Diagnostic(.error, code, "\(noun) '\(path.value)' \(reason)", at: path.range, help: help)
    }
  }

  init(root: String, allowOutside: [String]) {
    allowed = ([root] + allowOutside).compactMap(FileSystem.realPath)
  }

  /// Absolute path → content, for telling whether a reload changes anything.
  var contents: [String: [UInt8]] { known.compactMapValues { try? $0.get() } }

  func hasRead(_ path: String) -> Bool { known[path] != nil }

  mutating func read(_ path: String, in folder: String) -> Result<[UInt8], Refusal> {
    let absolute = FilePath.absolute(path, in: folder)
    if let known = known[absolute] { return known }
    folders.insert(nearestFolder(FilePath.parent(absolute)))
    let result = load(absolute)
    known[absolute] = result
    return result
  }

  /// What `read` has read.
  func content(_ path: String, in folder: String) -> [UInt8]? {
    try? known[FilePath.absolute(path, in: folder)]?.get()
  }

  private mutating func load(_ path: String) -> Result<[UInt8], Refusal> {
    do {
      let (bytes, realPath) = try FileSystem.readLocated(path, limit: Self.sizeLimit)
      if realPath != path { folders.insert(FilePath.parent(realPath)) }
      guard allowed.contains(where: { FilePath.isBeneath(realPath, $0) }) else {
        return .failure(
          Refusal(
            code: "outside-root", reason: "lies outside the project",
            help: "move it into the project, or list its folder under 'allowOutside' in the project file"))
      }
      return .success(bytes)
    } catch {
      if error.isTransient { isIncomplete = true }
      let code = error.isMissing ? "missing-body-file" : "unreadable"
      return .failure(Refusal(code: code, reason: error.reason, help: error.isMissing ? nearbyName(path) : nil))
    }
  }

  /// The nearest folder upward that exists, since one that doesn't can't be watched.
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
