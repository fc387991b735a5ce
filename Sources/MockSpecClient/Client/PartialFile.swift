import Foundation

/// A file that is written in the folder of its destination, and replaces the destination at the end.
struct PartialFile {
  private let destination: URL
  private let partial: URL
  private let handle: FileHandle

  /// - Throws: `POSIXError`, or `FileProblem` if the destination isn't the URL of a file.
  init(for destination: URL) throws {
    try destination.requireFileURL()
    self.destination = destination
    partial = destination.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part")
    let descriptor = open(partial.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw POSIXError.last }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func write(_ data: Data) throws { try handle.write(contentsOf: data) }

  /// Replaces the destination. `rename` is atomic, since both files are in one folder.
  func commit() throws {
    try handle.close()
    guard rename(partial.path, destination.path) == 0 else {
      let error = POSIXError.last
      unlink(partial.path)
      throw error
    }
  }

  func discard() {
    try? handle.close()
    unlink(partial.path)
  }
}

extension POSIXError {
  /// The error of the last system call.
  fileprivate static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
