#if canImport(FoundationNetworking)
  import Foundation

  /// A stream that returns a start that has already been read, and then the rest.
  ///
  /// URLSession on Linux reads a stream on the queue that all sessions share, so a stream that waits for its data
  /// delays all sessions.
  final class ResumedStream: InputStream {
    private var start: ArraySlice<UInt8>
    private let rest: InputStream
    private var isAtEnd = false

    /// - Parameter rest: A stream that is open.
    init(_ start: [UInt8], _ rest: InputStream) {
      self.start = start[...]
      self.rest = rest
      super.init(data: Data())
    }

    deinit { rest.close() }

    override var hasBytesAvailable: Bool { !isAtEnd }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
      let count = min(start.count, maxLength)
      guard count > 0 else {
        let count = rest.read(buffer, maxLength: maxLength)
        isAtEnd = count <= 0
        return count
      }
      start.withUnsafeBufferPointer { buffer.update(from: $0.baseAddress!, count: count) }
      start.removeFirst(count)
      if start.isEmpty { start = [] }
      return count
    }
  }
#endif
