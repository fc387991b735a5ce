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

  /// Shared by all copies until one of them changes: a request is copied at every step on its way, and seldom changed.
  private var parts: Parts

  public init(
    method: String, target: Target, scheme: String?, host: String?, port: Int?, path: String, query: String?,
    fields: HTTPFields = [:], body: [UInt8] = []
  ) {
    parts = Parts(
      method: method, target: target, scheme: scheme, host: host, port: port, path: path.isEmpty ? "/" : path,
      query: query, fields: fields, body: body)
  }

  /// Case-sensitive, as sent (RFC 9110 §9.1).
  public var method: String {
    get { parts.method }
    set { own().method = newValue }
  }
  public var target: Target {
    get { parts.target }
    set { own().target = newValue }
  }
  /// In lower case.
  public var scheme: String? {
    get { parts.scheme }
    set { own().scheme = newValue }
  }
  /// Without the port; an IPv6 address keeps its brackets.
  public var host: String? {
    get { parts.host }
    set { own().host = newValue }
  }
  /// As written in the URL or in `Host`; `nil` stands for the scheme's default.
  public var port: Int? {
    get { parts.port }
    set { own().port = newValue }
  }
  /// Percent-encoded as sent, from the first slash to before any `?`; never empty.
  public var path: String {
    get { parts.path }
    set { own().path = newValue }
  }
  /// Percent-encoded as sent, without the `?`; `nil` where there was none.
  public var query: String? {
    get { parts.query }
    set { own().query = newValue }
  }
  public var fields: HTTPFields {
    get { parts.fields }
    set { own().fields = newValue }
  }
  public var body: [UInt8] {
    get { parts.body }
    set { own().body = newValue }
  }

  /// Parts that no other copy sees.
  private mutating func own() -> Parts {
    if !isKnownUniquelyReferenced(&parts) { parts = Parts(copying: parts) }
    return parts
  }
}

/// Changed only by a request that alone refers to it, which makes it safe to send.
private final class Parts: @unchecked Sendable {
  var method: String
  var target: MockRequest.Target
  var scheme: String?
  var host: String?
  var port: Int?
  var path: String
  var query: String?
  var fields: HTTPFields
  var body: [UInt8]

  init(
    method: String, target: MockRequest.Target, scheme: String?, host: String?, port: Int?, path: String,
    query: String?, fields: HTTPFields, body: [UInt8]
  ) {
    self.method = method
    self.target = target
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
  }

  convenience init(copying other: Parts) {
    self.init(
      method: other.method, target: other.target, scheme: other.scheme, host: other.host, port: other.port,
      path: other.path, query: other.query, fields: other.fields, body: other.body)
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
