/// The names in folders whose changes can change a project.
///
/// For each path that a load has used, these are all folders that lead to it, up to `/`, each with the name that is
/// looked up in it; and the same for the target of each link on the way.
package struct WatchedNames: Sendable {
  /// The names in one folder.
  package struct Folder: Sendable {
    /// Whether specs are searched in the folder, so that new names count, too.
    package var isSearched = false
    /// Whether the contents of its files count. Otherwise, only names that come and go do.
    package var hasFiles = false
    package var names: Set<String> = []
    /// The names of files that can be changed by other names: those with several links, and those that are mounted alone.
    package var shared: Set<String> = []

    /// Returns whether a change of a name can change the project; see ``WatchedNames/concerns(_:in:mayBeFolder:)``.
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

    /// Returns the names whose changes didn't count in an earlier version of the folder; `nil` if others count now, too.
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

  /// Creates the names in some folders, without those of the folders that lead to them.
  init(folders: [String: Folder]) { self.folders = folders }

  /// Adds a file that is read, or is read as soon as it exists.
  mutating func addFile(_ path: String) {
    addName(path)
    // A file that is added later is noticed by its name.
    guard let found = FileSystem.find(path) else { return }
    folders[FilePath.parent(path)]?.hasFiles = true
    if !found.isLink, found.version.isShared { folders[FilePath.parent(path)]?.shared.insert(FilePath.name(path)) }
    if found.isLink, let real = FileSystem.realPath(path) { addFile(real) }
  }

  /// Marks the files that are mounted alone among the names, which are changed by other names.
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

  /// Adds the names of others.
  package mutating func formUnion(_ other: WatchedNames) {
    followed.formUnion(other.followed)
    for (path, folder) in other.folders { folders[path, default: Folder()].formUnion(folder) }
  }

  /// Returns the absolute paths of the names whose changes didn't count before; `nil` if there are new folders.
  package func newPaths(since earlier: WatchedNames) -> Set<String>? {
    var paths: Set<String> = []
    for (path, folder) in folders {
      guard let names = earlier.folders[path].flatMap({ folder.newNames(since: $0) }) else { return nil }
      for name in names { paths.insert(FilePath.join(path, name)) }
    }
    return paths
  }

  /// Adds a name that counts when it comes or goes, and the names on the way to it.
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

  /// Returns whether a change of a name in a folder can change the project.
  ///
  /// - Parameters:
  ///   - name: The name in the folder.
  ///   - folder: The absolute path of the folder.
  ///   - mayBeFolder: Whether the name can be that of a folder or of a link to one.
  package func concerns(_ name: String, in folder: String, mayBeFolder: Bool) -> Bool {
    folders[folder]?.concerns(name, mayBeFolder: mayBeFolder) ?? false
  }
}
