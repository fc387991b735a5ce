/// Paths as text; nothing here asks the file system.
package enum FilePath {
  /// Absolute, without `.`, `..` and double slashes.
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

  package static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  package static func name(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  package static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Whether `path` is `folder` or lies beneath it. Both absolute.
  package static func isBeneath(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// As users see it: relative to `folder` where it lies beneath it, else absolute.
  package static func shown(_ path: String, in folder: String) -> String {
    if path == folder { return "." }
    guard isBeneath(path, folder) else { return path }
    return String(path.dropFirst(folder.hasSuffix("/") ? folder.count : folder.count + 1))
  }
}
