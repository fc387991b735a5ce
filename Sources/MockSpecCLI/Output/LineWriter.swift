import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes lines to a file descriptor on a separate thread, so that callers never wait for a reader.
///
/// Lines that don't fit into the queue are dropped. Their number is written after the queued lines, or to another writer.
/// After a write fails, for example because the reader has ended, nothing more is written.
final class LineWriter: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var dropped = 0
    var isWriting = false
    var hasFailed = false
  }

  private let descriptor: Int32
  private let limit: Int
  private let drops: LineWriter?
  private let onFailure: @Sendable (Int32) -> Void
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "mockspec.lines")
  private let unwritten = DispatchGroup()

  /// - Parameters:
  ///   - descriptor: The file descriptor. It is borrowed and stays open.
  ///   - limit: The maximum size of the queue, in bytes. An empty queue accepts text of any length.
  ///   - drops: The writer for the numbers of dropped lines; `nil` for this one.
  ///   - onFailure: Called once, with the error number, when a write fails.
  init(
    descriptor: Int32, limit: Int = 1 << 20, drops: LineWriter? = nil,
    onFailure: @escaping @Sendable (Int32) -> Void = { _ in }
  ) {
    self.onFailure = onFailure
    self.drops = drops
    self.descriptor = descriptor
    self.limit = limit
  }

  /// Queues text, or drops it if the queue is full. Can be called on any thread.
  ///
  /// - Parameter text: One or more lines, without the last line break.
  func write(_ text: String) {
    let starts = state.withLock { state in
      guard !state.hasFailed else { return false }
      guard state.pending.isEmpty || state.pending.count + text.utf8.count < limit else {
        state.dropped += text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        return false
      }
      state.pending += text.utf8
      state.pending.append(UInt8(ascii: "\n"))
      guard !state.isWriting else { return false }
      state.isWriting = true
      unwritten.enter()
      return true
    }
    if starts { queue.async { self.writePending() } }
  }

  /// Blocks until all lines are written or the output has failed.
  func flush() { unwritten.wait() }

  /// Blocks until all lines are written, or until the time is up.
  ///
  /// - Returns: Whether all lines are written.
  @discardableResult
  func flush(within seconds: Double) -> Bool {
    unwritten.wait(timeout: .now() + seconds) == .success
  }

  private func writePending() {
    while let bytes = nextBatch() {
      guard let code = failure(ofSending: bytes) else { continue }
      state.withLock { state in
        state.hasFailed = true
        state.pending = []
        state.dropped = 0
      }
      onFailure(code)
    }
    unwritten.leave()
  }

  /// Returns all queued bytes; `nil` if there are none, which ends the writing.
  private func nextBatch() -> [UInt8]? {
    state.withLock { state in
      guard !state.pending.isEmpty else {
        state.isWriting = false
        return nil
      }
      var batch: [UInt8] = []
      swap(&batch, &state.pending)
      if state.dropped > 0 {
        let lines = state.dropped == 1 ? "1 line" : "\(state.dropped) lines"
        let notice = "… \(lines) dropped because the output wasn't read in time"
        if let drops { drops.write(notice) } else { batch += "\(notice)\n".utf8 }
        state.dropped = 0
      }
      return batch
    }
  }

  /// Returns the error number if the output fails.
  private func failure(ofSending bytes: [UInt8]) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another process that shares the output has made it non-blocking.
        var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&event, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

// Inside the class, `write` names the method.
private let systemWrite = write
