import MockSpecDiagnostics

/// The search for the files of a project, starting from the paths named by the user.
struct Discovery {
  /// The absolute path of the project's root.
  var root: String
  /// The absolute path of the project file; `nil` if there is none.
  var projectFile: String?
  /// The spec files in the order of the named paths, then of the bytes of their paths. Requests of earlier files are
  /// tried first if nothing else decides.
  var specs: [SpecFile] = []
  /// The folders in which the search starts, and the folder of the project file.
  var walked: [String] = []
  /// Whether the whole project was named. Otherwise, an unknown name can be defined in another file.
  var isWhole = true
  var diagnostics: [Diagnostic] = []
  /// Why each link that has the name of a spec or a project file can't be followed, by absolute path.
  private(set) var brokenLinks: [String: String] = [:]
  /// The absolute paths of other files in YAML or JSON, which can be specs with a wrong name.
  private(set) var otherFiles: [String] = []
  /// Whether a folder couldn't be read for a temporary reason.
  var isIncomplete = false

  /// The versions of the listed folders, by absolute path. Each was taken before the folder was listed.
  private var versions: [String: FileVersion] = [:]
  /// The absolute paths from which the search starts.
  private var starts: [String] = []
  private var hasLinks = false
  private var seenFiles: Set<FileSystem.Identity> = []
  private var seenFolders: Set<FileSystem.Identity> = []
  private let paths: [String]
  private let workingDirectory: String
  private let files: SpecFiles

  /// A file or folder that the user named, or the folder of a named project file.
  private struct Start {
    /// The path as it was named.
    let named: String
    /// The absolute path.
    let path: String
    let found: FileSystem.Found

    var isFolder: Bool { found.kind == .folder }
  }

  static let projectNames = ["mockspec.yaml", "mockspec.yml", "mockspec.json"]
  private static let specSuffixes = [".mock.yaml", ".mock.yml", ".mock.json"]

  /// Finds the files of a project.
  ///
  /// - Parameters:
  ///   - paths: The named files and folders; empty for the nearest project.
  ///   - workingDirectory: The absolute path of the folder to which other paths are relative.
  ///   - files: The files in which is searched.
  /// - Throws: `SpecPathError` if a named path doesn't exist, or if none is named and no project is found.
  init(paths: [String], workingDirectory: String, in files: SpecFiles) throws(SpecPathError) {
    self.paths = paths
    self.workingDirectory = workingDirectory
    self.files = files
    root = workingDirectory
    let named = try paths.isEmpty ? [Self.defaultPath(workingDirectory, in: files)] : paths
    var starts: [Start] = []
    for path in named {
      var absolute = FilePath.absolute(path, in: workingDirectory)
      if Self.projectNames.contains(FilePath.name(absolute)), files.find(absolute)?.kind == .file {
        absolute = FilePath.parent(absolute)
      }
      guard let found = files.find(absolute) else { throw SpecPathError.notFound(path) }
      starts.append(Start(named: path, path: absolute, found: found))
    }
    findRoot(starts)
    for start in starts {
      let known = specs.count
      if start.isFolder { try walk(start) } else { addAlone(start) }
      specs[known...].sort { $0.precedes($1.path) }
    }
    isWhole = starts.contains { $0.isFolder && $0.path == root }
    walked = starts.filter(\.isFolder).map(\.path) + (projectFile == nil ? [] : [root])
    self.starts = starts.map(\.path)
  }

  /// Whether another search would give the same result. Accesses the file system.
  var isCurrent: Bool {
    if versions.allSatisfy({ files.version(of: $0.key) == $0.value }), hasSameProjectFile,
      brokenLinks.keys.allSatisfy({ files.find($0) == nil })
    {
      return true
    }
    guard let now = try? Discovery(paths: paths, workingDirectory: workingDirectory, in: files) else { return false }
    return now.specs == specs && now.projectFile == projectFile
      && now.diagnostics.map(\.description) == diagnostics.map(\.description) && now.brokenLinks == brokenLinks
  }

