public import HTTPTypes

/// A call: an HTTP request made by a client, with its parts exactly as the client sent them.
public struct MockCall: Sendable {
  /// The form in which the client sent the target. It determines whether scheme, host and port are compared.
  public enum Target: Sendable {
    /// The URL of a call through URLSession. Scheme, host and port are compared.
    case url
    /// A path, as in `GET /path` with a `Host` field (RFC 9112 §3.2.1).
    ///
    /// Scheme and port aren't compared. The host is compared only if a host pattern of the project matches it, since
    /// clients reach the server by names such as `localhost`.
    case originForm
    /// A URL, as in `GET http://host/path` (RFC 9112 §3.2.2), which clients send to proxies.
    ///
    /// Scheme and port are compared. The host is compared as for `originForm`.
    case absoluteForm
  }

  /// The path of `OPTIONS *`, a call about the whole server (RFC 9112 §3.2.4).
  static let asterisk = "*"

  /// Shared by copies until one of them changes (copy on write), since calls are often copied and seldom changed.
  private var parts: Parts

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - method: The method. Methods are case-sensitive (RFC 9110 §9.1).
  ///   - target: The form in which the client sent the target.
  ///   - scheme: The scheme in lower case; `nil` if it isn't known.
  ///   - host: The host in lower case, without the port; `nil` if it isn't known.
  ///   - port: The port; `nil` for the scheme's default.
  ///   - path: The path, percent-encoded as sent, or `*` for `OPTIONS *`. An empty path becomes `/`.
  ///   - query: The query, percent-encoded as sent, without the `?`; `nil` if there is none.
  ///   - fields: The header fields.
  ///   - body: The body.
  public init(
    method: String, target: Target, scheme: String?, host: String?, port: Int?, path: String, query: String?,
    fields: HTTPFields = [:], body: [UInt8] = []
  ) {
    parts = Parts(
      method: method, target: target, scheme: scheme, host: host, port: port, path: path.isEmpty ? "/" : path,
      query: query, fields: .parsed(fields), body: body)
  }

  /// Creates a call with fields as they were received.
  package init(
    method: String, target: Target, scheme: String?, host: String?, port: Int?, path: String, query: String?,
    lines: FieldLines, body: [UInt8]
  ) {
    parts = Parts(
      method: method, target: target, scheme: scheme, host: host, port: port, path: path.isEmpty ? "/" : path,
      query: query, fields: .lines(lines), body: body)
  }

  /// The method as sent. Methods are case-sensitive (RFC 9110 §9.1).
  public var method: String {
    get { parts.method }
    set { uniqueParts().method = newValue }
  }
  /// The form in which the client sent the target.
  public var target: Target {
    get { parts.target }
    set { uniqueParts().target = newValue }
  }
  /// The scheme in lower case; `nil` if it isn't known.
  public var scheme: String? {
    get { parts.scheme }
    set { uniqueParts().scheme = newValue }
  }
  /// The host in lower case, without the port; `nil` if it isn't known. An IPv6 address keeps its brackets.
  public var host: String? {
    get { parts.host }
    set { uniqueParts().host = newValue }
  }
  /// The port of the URL or the `Host` field; `nil` for the scheme's default.
  public var port: Int? {
    get { parts.port }
    set { uniqueParts().port = newValue }
  }
  /// The path, percent-encoded as sent; never empty.
  public var path: String {
    get { parts.path }
    set { uniqueParts().path = newValue }
  }
  /// The query, percent-encoded as sent, without the `?`; `nil` if there is none.
  public var query: String? {
    get { parts.query }
    set { uniqueParts().query = newValue }
  }
  /// The header fields. For a call through URLSession, they include fields that URLSession adds when it sends the call,
  /// such as `User-Agent`. These are computed when they are first read.
  public var fields: HTTPFields {
    get {
      let own = ownFields
      var fields = own
      for field in parts.impliedFields?() ?? [:] where !own.contains(field.name) { fields.append(field) }
      return fields
    }
    set {
      uniqueParts().fields = .parsed(newValue)
      parts.impliedFields = nil
    }
  }
  /// The header fields without those that the client adds when it sends the call.
  package var ownFields: HTTPFields {
    get { parts.fields.parsed }
    set { uniqueParts().fields = .parsed(newValue) }
  }
  /// The own header fields, as they are stored.
  var storedFields: StoredFields { parts.fields }
  /// Returns the header fields that the client adds when it sends the call; `nil` if it adds none. Own fields override
  /// those with the same names.
  var impliedFields: (@Sendable () -> HTTPFields)? { parts.impliedFields }

