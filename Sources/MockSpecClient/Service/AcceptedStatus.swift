/// The status codes with which a call succeeds (RFC 9110 §15).
public enum AcceptedStatus: Sendable, Hashable {
  /// Any code.
  case any
  /// 200 to 299.
  case success
  /// 200 to 399.
  case successAndRedirect
  /// These codes; if there are none, no call succeeds.
  case only(Set<Int>)

  /// Returns whether a call with this status code succeeds.
  public func accepts(_ status: Int) -> Bool {
    switch self {
    case .any: true
    case .success: 200..<300 ~= status
    case .successAndRedirect: 200..<400 ~= status
    case .only(let codes): codes.contains(status)
    }
  }
}
