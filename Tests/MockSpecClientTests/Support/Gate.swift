import Dispatch

/// A gate that threads and tasks wait at until it is opened.
final class Gate: Sendable {
  private let opened: AsyncStream<Void>
  private let open: AsyncStream<Void>.Continuation
  private let semaphore = Semaphore()

  init() { (opened, open) = AsyncStream.makeStream() }

  func callAsFunction() {
    open.finish()
    semaphore.signal()
  }

  /// Blocks the thread.
  func block() { semaphore.wait() }

  func wait() async { for await _ in opened {} }
}

private final class Semaphore: Sendable {
  private let value = DispatchSemaphore(value: 0)

  func signal() { value.signal() }
  func wait() {
    value.wait()
    value.signal()
  }
}
