import Foundation

/// What is below a folder, links followed: what a reload of the real thing would walk and read.
struct Tree: Sendable {
  /// Texts by path relative to the root.
  private(set) var files: [String: String] = [:]
  /// The root's parent and all folders from the root on.
  private(set) var folders: Set<String>

  init(root: String) {
    folders = [root, String(root[..<root.lastIndex(of: "/")!])]
    walk(root, "")
  }

  private mutating func walk(_ folder: String, _ prefix: String) {
    folders.insert(folder)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let path = folder + "/" + name
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        walk(path, prefix + name + "/")
      } else {
        files[prefix + name] = try? String(contentsOfFile: path, encoding: .utf8)
      }
    }
  }
}
