import MockSpecDiagnostics

/// The error of a session that can't be used.
public struct SessionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The status of an HTTP reply with this error: 400 if the ID is malformed, 404 if there must be a session with it
  /// and is none, 410 if the session has ended, or 503 if there are too many sessions.
  public let status: Int
  /// The reason on one line.
  public let description: String

  static func malformed(_ text: String) -> SessionError {
    let count = text.unicodeScalars.count
    // A header field can be long.
    let found = count > 128 ? "\(count) characters" : "'\(DisplayText(text).text)'"
    return SessionError(
      status: 400, description: "Mockspec-Session: expected a token of 1 to 128 characters, found \(found)")
  }

  static let ambiguous = SessionError(status: 400, description: "Mockspec-Session: found several different IDs")

  static func ended(_ id: SessionID) -> SessionError {
    SessionError(status: 410, description: "the session '\(id)' has ended; begin it again or use another ID")
  }

  static func unknown(_ id: SessionID) -> SessionError {
    SessionError(status: 404, description: "no session has the ID '\(id)'")
  }

  static func tooMany(limit: Int) -> SessionError {
    SessionError(
      status: 503,
      description: "there are \(limit) sessions, the maximum, and none has been idle for 10 minutes; end unused ones")
  }
}
