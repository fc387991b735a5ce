import Foundation

/// A file that is open for writing, for tests of files that are read while they are written.
package final class OpenFile {
  private var descriptor: Int32

  fileprivate init(_ path: String, _ flags: Int32) throws {
    descriptor = open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw TemporaryFolder.Failure(errno, path) }
  }

  deinit { close() }

  package func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw TemporaryFolder.Failure(errno, "write")
    }
  }

  package func close() {
    if descriptor >= 0 { _ = Foundation.close(descriptor) }
    descriptor = -1
  }
}

extension TemporaryFolder {
  /// Truncates a file, and opens it for writing.
  package func openForWriting(_ name: String) throws -> OpenFile {
    try OpenFile(self[name], O_WRONLY | O_CREAT | O_TRUNC)
  }

  /// Opens a file for writing at its start, and leaves its content.
  package func openForOverwriting(_ name: String) throws -> OpenFile { try OpenFile(self[name], O_WRONLY) }
}
