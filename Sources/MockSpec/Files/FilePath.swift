/// Operations on paths as text, without access to the file system.
package enum FilePath {
  /// Returns an absolute path without `.`, `..` and double slashes.
  package static func absolute(_ path: String, in folder: String) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : folder + "/" + path).split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns the path of the folder that contains a file or folder.
  package static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Returns an absolute path and the folders that lead to it, innermost first, without `/`.
  package static func upward(from path: String) -> some Sequence<String> {
    sequence(state: path) { path in
      guard path != "/" else { return nil }
      defer { path = parent(path) }
      return path
    }
  }

  /// Returns the last component of a path.
  package static func name(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Returns the path of a name in a folder.
  package static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Returns whether an absolute path is `folder` or is inside of it.
  package static func isBeneath(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Returns a path as it is shown to users: relative to `folder` if it is inside of it, or else absolute.
  package static func shown(_ path: String, in folder: String) -> String {
    if path == folder { return "." }
    guard isBeneath(path, folder) else { return path }
    return String(path.dropFirst(folder.hasSuffix("/") ? folder.count : folder.count + 1))
  }
  /// Returns the relative path that leads from a folder to a file. Both paths are absolute.
  package static func relative(_ path: String, to folder: String) -> String {
    // The usual case needs no splitting, which takes longer.
    if path != folder, isBeneath(path, folder) { return shown(path, in: folder) }
    let (parts, start) = (path.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(parts, start).prefix { $0 == $1 }.count
    return (start[shared...].map { _ in ".." } + parts[shared...]).joined(separator: "/")
  }
}