  // MARK: - Changes

  /// Returns the index of a spec.
  func place(of path: String) -> Int? {
    let isPath = { (spec: SpecFile) in spec.path.hasSameBytes(as: path) }
    guard starts.count == 1 else { return specs.firstIndex(where: isPath) }
    let place = specs.firstPlace(from: path)
    return place < specs.count && isPath(specs[place]) ? place : nil
  }

  /// Adds a new spec, a regular file with one name, without a search.
  ///
  /// - Returns: `false` if only a search can tell which other files are affected.
  mutating func add(_ path: String) -> Bool {
    guard Self.isSpec(FilePath.name(path)), updateVersion(of: FilePath.parent(path)) else { return false }
    specs.insert(SpecFile(path: path, shown: shown(path)), at: specs.firstPlace(from: path))
    return true
  }

  /// Removes a spec that doesn't exist any more, without a search.
  ///
  /// - Returns: `false` if only a search can tell which other files are affected.
  mutating func remove(_ path: String) -> Bool {
    guard let place = place(of: path), updateVersion(of: FilePath.parent(path)) else { return false }
    specs.remove(at: place)
    return true
  }

  /// Updates the stored version of a folder in which a spec was added or removed.
  ///
  /// - Returns: `false` if other files can be affected.
  private mutating func updateVersion(of folder: String) -> Bool {
    guard starts.count == 1, !hasLinks, diagnostics.isEmpty, brokenLinks.isEmpty, !isIncomplete,
      versions[folder] != nil,
      let version = files.version(of: folder)
    else { return false }
    versions[folder] = version
    return true
  }

  private var hasSameProjectFile: Bool {
    starts.first.map { Self.nearestProject(upFrom: folder(of: $0), in: files)?.file == projectFile } ?? true
  }

  /// Adds the names whose changes can change the result of the search.
  func addNames(to watched: inout WatchedNames) {
    for folder in versions.keys { watched.addSearched(folder) }
    for spec in specs { watched.addFile(spec.path) }
    for link in brokenLinks.keys { watched.addFile(link) }
    for start in starts {
      watched.addName(start)
      // A project file that is added in a parent folder becomes the project's.
      var folder = folder(of: start)
      while true {
        for name in Self.projectNames { watched.addFile(FilePath.join(folder, name)) }
        if folder == "/" || (projectFile != nil && folder == root) { break }
        folder = FilePath.parent(folder)
      }
    }
  }

  private func folder(of start: String) -> String {
    files.find(start)?.kind == .file ? FilePath.parent(start) : start
  }

  /// Returns the nearest folder with a project file, which is the given folder or one above it, or else its subfolder
  /// `specs`.
  static func defaultPath(_ folder: String, in files: SpecFiles) throws(SpecPathError) -> String {
    if let found = nearestProject(upFrom: folder, in: files) { return found.folder }
    let specs = FilePath.join(folder, "specs")
    guard files.find(specs)?.kind == .folder else { throw SpecPathError.nothingNamed(folder) }
    return specs
  }

  private static func nearestProject(
    upFrom folder: String, in files: SpecFiles
  ) -> (folder: String, file: String)? {
    var folder = folder
    while true {
      for name in projectNames {
        let path = FilePath.join(folder, name)
        if files.find(path)?.kind == .file { return (folder, path) }
      }
      if folder == "/" { return nil }
      folder = FilePath.parent(folder)
    }
  }

