import HTTPTypes
import MockSpec

/// The request line and the header fields of a call (RFC 9112 §3 and §5).
///
/// A class, since it is passed on in other types, and a copy of a struct would retain each of its strings.
final class CallHead: Sendable {
  /// The versions of HTTP that are served.
  enum Version: String, Sendable {
    case http10 = "HTTP/1.0"
    case http11 = "HTTP/1.1"
    case http2 = "HTTP/2"
  }

  /// The framing that determines the end of the body (RFC 9112 §6).
  enum Framing: Sendable, Equatable {
    /// There is no body.
    case none
    /// The body has this many bytes.
    case length(Int)
    case chunked
  }

  let method: String
  /// The target as sent.
  let target: String
  let version: Version
  let fields: FieldLines
  /// The value of `Host`; `nil` without one.
  let host: String?
  let framing: Framing
  /// Whether the connection stays open after the reply (RFC 9112 §9.3).
  let keepsConnection: Bool
  /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
  let expectsContinue: Bool

  init(
    method: String, target: String, version: Version, fields: FieldLines, host: String?, framing: Framing,
    keepsConnection: Bool, expectsContinue: Bool
  ) {
    self.method = method
    self.target = target
    self.version = version
    self.fields = fields
    self.host = host
    self.framing = framing
    self.keepsConnection = keepsConnection
    self.expectsContinue = expectsContinue
  }
}

extension CallHead {
  /// Whether the call is one of the control API.
  var isForControl: Bool {
    guard let target = try? RequestTarget(method: method, text: target, host: host) else { return false }
    return ControlPath.contains(target.path)
  }
}
