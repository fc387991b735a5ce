/// A call that a mock made after its answer to another one.
public struct CallbackRecord: Sendable, Hashable {
  /// How the call ended.
  public enum Result: Sendable, Hashable {
    /// It isn't made yet, or not answered.
    case pending
    /// It was answered with this status.
    case status(Int)
    /// It wasn't answered, for this reason.
    case failed(String)
    /// It wasn't made, for this reason.
    case refused(String)
    /// The session was reset or ended before.
    case cancelled
  }

  /// The number of the callback, from 1.
  public internal(set) var number = 0
  /// The number of the call in the journal after whose answer it was made.
  public let call: Int
  /// The name of the request whose response declares it.
  public let requestName: String
  /// The name of the response that declares it.
  public let responseName: String
  /// The method.
  public let method: String
  /// The URL. Redacted values of its query are masked.
  public let url: String
  /// How often it was sent.
  public internal(set) var attempts = 0
  /// How it ended.
  public internal(set) var result = Result.pending
}

extension CallbackRecord: CustomStringConvertible {
  /// One line, such as `POST https://client.example/hook → 200 (after call 3, Pay: Paid)`.
  public var description: String {
    let attempts = attempts > 1 ? ", \(attempts) attempts" : ""
    return "\(method) \(url) → \(result) (after call \(call), \(requestName): \(responseName)\(attempts))"
  }
}

extension CallbackRecord.Result {
  /// The word for the result, with the status and the reason that it has.
  package var parts: (result: String, status: Int?, reason: String?) {
    switch self {
    case .pending: ("pending", nil, nil)
    case .status(let status): ("answered", status, nil)
    case .failed(let reason): ("failed", nil, reason)
    case .refused(let reason): ("refused", nil, reason)
    case .cancelled: ("cancelled", nil, nil)
    }
  }
}

extension CallbackRecord.Result: CustomStringConvertible {
  public var description: String {
    let (result, status, reason) = parts
    return status.map(String.init) ?? reason.map { "\(result): \($0)" } ?? result
  }
}