  /// Finds the project file and the root.
  ///
  /// The root is the folder of the nearest project file upward. Without a project file, it is the named folder; for a
  /// named file, it is the working directory if this contains the file, or else the file's folder. Paths of different
  /// projects are an error.
  private mutating func findRoot(_ starts: [Start]) {
    for (index, start) in starts.enumerated() {
      let path = start.path
      let folder = start.isFolder ? path : FilePath.parent(path)
      let project = Self.nearestProject(upFrom: folder, in: files)
      if index == 0 {
        projectFile = project?.file
        addBrokenLinks(from: folder, to: project?.folder ?? "/")
        let isLocal = !start.isFolder && FilePath.isBeneath(path, workingDirectory)
        root = project?.folder ?? (isLocal ? workingDirectory : folder)
      } else if project?.file != projectFile {
        diagnostics.append(
          Self.severalProjects(shown(path), first: shown(starts[0].path)))
      }
    }
    if let projectFile {
      for name in Self.projectNames where FilePath.name(projectFile) != name {
        let other = FilePath.join(root, name)
        if files.find(other)?.kind == .file {
          diagnostics.append(Self.severalProjectFiles(shown(other), first: shown(projectFile)))
        }
      }
    }
  }

  /// Finds the links with the name of a project file that lead nowhere, from a folder upward to another one.
  private mutating func addBrokenLinks(from folder: String, to top: String) {
    for folder in FilePath.upward(from: folder) {
      for name in Self.projectNames {
        let path = FilePath.join(folder, name)
        if files.find(path) == nil, let problem = FileSystem.problem(ofLink: path) { brokenLinks[path] = problem }
      }
      if folder == top { return }
    }
  }

  // MARK: - Walking

  /// Adds the files of a folder, depth first and in the order of names. Each link is followed once.
  ///
  /// - Throws: `SpecPathError` if the folder no longer exists: without specs, the project would look empty.
  private mutating func walk(_ start: Start) throws(SpecPathError) {
    var pending = [(path: start.path, found: start.found, isLinked: false)]
    while let (folder, found, isLinked) = pending.popLast() {
      // `/proc` and `/sys` have thousands of folders and no specs.
      guard seenFolders.insert(found.identity).inserted, !Mounts.shared.isOfKernel(found.identity) else { continue }
      versions[folder] = found.version
      let names: [String]
      do {
        names = try files.names(in: folder)
      } catch {
        if error.isMissing {
          if folder == start.path { throw SpecPathError.notFound(start.named) }
          // It was removed after its parent was listed, which `isCurrent` detects.
          continue
        }
        diagnostics.append(Self.unreadableFolder(shown(folder), error))
        if error.isTransient { isIncomplete = true }
        continue
      }
      var inner: [(path: String, found: FileSystem.Found, isLinked: Bool)] = []
      for name in names {
        let path = FilePath.join(folder, name)
        if Self.isRead(name) {
          visit(path, name, isLinked: isLinked)
        } else if !Self.isSkipped(folder: name), let found = find(path) {
          if found.kind == .folder {
            inner.append((path, found, isLinked || found.isLink))
          } else if Self.mayBeMisnamed(name) {
            otherFiles.append(path)
          }
        }
      }
      pending += inner.reversed()
    }
  }

  /// Returns the file or folder at a path; `nil` if there is none. Records whether the path is a link, even a broken one.
  private mutating func find(_ path: String) -> FileSystem.Found? {
    let found = files.find(path)
    if found?.isLink ?? files.isLink(path) { hasLinks = true }
    return found
  }

  private mutating func visit(_ path: String, _ name: String, isLinked: Bool) {
    guard let found = find(path) else {
      if let problem = FileSystem.problem(ofLink: path) {
        brokenLinks[path] = problem
      } else if name.unicodeScalars.contains("\u{FFFD}") {
        // The system's name has other bytes than the decoded one.
        diagnostics.append(
          Diagnostic(
            .error, "unreadable", "the file's name isn't UTF-8", file: shown(path), help: "rename the file"))
      }
      return
    }
    guard found.kind == .file else {
      let reason = found.kind == .folder ? "is a folder" : "is not a regular file"
      diagnostics.append(Diagnostic(.error, "unreadable", "the file \(reason)", file: shown(path)))
      return
    }
    if Self.isSpec(name) {
      add(path, found, isLinked: isLinked || found.isLink)
    } else if path != projectFile, FilePath.parent(path) != root, FilePath.isBeneath(path, root) {
      diagnostics.append(Self.nestedProject(shown(path), root: shown(root)))
    }
  }

