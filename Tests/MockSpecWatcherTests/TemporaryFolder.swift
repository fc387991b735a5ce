import Foundation

/// A folder of its own for each test, removed with it. Paths are relative to it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "/mockspec-watcher-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil, let path = realpath(template, nil) else { throw Failure(errno, "mkdtemp") }
    defer { free(path) }
    self.path = String(cString: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  subscript(_ relative: String) -> String { path + "/" + relative }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: true)
  }

  /// Truncates and writes, in place.
  func write(_ text: String, to name: String) throws {
    try write(text, to: name, O_WRONLY | O_CREAT | O_TRUNC)
  }

  func append(_ text: String, to name: String) throws {
    try write(text, to: name, O_WRONLY | O_CREAT | O_APPEND)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: self[name], encoding: .utf8)
  }

  /// Replaces what has the new name, atomically.
  func rename(_ old: String, to new: String) throws {
    guard Foundation.rename(self[old], self[new]) == 0 else { throw Failure(errno, old) }
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: self[name])
  }

  func link(_ name: String, to destination: String) throws {
    guard symlink(destination, self[name]) == 0 else { throw Failure(errno, name) }
  }

  func setMode(_ mode: mode_t, of name: String) throws {
    guard chmod(self[name], mode) == 0 else { throw Failure(errno, name) }
  }

  private func write(_ text: String, to name: String, _ flags: Int32) throws {
    let descriptor = open(self[name], flags, 0o644)
    guard descriptor >= 0 else { throw Failure(errno, name) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(errno, name) }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ code: Int32, _ name: String) {
      description = "\(name): \(String(cString: strerror(code)))"
    }
  }
}
