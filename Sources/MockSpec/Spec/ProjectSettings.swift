/// What the project file says about the whole tree, with the language's defaults filled in.
public struct ProjectSettings: Sendable, Hashable {
  public enum Unmatched: String, Sendable, CaseIterable {
    /// The request fails: 404 on a server, an error in process.
    case error
    /// The request goes to its real destination.
    case passthrough
  }

  public struct Server: Sendable, Hashable {
    public var host = "127.0.0.1"
    /// 0 asks the system for a free one.
    public var port = 8080
    public var threads = 1
  }

  public var unmatched = Unmatched.error
  /// Bounds what would otherwise last for ever, such as `error: timedOut` on a socket; never a written `delay`.
  public var timeout = Duration.seconds(15)
  public var server = Server()
  public var redaction = Redaction()
  /// Hosts that always go to the network.
  var passthrough: [HostPattern] = []

  public init() {}

  func passesThrough(_ host: String?) -> Bool {
    guard !passthrough.isEmpty, let host else { return false }
    return passthrough.contains { $0.matches(host) }
  }
}