  private mutating func add(_ path: String, _ found: FileSystem.Found, isLinked: Bool = false) {
    guard seenFiles.insert(found.identity).inserted else { return }
    specs.append(SpecFile(path: path, shown: shown(path), isLinked: isLinked))
  }

  private mutating func addAlone(_ start: Start) {
    add(start.path, start.found)
  }

  /// Returns whether a file with a name is a spec. Hidden files aren't specs: programs write new versions to them, and
  /// systems store attributes in them (`._a.mock.yaml`).
  static func isSpec(_ name: String) -> Bool {
    !name.hasPrefix(".") && specSuffixes.contains { name.hasSuffix($0) }
  }

  /// Returns whether a file with a name is a spec or a project file.
  static func isRead(_ name: String) -> Bool { isSpec(name) || projectNames.contains(name) }

  /// Whether a file that isn't read may be a spec with a wrong name.
  private static func mayBeMisnamed(_ name: String) -> Bool {
    guard !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else { return false }
    return ["yaml", "yml", "json"].contains(name[name.index(after: dot)...].lowercased())
  }

  private func shown(_ path: String) -> String { FilePath.shown(path, in: workingDirectory) }
}

/// The error of a load without files to read.
public enum SpecPathError: Error, Sendable, CustomStringConvertible {
  /// A named file or folder doesn't exist. If several folders were searched for it, they are named, too.
  case notFound(String, lookedIn: [String] = [])
  /// No path was named, and no project was found from the given working directory.
  case nothingNamed(String)
  /// The specs of a `MockInterceptor` have no requests, which is treated as a mistake.
  case noRequests(String)
  /// An edit has removed the last request.
  case noRequestsLeft(String)
  /// The list of locations of a `MockInterceptor` is empty, or combines text with other locations.
  case invalidLocations(String)

  /// A description on one line, with advice.
  public var description: String {
    switch self {
    case .notFound(let path, let folders):
      "'\(FilePath.shown(path, in: FileSystem.workingDirectory))' doesn't exist"
        + (folders.isEmpty ? "" : "; looked in \(folders.joined(separator: ", "))")
    case .nothingNamed(let folder):
      """
      no specs found: looked for a folder with mockspec.yaml, mockspec.yml or mockspec.json from \(folder) upward, and \
      for \(folder)/specs; name a file or folder, or run 'mockspec init'
      """
    case .noRequests(let folder): "'\(folder)' has no requests; 'allowsEmpty: true' starts without any"
    case .noRequestsLeft(let folder): "'\(folder)' has no requests any more"
    case .invalidLocations(let reason): reason
    }
  }
}

extension Discovery {
  static func nestedProject(_ file: String, root: String) -> Diagnostic {
    Diagnostic(
      .error, "nested-project", "nested project file; the project's root is '\(root)'", file: file,
      help: "keep only the project file at the root, or load this folder separately")
  }

  static func severalProjectFiles(_ file: String, first: String) -> Diagnostic {
    Diagnostic(.error, "several-project-files", "'\(first)' is a project file for the same folder", file: file)
  }

  static func severalProjects(_ path: String, first: String) -> Diagnostic {
    Diagnostic(.error, "several-projects", "'\(path)' belongs to another project than '\(first)'", file: path)
  }

  static func unreadableFolder(_ folder: String, _ error: FileError) -> Diagnostic {
    Diagnostic(.error, "unreadable", "folder '\(folder)' \(error.reason)", file: folder)
  }
}

extension SpecFile {
  fileprivate func precedes(_ path: String) -> Bool { self.path.utf8.lexicographicallyPrecedes(path.utf8) }
}

extension [SpecFile] {
  /// Returns the index of the first file whose path doesn't precede a path, in a sorted list.
  fileprivate func firstPlace(from path: String) -> Int { partitioningIndex { !$0.precedes(path) } }
}
