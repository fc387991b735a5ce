import MockSpecDiagnostics
import Synchronization

/// A file that can be meant by a path that leads to none.
struct NearbyFile: Equatable {
  /// The number of components at the end of the path that are wrong.
  let wrong: Int
  /// What to write in their place.
  let right: [String]
  /// The rest of the help, such as the character that differs.
  var note: String?

  /// - Parameter path: The path as written.
  func help(instead path: String) -> String {
    let written = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // A path that leaves its folder has fewer components than the one that was looked for.
    let start = written.count >= wrong ? written.dropLast(wrong) : []
    return "did you mean '\((start + right).joined(separator: "/"))'?" + (note.map { " \($0)" } ?? "")
  }
}

/// The names in folders, each of which is listed once.
final class FolderListings: Sendable {
  /// The maximum number of names that are compared, and of folders that are looked into, for one path.
  private static let (nameLimit, folderLimit) = (2_000, 64)

  private struct Listing {
    let names: [String]
    let set: Set<String>
    /// `nil` if there are too many to compare.
    let comparable: KnownNames?

    init(_ names: [String]) {
      self.names = names.sorted()
      set = Set(names)
      comparable = names.count <= nameLimit ? KnownNames(self.names) : nil
    }
  }

  private let files: SpecFiles
  private let known = Mutex<[String: Listing?]>([:])

  init(_ files: SpecFiles) { self.files = files }

  /// Returns the file that is meant, if there is one in the folder of a path, in a folder beside it, or in one with a similar
  /// name.
  ///
  /// - Parameters:
  ///   - path: An absolute path of no file.
  ///   - isAllowed: Whether a real path may be listed.
  func nearbyFile(_ path: String, _ isAllowed: (String) -> Bool) -> NearbyFile? {
    let (folder, name) = (FilePath.parent(path), FilePath.name(path))
    func exists(_ parts: [String], in folder: String) -> Bool {
      let inner = parts.dropLast().reduce(folder) { FilePath.absolute($1, in: $0) }
      return listing(inner, isAllowed)?.set.contains(parts[parts.count - 1]) == true
    }
    guard let listing = listing(folder, isAllowed) else {
      let parent = FilePath.parent(folder)
      guard let names = self.listing(parent, isAllowed)?.names, names.count <= Self.nameLimit,
        let near = Suggestion.nearest(to: FilePath.name(folder), among: names), exists([near, name], in: parent)
      else { return nil }
      return NearbyFile(wrong: 2, right: [near, name])
    }
    // A backslash is a part of a name, but separates folders on Windows.
    let parts = name.split(separator: "\\").map(String.init)
    if parts.count > 1, exists(parts, in: folder) {
      return NearbyFile(wrong: 1, right: parts, note: "folders are separated by '/'")
    }
    guard let comparable = listing.comparable else { return nil }
    if let (near, note) = LookalikeName.nearest(name, among: comparable) {
      return NearbyFile(wrong: 1, right: [near], note: note)
    }
    // The name in a folder beside, such as `bodies`.
    var left = Self.folderLimit
    for beside in listing.names where left > 0 {
      guard self.listing(FilePath.absolute(beside, in: folder), isAllowed) != nil else { continue }
      left -= 1
      if exists([beside, name], in: folder) { return NearbyFile(wrong: 1, right: [beside, name]) }
    }
    return nil
  }

  private func listing(_ folder: String, _ isAllowed: (String) -> Bool) -> Listing? {
    if let listing = known.withLock({ $0[folder] }) { return listing }
    var listing: Listing?
    if let real = files.realPath(folder), isAllowed(real), let names = try? files.names(in: real) {
      listing = Listing(names)
    }
    known.withLock { $0[folder] = .some(listing) }
    return listing
  }
}
