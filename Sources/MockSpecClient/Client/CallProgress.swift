/// The progress of a call.
public struct CallProgress: Sendable, Hashable {
  /// The number of bytes of the request's body that were sent.
  public internal(set) var sentBytes: Int64 = 0
  /// The size of the request's body, in bytes; `nil` if it isn't known.
  public internal(set) var bytesToSend: Int64?
  /// The number of bytes of the response's body that were received, decoded.
  public internal(set) var receivedBytes: Int64 = 0
  /// The size of the response's body, in bytes; `nil` if it isn't known, as that of a compressed one.
  public internal(set) var bytesToReceive: Int64?

  /// The part of the request's body that was sent, from 0 to 1; `nil` if its size isn't known.
  public var uploadFraction: Double? { Self.fraction(sentBytes, of: bytesToSend) }

  /// The part of the response's body that was received, from 0 to 1; `nil` if its size isn't known.
  public var downloadFraction: Double? { Self.fraction(receivedBytes, of: bytesToReceive) }

  /// Creates the progress of a call that hasn't begun.
  public init() {}

  private static func fraction(_ part: Int64, of whole: Int64?) -> Double? {
    guard let whole else { return nil }
    return whole > 0 ? min(1, Double(part) / Double(whole)) : 1
  }
}
