/// What was seen elsewhere, in order, to be awaited. For one awaiting task at a time.
///
/// A test's time limit is what ends a wait in vain.
struct Sightings<Element: Sendable>: Sendable {
  private let stream: AsyncStream<Element>
  private let continuation: AsyncStream<Element>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func note(_ element: Element) {
    continuation.yield(element)
  }

  /// All since the last call, up to and including the first that fulfils the condition.
  @discardableResult
  func through(where condition: (Element) -> Bool) async throws -> [Element] {
    var seen: [Element] = []
    for await element in stream {
      seen.append(element)
      if condition(element) { return seen }
    }
    throw WaitedInVain(seen: seen.suffix(5).map { String(describing: $0) })
  }

  struct WaitedInVain: Error {
    let seen: [String]
  }
}
