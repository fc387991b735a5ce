/// An error that prevents a link from starting.
public enum MockLinkError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no token, neither as an argument nor in the environment. An app for which a link is optional ignores this
  /// error.
  case noToken
  /// The token is too short or has other characters than visible ASCII ones; the reason, which doesn't contain the token.
  case invalidToken(String)
  /// The file for the port can't be written; the reason, on one line.
  case portFile(path: String, reason: String)

  /// A description of the error, with what is expected instead, on one line.
  public var description: String {
    switch self {
    case .noToken:
      "a link needs a token: set MOCKSPEC_TOKEN in the app's environment, for example to the output of 'openssl rand -hex 16'"
    case .invalidToken(let reason): "the token of the link: \(reason)"
    case .portFile(let path, let reason): "can't write the link's port to '\(path)': \(reason)"
    }
  }
}
