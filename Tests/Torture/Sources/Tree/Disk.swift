import Foundation
import TestSupport

/// Files and folders by absolute path. Descriptors aren't inherited by other programs, which would keep files open.
enum Disk {
  static func write(_ text: String, to path: String, flags: Int32 = O_TRUNC) throws {
    try withFile(path, flags) { try write(Array(text.utf8)[...], to: $0, path) }
  }

  /// Writes parts of a text, and calls `pause` between them, with the file open.
  static func write(_ text: String, to path: String, flags: Int32 = O_TRUNC, parts: Int, pause: () -> Void) throws {
    let bytes = Array(text.utf8)
    try withFile(path, flags) { descriptor in
      for part in 0..<parts {
        if part > 0 { pause() }
        try write(bytes[bytes.count * part / parts..<bytes.count * (part + 1) / parts], to: descriptor, path)
      }
    }
  }

  /// Overwrites a file without truncating it first.
  static func overwrite(_ text: String, at path: String, pause: () -> Void) throws {
    let bytes = Array(text.utf8)
    try withFile(path, 0) { descriptor in
      try write(bytes[..<(bytes.count / 2)], to: descriptor, path)
      pause()
      try write(bytes[(bytes.count / 2)...], to: descriptor, path)
      guard ftruncate(descriptor, off_t(bytes.count)) == 0 else { throw TemporaryFolder.Failure(errno, path) }
    }
  }

  static func withFile(_ path: String, _ flags: Int32, _ body: (Int32) throws -> Void) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o644)
    guard descriptor >= 0 else { throw TemporaryFolder.Failure(errno, path) }
    defer { close(descriptor) }
    try body(descriptor)
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ path: String) throws {
    let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw TemporaryFolder.Failure(errno, path) }
  }

  /// Replaces a file by renaming another one over it.
  static func save(_ text: String, to path: String) throws {
    try write(text, to: path + ".tmp")
    try move(path + ".tmp", to: path)
  }

  static func move(_ old: String, to new: String) throws { try check(rename(old, new), old) }
  static func remove(_ path: String) throws { try check(unlink(path), path) }
  static func makeFolder(_ path: String) throws { try check(mkdir(path, 0o755), path) }
  static func setMode(_ mode: mode_t, of path: String) throws { try check(chmod(path, mode), path) }
  static func hardLink(_ path: String, to existing: String) throws { try check(Foundation.link(existing, path), path) }

  static func link(_ path: String, toward destination: String) throws { try check(symlink(destination, path), path) }

  /// Replaces a link by renaming another one over it.
  static func relink(_ path: String, toward destination: String) throws {
    try link(path + "_tmp", toward: destination)
    try move(path + "_tmp", to: path)
  }

  static func removeTree(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
  static func read(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  private static func check(_ status: Int32, _ path: String) throws {
    guard status == 0 else { throw TemporaryFolder.Failure(errno, path) }
  }
}
