import Foundation

/// The sent part of a body in pieces, which is needed at the end: in memory for a completion handler, in a file for a
/// download.
final class KeptBody {
  private(set) var data = Data()
  private let file: URL?
  private let handle: FileHandle?
  private var failure: (any Error)?
  private var isTaken = false

  /// Creates a body in memory.
  init() { (file, handle) = (nil, nil) }

  /// Creates a body in a temporary file, which is removed with the body unless it was taken.
  init(inFolder folder: URL) throws {
    let file = folder.appending(path: UUID().uuidString + ".tmp")
    try Data().write(to: file)
    handle = try FileHandle(forWritingTo: file)
    self.file = file
  }

  deinit {
    try? handle?.close()
    if let file, !isTaken { try? FileManager.default.removeItem(at: file) }
  }

  func append(_ piece: Data) {
    do {
      if let handle { try handle.write(contentsOf: piece) } else { data += piece }
    } catch {
      failure = failure ?? error
    }
  }

  /// Returns the file, which the caller removes.
  ///
  /// - Throws: The error if it couldn't be written.
  func takeFile() throws -> URL? {
    if let failure { throw failure }
    try handle?.close()
    isTaken = true
    return file
  }
}
