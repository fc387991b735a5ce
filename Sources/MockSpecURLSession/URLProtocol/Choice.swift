import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A delegate's answer, given on any thread.
final class Choice<Value: Sendable>: Sendable {
  private let choice = Mutex<Value?>(nil)

  /// The answer; `nil` until the delegate has given it.
  var result: Value? { choice.withLock { $0 } }

  /// Sets the result. A second call has no effect.
  ///
  /// - Parameter wake: Called if the result is set.
  func set(_ value: Value, then wake: () -> Void) {
    let isFirst = choice.withLock { choice in
      guard choice == nil else { return false }
      choice = value
      return true
    }
    if isFirst { wake() }
  }
}

/// A redirect's next request, or `nil` for the reply itself.
typealias RedirectChoice = Choice<URLRequest?>
