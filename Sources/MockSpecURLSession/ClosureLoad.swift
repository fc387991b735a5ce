import MockSpec
import Synchronization

/// A closure that answers a load, under way.
final class ClosureLoad: Sendable {
  private struct State: Sendable {
    var ending: ClosureReply.Ending?
    var run: ClosureRun?
  }

  private let state = Mutex(State())

  /// `nil` until the closure has ended.
  var ending: ClosureReply.Ending? { state.withLock { $0.ending } }

  /// - Parameter wake: Called once, on any thread, when there is an ending.
  func start(_ closure: ClosureReply, then wake: @escaping @Sendable () -> Void) {
    let run = closure.start { ending in
      self.state.withLock { $0.ending = ending }
      wake()
    }
    state.withLock { $0.run = run }
  }

  /// Nobody waits for the ending any more.
  func abandon() { state.withLock { $0.run }?.cancel() }
}
