/// A step in the sequence of a request: a response that answers one or more calls. A string literal is the name of a
/// response that answers one call.
///
///     sequence: [.response("Busy", times: 2), "Found"]
public struct SequenceStep: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name of the response.
  public let response: String
  /// The number of calls that it answers; at least 1.
  public let times: Int

  private init(_ response: String, times: Int) {
    self.response = response
    self.times = times
  }

  /// Creates a step that answers one call.
  ///
  /// - Parameter response: The name of the response.
  public init(stringLiteral response: String) { self.init(response, times: 1) }

  /// Returns a step.
  ///
  /// - Parameters:
  ///   - response: The name of the response.
  ///   - times: The number of calls that it answers; at least 1.
  public static func response(_ response: String, times: Int = 1) -> SequenceStep {
    SequenceStep(response, times: times)
  }
}
