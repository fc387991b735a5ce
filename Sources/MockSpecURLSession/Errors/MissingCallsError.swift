import MockSpec

/// The error of calls that weren't made in time; see ``MockInterceptor/calls(to:atLeast:within:)-(String,_,_)``.
public struct MissingCallsError: Error, Sendable, CustomStringConvertible {
  /// The expectation and the calls that were made, with redacted secrets, on one or more lines.
  public let description: String

  init(_ session: MockSession, _ request: String, atLeast count: Int, within time: Duration, found: Int) {
    description =
      "within \(time), \(CallCount(atLeast: count).message(for: request, found: found))"
      + session.text(ofCallsTo: request)
  }
}
