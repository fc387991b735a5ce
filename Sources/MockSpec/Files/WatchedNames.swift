/// The names in folders whose changes can affect a project.
///
/// For each path used by a load, they include all folders on the path, up to `/`, each with the name that is looked up
/// in it. The targets of links on the path are included in the same way.
package struct WatchedNames: Sendable {
  /// The names in one folder.
  package struct Folder: Sendable {
    /// Whether specs are searched in the folder. New names are then relevant, too.
    package var isSearched = false
    /// Whether the contents of its files are relevant. Otherwise, only added and removed names are.
    package var hasFiles = false
    package var names: Set<String> = []
    /// The names of files that can be changed through other names: those with several links, and those that are mounted
    /// alone.
    package var shared: Set<String> = []

    /// Returns whether a change of a name can affect the project; see ``WatchedNames/concerns(_:in:mayBeFolder:)``.
    package func concerns(_ name: String, mayBeFolder: Bool) -> Bool {
      names.contains(name)
        || (isSearched && (Discovery.isRead(name) || (mayBeFolder && !Discovery.isSkipped(folder: name))))
    }

    mutating func formUnion(_ other: Folder) {
      isSearched = isSearched || other.isSearched
      hasFiles = hasFiles || other.hasFiles
      names.formUnion(other.names)
      shared.formUnion(other.shared)
    }

    /// Returns the names that weren't relevant in an earlier version of the folder; `nil` if unlisted names are relevant
    /// now, too.
    func newNames(since earlier: Folder) -> Set<String>? {
      guard earlier.isSearched || !isSearched, earlier.hasFiles || !hasFiles else { return nil }
      let new = names.filter { !earlier.concerns($0, mayBeFolder: false) }
      return new.union(shared.subtracting(earlier.shared))
    }
  }

  /// The folders, by absolute path.
  package private(set) var folders: [String: Folder] = [:]
  private var followed: Set<String> = []

  package init() {}

  /// Creates the names in some folders, without those in their parent folders.
  init(folders: [String: Folder]) { self.folders = folders }

  /// Adds a file that is read, or will be read once it exists.
  mutating func addFile(_ path: String) {
    addName(path)
    // A file that is added later is noticed by its name.
    guard let found = FileSystem.find(path) else { return }
    folders[FilePath.parent(path)]?.hasFiles = true
    if !found.isLink, found.version.isShared { folders[FilePath.parent(path)]?.shared.insert(FilePath.name(path)) }
    if found.isLink, let real = FileSystem.realPath(path) { addFile(real) }
  }

  /// Marks the files that are mounted alone, which are changed through other names.
  mutating func markMountedFiles() {
    for path in Mounts.shared.paths {
      let (folder, name) = (FilePath.parent(path), FilePath.name(path))
      guard folders[folder]?.names.contains(name) == true, FileSystem.find(path)?.kind == .file else { continue }
      folders[folder]?.shared.insert(name)
    }
  }

  /// Adds a folder in which specs are searched.
  mutating func addSearched(_ folder: String) {
    addName(folder)
    folders[folder, default: Folder()].isSearched = true
    folders[folder]?.hasFiles = true
  }

  /// Adds all names of another instance.
  package mutating func formUnion(_ other: WatchedNames) {
    followed.formUnion(other.followed)
    for (path, folder) in other.folders { folders[path, default: Folder()].formUnion(folder) }
  }

  /// Returns the absolute paths of the names that weren't relevant before; `nil` if there are new folders.
  package func newPaths(since earlier: WatchedNames) -> Set<String>? {
    var paths: Set<String> = []
    for (path, folder) in folders {
      guard let names = earlier.folders[path].flatMap({ folder.newNames(since: $0) }) else { return nil }
      for name in names { paths.insert(FilePath.join(path, name)) }
    }
    return paths
  }

  /// Adds a name that is relevant when it is added or removed, and the names of its parent folders.
  mutating func addName(_ path: String) {
    var path = path
    while path != "/", followed.insert(path).inserted {
      let parent = FilePath.parent(path)
      folders[parent, default: Folder()].names.insert(FilePath.name(path))
      if let target = FileSystem.target(ofLink: path) {
        addName(FilePath.absolute(target, in: parent))
        if let real = FileSystem.realPath(path) { addName(real) }
      }
      path = parent
    }
  }

  /// Returns whether a change of a name in a folder can affect the project.
  ///
  /// - Parameters:
  ///   - name: The name in the folder.
  ///   - folder: The absolute path of the folder.
  ///   - mayBeFolder: Whether the name can be that of a folder or of a link to one.
  package func concerns(_ name: String, in folder: String, mayBeFolder: Bool) -> Bool {
    folders[folder]?.concerns(name, mayBeFolder: mayBeFolder) ?? false
  }
}
