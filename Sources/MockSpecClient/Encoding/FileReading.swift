import Foundation

extension URL {
  func requireFileURL() throws(FileProblem) {
    guard isFileURL else { throw FileProblem(RedactionRules().shown(self), "not the URL of a file") }
  }
}

/// Opens a file for reading.
///
/// - Throws: If it isn't a regular file. Opening doesn't wait for the writer of a pipe.
func openRegularFile(_ url: URL) throws(FileProblem) -> Int32 {
  try url.requireFileURL()
  let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw FileProblem(errno, url.path) }
  var status = stat()
  guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    close(descriptor)
    throw FileProblem(url.path, "not a regular file")
  }
  return descriptor
}

/// Passes the content of a regular file to a function, in pieces of at most 256 KiB. Bytes that are appended meanwhile
/// aren't read.
///
/// - Parameter isCancelled: Called before each piece. If it returns `true`, `CancellationError` is thrown.
func readAll(_ url: URL, isCancelled: () -> Bool, _ sink: (UnsafeRawBufferPointer) throws -> Void) throws {
  let descriptor = try openRegularFile(url)
  defer { close(descriptor) }
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1_024, alignment: 16)
  defer { buffer.deallocate() }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw FileProblem(errno, url.path) }
  var left = Int(status.st_size)
  while left > 0 {
    if isCancelled() { throw CancellationError() }
    let count = read(descriptor, buffer.baseAddress, min(left, buffer.count))
    if count > 0 {
      left -= count
      try sink(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    } else if count == 0 {
      return
    } else if errno != EINTR {
      throw FileProblem(errno, url.path)
    }
  }
}

/// Writes all bytes to a file.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      throw FileProblem(errno, "the temporary file of the body")
    }
  }
}
