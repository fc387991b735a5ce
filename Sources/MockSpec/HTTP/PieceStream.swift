import Synchronization

/// The pieces of a body that code makes while the reply is sent.
package struct PieceStream: Sendable {
  /// Makes the pieces until there are no more, or until `send` returns false.
  fileprivate let make: @Sendable (_ send: ([UInt8]) async -> Bool) async throws -> Void

  init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces) where Pieces.Element: Sequence<UInt8> {
    self.init { pieces }
  }

  /// - Parameter pieces: Called for each body.
  init<Pieces: AsyncSequence & Sendable>(_ pieces: @escaping @Sendable () -> Pieces)
  where Pieces.Element: Sequence<UInt8> {
    make = { send in
      for try await piece in pieces() {
        let bytes = Array(piece)
        // An empty chunk would end the body.
        if bytes.isEmpty { continue }
        guard await send(bytes) else { return }
      }
    }
  }
}

/// A stream whose pieces are being made, each when the previous one has been sent.
package final class RunningStream: Sendable {
  package enum Event: Sendable {
    /// A piece; never empty. The stream pauses until `next()`.
    case piece([UInt8])
    /// The end of the body, or the error with which it breaks off. No event follows.
    case end((any Error)?)
  }

  private struct State: Sendable {
    var task: Task<Void, Never>?
    /// The stream that waits until its piece has been sent.
    var paused: CheckedContinuation<Bool, Never>?
    /// Whether the piece was sent before the stream paused.
    var mayContinue = false
    var isCancelled = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Starts the stream. Call once.
  ///
  /// - Parameter onEvent: Called on any thread, also after `cancel()`.
  package func start(_ stream: PieceStream, onEvent: @escaping @Sendable (Event) -> Void) {
    let task = Task.detached {
      do {
        try await stream.make { piece in
          onEvent(.piece(piece))
          return await self.isPieceSent()
        }
        onEvent(.end(nil))
      } catch {
        onEvent(.end(error))
      }
    }
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Continues the stream, since its last piece has been sent.
  package func next() {
    let paused = state.withLock { state in
      if state.paused == nil { state.mayContinue = true }
      return state.paused.take()
    }
    paused?.resume(returning: true)
  }

  /// Cancels the stream's task, so that the stream ends soon.
  package func cancel() {
    let (task, paused) = state.withLock { state in
      state.isCancelled = true
      return (state.task, state.paused.take())
    }
    task?.cancel()
    paused?.resume(returning: false)
  }

  private func isPieceSent() async -> Bool {
    await withCheckedContinuation { continuation in
      let result: Bool? = state.withLock { state in
        if state.isCancelled { return false }
        if state.mayContinue {
          state.mayContinue = false
          return true
        }
        state.paused = continuation
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }
}
