public import Foundation

/// A file that is removed with the last reference to it.
public final class TemporaryFile: Sendable {
  /// The location of the file.
  public let url: URL

  /// Creates an empty file, which only this user can read, and passes its descriptor to `write`.
  ///
  /// - Parameter folder: By default, that of the system for temporary files.
  init(in folder: URL = FileManager.default.temporaryDirectory, _ write: (_ descriptor: Int32) throws -> Void) throws {
    url = folder.appendingPathComponent("mockspec-\(UUID().uuidString)")
    let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileProblem(errno, url.path) }
    defer { close(descriptor) }
    try write(descriptor)
  }

  deinit { unlink(url.path) }
}

/// The reason why a file can't be used.
struct FileProblem: Error, CustomStringConvertible {
  let description: String

  init(_ code: Int32, _ path: String) { description = "\(path): \(String(cString: strerror(code)))" }

  init(_ path: String, _ problem: String) { description = "\(path): \(problem)" }
}
