/// Something that happens on any thread and is awaited for a limited time.
final class Signal: Sendable {
  private let occurrences: AsyncStream<Bool>
  private let continuation: AsyncStream<Bool>.Continuation

  init() {
    (occurrences, continuation) = AsyncStream.makeStream()
  }

  func send() { continuation.yield(true) }

  /// Waits for the next occurrence; false if there is none within the limit.
  func occurs(within limit: Duration) async -> Bool {
    let timer = Task {
      try await Task.sleep(for: limit)
      continuation.yield(false)
    }
    defer { timer.cancel() }
    for await isOccurrence in occurrences { return isOccurrence }
    return false
  }
}
