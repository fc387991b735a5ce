package import Foundation

/// A temporary folder, which is removed with its last reference. Paths are relative to it.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// - Parameter files: Texts by path. Folders are created as needed.
  package init(_ files: [String: String] = [:]) throws {
    var template = Array((NSTemporaryDirectory() + "/mockspec-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil, let path = realpath(template, nil) else { throw Failure(errno, "mkdtemp") }
    defer { free(path) }
    self.path = String(cString: path)
    for (name, text) in files {
      if let slash = name.lastIndex(of: "/") { try makeFolder(String(name[..<slash])) }
      try write(text, to: name)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  package subscript(_ relative: String) -> String { path + "/" + relative }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: true)
  }

  /// Truncates a file and writes it in place.
  package func write(_ text: String, to name: String) throws {
    try write(text, to: name, O_WRONLY | O_CREAT | O_TRUNC)
  }

  /// Replaces a file atomically, as most editors do. Folders are created as needed.
  package func save(_ text: String, to name: String) throws {
    let hidden = ".saving-" + name.replacing("/", with: "-")
    try write(text, to: hidden)
    if let slash = name.lastIndex(of: "/") { try makeFolder(String(name[..<slash])) }
    try rename(hidden, to: name)
  }

  package func append(_ text: String, to name: String) throws {
    try write(text, to: name, O_WRONLY | O_CREAT | O_APPEND)
  }

  package func read(_ name: String) throws -> String {
    try String(contentsOfFile: self[name], encoding: .utf8)
  }

  /// Renames a file. A file with the new name is replaced atomically.
  package func rename(_ old: String, to new: String) throws {
    guard Foundation.rename(self[old], self[new]) == 0 else { throw Failure(errno, old) }
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: self[name])
  }

  package func link(_ name: String, to destination: String) throws {
    guard symlink(destination, self[name]) == 0 else { throw Failure(errno, name) }
  }

  package func hardLink(_ name: String, to existing: String) throws {
    guard Foundation.link(self[existing], self[name]) == 0 else { throw Failure(errno, name) }
  }

  package func makePipe(_ name: String) throws {
    guard mkfifo(self[name], 0o644) == 0 else { throw Failure(errno, name) }
  }

  /// Creates a sparse file of a number of bytes.
  package func makeHole(_ size: Int, _ name: String) throws {
    try write("", to: name)
    guard truncate(self[name], off_t(size)) == 0 else { throw Failure(errno, name) }
  }

  package func setMode(_ mode: mode_t, of name: String) throws {
    guard chmod(self[name], mode) == 0 else { throw Failure(errno, name) }
  }

  /// Writes a file. Folders are created as needed.
  package func write(_ bytes: [UInt8], to name: String) throws {
    if let slash = name.lastIndex(of: "/") { try makeFolder(String(name[..<slash])) }
    try write(bytes, to: name, O_WRONLY | O_CREAT | O_TRUNC)
  }

  private func write(_ text: String, to name: String, _ flags: Int32) throws {
    try write(Array(text.utf8), to: name, flags)
  }

  private func write(_ bytes: [UInt8], to name: String, _ flags: Int32) throws {
    let descriptor = open(self[name], flags, 0o644)
    guard descriptor >= 0 else { throw Failure(errno, name) }
    defer { close(descriptor) }
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(errno, name) }
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ code: Int32, _ name: String) {
      description = "\(name): \(String(cString: strerror(code)))"
    }
  }
}
