/// Sends the calls that mocks make.
package protocol CallbackSender: Sendable {
  /// Sends a call once, and returns the status of the answer. Redirects aren't followed.
  ///
  /// It must refuse link-local and unspecified addresses, the program's own servers, and loopback addresses that the URL
  /// doesn't name, and it ends when its task is cancelled.
  ///
  /// - Parameter timeout: The maximum time without progress.
  /// - Throws: `CallbackFailure`, or another error if the call isn't answered.
  func send(_ call: OutgoingCall, to url: CallbackURL, timeout: Duration) async throws -> Int
}

/// The reason why a call isn't answered, or isn't made.
package struct CallbackFailure: Error, CustomStringConvertible {
  package let description: String
  /// Whether it isn't made, now or later.
  let isRefusal: Bool

  package init(_ description: String, isRefusal: Bool = false) {
    (self.description, self.isRefusal) = (description, isRefusal)
  }
}
