/// The token that callers of a link have to send.
enum LinkToken {
  static let variable = "MOCKSPEC_TOKEN"
  /// The minimum length. Every program of the machine, and every page in its browsers, can reach the port.
  static let minimumLength = 16

  /// Returns a valid token: the given one, or that of the environment.
  static func checked(_ token: String?, _ environment: [String: String]) throws(MockLinkError) -> String {
    guard let token = token ?? environment[variable], !token.isEmpty else { throw .noToken }
    guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .invalidToken("expected visible ASCII characters without blanks")
    }
    guard token.utf8.count >= minimumLength else {
      throw .invalidToken("expected at least \(minimumLength) characters, found \(token.utf8.count)")
    }
    return token
  }
}
