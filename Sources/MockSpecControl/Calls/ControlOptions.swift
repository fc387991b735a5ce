/// The options of the control API, such as who may use it.
public struct ControlOptions: Sendable {
  /// Whether mocks can't be added or removed.
  public var isReadOnly = false
  /// Names by which clients reach the server, besides `localhost` and IP addresses; in lower case.
  public var hosts: Set<String> = []
  /// The token that callers have to send as `Authorization: Bearer`; `nil` for a server that only its own machine reaches.
  public var token: String?
  /// The name of this server in `Via` fields (RFC 9110 §7.6.3), which differs from those of other servers. Calls with it are
  /// refused, since this server has forwarded them to itself.
  public var pseudonym = "mockspec-" + String(UInt32.random(in: 1...UInt32.max), radix: 16)
  /// The version of the program, for `GET health`.
  public var version = ""

  /// The text by which programs of the same user know this server, since its file has it, too.
  package var nonce = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()

  /// Whether the mocks answer inside an app, so that no call is answered by the server itself.
  package var isInApp = false

  /// Creates the options of a server that only its own machine reaches.
  public init() {}
}
