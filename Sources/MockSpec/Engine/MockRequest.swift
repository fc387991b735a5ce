public import HTTPTypes

/// An HTTP request as the engine sees it: the parts that matchers look at, exactly as the client sent them.
public struct MockRequest: Sendable {
  /// How the client named its target, which decides whether `scheme`, `host` and `port` are checked.
  public enum Target: Sendable {
    /// A whole URL given to URLSession: scheme, host and port are checked as written.
    case url
    /// `GET /path` with a `Host` field (RFC 9112 §3.2.1). Scheme and port are waived; the host is checked only if it
    /// is one that the project knows, since `localhost` or a container's name stands for any host.
    case originForm
    /// `GET http://host/path` (RFC 9112 §3.2.2), as sent to a proxy: scheme and port are checked, the host as above.
    case absoluteForm
  }

  /// Case-sensitive, as sent (RFC 9110 §9.1).
  public var method: String
  public var target: Target
  /// In lower case.
  public var scheme: String?
  /// Without the port; an IPv6 address keeps its brackets.
  public var host: String?
  /// As written in the URL or in `Host`; `nil` stands for the scheme's default.
  public var port: Int?
  /// Percent-encoded as sent, from the first slash to before any `?`; never empty.
  public var path: String
  /// Percent-encoded as sent, without the `?`; `nil` where there was none.
  public var query: String?
  public var fields: HTTPFields
  public var body: [UInt8]

  public init(
    method: String, target: Target, scheme: String?, host: String?, port: Int?, path: String, query: String?,
    fields: HTTPFields = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path.isEmpty ? "/" : path
    self.query = query
    self.fields = fields
    self.body = body
  }
}

extension MockRequest: CustomStringConvertible {
  /// `POST https://api.example.com/login?x=1`, or only the path where the authority is not known.
  public var description: String {
    method + " " + url
  }

  /// `https://api.example.com/login?x=1`, or only the path where the authority is not known.
  var url: String {
    var text = ""
    if let host {
      text += (scheme ?? "http") + "://" + host
      if let port { text += ":\(port)" }
    }
    text += path
    if let query { text += "?" + query }
    return text
  }
}