  /// The names, in lower case, that implied fields can have.
  static let impliedNames: Set = [
    "accept", "accept-encoding", "accept-language", "connection", "content-length", "content-type", "expect", "host",
    "transfer-encoding", "user-agent",
  ]

  /// Sets the header fields that the client adds when it sends the call. Own fields override those with the same names.
  ///
  /// - Parameter fields: Called at most once, on any thread.
  package mutating func imply(_ fields: @escaping @Sendable () -> HTTPFields) {
    let known = Once<HTTPFields>()
    uniqueParts().impliedFields = { known.value(fields) }
  }
  /// The body.
  public var body: [UInt8] {
    get { parts.body }
    set { uniqueParts().body = newValue }
  }

  /// The size in bytes of a body larger than `BodyLimit.bytes`, which isn't kept in ``body``; `nil` if the body is kept. For
  /// a stream, only the bytes that have been read are counted.
  ///
  /// Such a body meets no condition. Templates and closures that use it fail.
  package var unkeptBodySize: Int? {
    get { parts.unkeptBodySize }
    set { uniqueParts().unkeptBodySize = newValue }
  }

  /// How the body differs from the one that was sent, if the call is shown by the journal.
  package var storedBody: StoredBody {
    get { parts.storedBody }
    set { uniqueParts().storedBody = newValue }
  }

  /// Whether the call's host is the server that received it. Such a call has no other destination.
  package var isForServer: Bool {
    get { parts.isForServer }
    set { uniqueParts().isForServer = newValue }
  }

  /// Whether the handshake of a WebSocket can be answered on the call's connection.
  package var opensSockets: Bool {
    get { parts.opensSockets }
    set { uniqueParts().opensSockets = newValue }
  }

  /// The segments that the mocked request's path captures, percent-decoded, by name: `id` for `/items/{id}`.
  ///
  /// Only closures of requests built in code get them; otherwise this is empty.
  public internal(set) var pathParameters: [String: String] {
    get { parts.pathParameters }
    set { uniqueParts().pathParameters = newValue }
  }

  /// The size of the parts in memory, in bytes, without the texts, fields and body.
  static let storageSize = 192

  /// Returns the values of a header field.
  func values(of name: HTTPField.Name) -> [String] {
    let own = storedFields.values(of: name)
    return own.isEmpty ? impliedFields?()[values: name] ?? [] : own
  }

  /// Returns parts that aren't shared with another copy.
  private mutating func uniqueParts() -> Parts {
    if !isKnownUniquelyReferenced(&parts) { parts = Parts(copying: parts) }
    return parts
  }
}

/// The storage of a call. It is changed only while a single instance refers to it, so sending it is safe.
private final class Parts: @unchecked Sendable {
  var method: String
  var target: MockCall.Target
  var scheme: String?
  var host: String?
  var port: Int?
  var path: String
  var query: String?
  var fields: StoredFields
  var impliedFields: (@Sendable () -> HTTPFields)?
  var body: [UInt8]
  var unkeptBodySize: Int?
  var storedBody = StoredBody()
  var isForServer = false
  var opensSockets = false
  var pathParameters: [String: String] = [:]

  init(
    method: String, target: MockCall.Target, scheme: String?, host: String?, port: Int?, path: String,
    query: String?, fields: StoredFields, body: [UInt8]
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
    impliedFields = other.impliedFields
    unkeptBodySize = other.unkeptBodySize
    storedBody = other.storedBody
    isForServer = other.isForServer
    opensSockets = other.opensSockets
    pathParameters = other.pathParameters
  }
}

extension MockCall: CustomStringConvertible {
  /// The method and the URL, such as `POST https://api.example.com/login?x=1`; only the path if the host isn't known.
  public var description: String {
    method + " " + url
  }

  /// The URL, such as `https://api.example.com/login?x=1`; only the path if the host isn't known.
  package var url: String {
    var text = ""
    if let host {
      text += (scheme ?? "http") + "://" + host
      if let port { text += ":\(port)" }
    }
    if host == nil || path != MockCall.asterisk { text += path }
    if let query { text += "?" + query }
    return text
  }
}
