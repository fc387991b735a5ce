import Foundation
import TestSupport

@testable import MockSpec

/// What is below a folder, links followed: what a reload of the real thing would walk and read.
struct Tree: Sendable {
  /// Texts by path relative to the root.
  private(set) var files: [String: String] = [:]
  /// All files and folders, and files named `f` and `g` that may be added to any folder.
  private(set) var names = WatchedNames()

  init(root: String) {
    walk(root, "")
  }

  private mutating func walk(_ folder: String, _ prefix: String) {
    names.addSearched(folder)
    for name in ["f", "g"] { names.addFile(folder + "/" + name) }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let path = folder + "/" + name
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        walk(path, prefix + name + "/")
      } else {
        names.addFile(path)
        files[prefix + name] = try? String(contentsOfFile: path, encoding: .utf8)
      }
    }
  }
}
