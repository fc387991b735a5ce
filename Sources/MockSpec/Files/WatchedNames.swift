/// The names in folders whose changes can change a project.
///
/// For each path that a load has used, these are all folders that lead to it, up to `/`, each with the name that is
/// looked up in it; and the same for the target of each link on the way.
package struct WatchedNames: Sendable {
  /// The names in one folder.
  package struct Folder: Sendable {
    /// Whether specs are searched in the folder, so that new names count, too.
    var isSearched = false
    /// Whether the contents of its files count. Otherwise, only names that come and go do.
    package var hasFiles = false
    var names: Set<String> = []
  }

  /// The folders, by absolute path.
  package private(set) var folders: [String: Folder] = [:]
  private var followed: Set<String> = []

  /// Adds a file that is read, or is read as soon as it exists.
  mutating func addFile(_ path: String) {
    addName(path)
    // A file that is added later is noticed by its name.
    guard let found = FileSystem.find(path) else { return }
    folders[FilePath.parent(path)]?.hasFiles = true
    if found.isLink, let real = FileSystem.realPath(path) { addFile(real) }
  }

  /// Adds a name that counts when it comes or goes.
  mutating func addName(_ path: String) { follow(path) }

  /// Adds a folder in which specs are searched.
  mutating func addSearched(_ folder: String) {
    follow(folder)
    folders[folder, default: Folder()].isSearched = true
    folders[folder]?.hasFiles = true
  }

  /// Adds the names of others.
  package mutating func formUnion(_ other: WatchedNames) {
    followed.formUnion(other.followed)
    folders.merge(other.folders) { mine, theirs in
      Folder(
        isSearched: mine.isSearched || theirs.isSearched, hasFiles: mine.hasFiles || theirs.hasFiles,
        names: mine.names.union(theirs.names))
    }
  }

  /// Returns whether all names of others are among these.
  package func contains(_ other: WatchedNames) -> Bool {
    other.folders.allSatisfy { path, theirs in
      guard let mine = folders[path] else { return false }
      return (mine.isSearched || !theirs.isSearched) && (mine.hasFiles || !theirs.hasFiles)
        && mine.names.isSuperset(of: theirs.names)
    }
  }

  private mutating func follow(_ path: String) {
    var path = path
    while path != "/", followed.insert(path).inserted {
      let parent = FilePath.parent(path)
      folders[parent, default: Folder()].names.insert(FilePath.name(path))
      if let target = FileSystem.target(ofLink: path) {
        follow(FilePath.absolute(target, in: parent))
        if let real = FileSystem.realPath(path) { follow(real) }
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
    guard let known = folders[folder] else { return false }
    if known.names.contains(name) { return true }
    guard known.isSearched else { return false }
    return Discovery.isRead(name) || (mayBeFolder && !Discovery.isSkipped(folder: name))
  }
}
