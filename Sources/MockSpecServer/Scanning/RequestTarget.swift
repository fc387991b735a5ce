import MockSpec

/// The target of a call, from its request line and its `Host` field (RFC 9112 §3.2 and §3.3).
struct RequestTarget: Equatable {
  var form: MockCall.Target
  var scheme: String
  var authority: Authority?
  var path: String
  var query: String?
}

extension RequestTarget {
  /// Parses a target.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - text: The target as sent.
  ///   - host: The value of the `Host` field; `nil` without one.
  ///   - scheme: The scheme of the connection, for a target without one (RFC 9112 §3.3).
  /// - Throws: `Refusal` if the target or the `Host` field is malformed, even if the target overrides the field (RFC
  ///   9112 §3.2).
  init(method: String, text: String, host: String?, scheme: String = "http") throws(Refusal) {
    if method == "CONNECT" {
      throw Refusal(
        "CONNECT isn't supported, since this server isn't a proxy; use the server's address as the base URL")
    }
    if text.utf8.contains(UInt8(ascii: "#")) {
      throw Refusal("the request target must not have a fragment; percent-encode '#' as %23")
    }
    let authority = try host.map(Self.authority)
    if text.utf8.first == UInt8(ascii: "/") {
      let (path, query) = Self.split(text[...])
      self.init(form: .originForm, scheme: scheme, authority: authority, path: path, query: query)
    } else if text == "*" {
      guard method == "OPTIONS" else { throw Refusal("only OPTIONS may have '*' as its target") }
      self.init(form: .originForm, scheme: scheme, authority: authority, path: text, query: nil)
    } else {
      self = try Self.absoluteForm(text, method: method)
    }
  }

  /// Returns a target as text. Bytes that aren't ASCII are percent-encoded: RFC 3986 doesn't allow them, but some clients send
  /// them.
  static func encoded(_ target: some Collection<UInt8>) -> String {
    if target.allSatisfy({ $0 < 0x80 }) { return String(decoding: target, as: UTF8.self) }
    return PercentText.encode(target, keeping: allowed)
  }

  /// The characters of a target besides letters and digits, and those that a lenient server accepts.
  private static let allowed = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

  private static func authority(_ host: String) throws(Refusal) -> Authority {
    guard let authority = Authority(host[...]) else { throw Refusal("'Host' is malformed: '\(host)'") }
    return authority
  }

  /// Parses a URL such as `http://example.com/path?query`, whose authority overrides `Host` (RFC 9112 §3.2.2).
  private static func absoluteForm(_ text: String, method: String) throws(Refusal) -> RequestTarget {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text.utf8[colon...].starts(with: "://".utf8),
      text.utf8[..<colon].isScheme
    else { throw Refusal("the request target is neither a path nor a URL") }
    let rest = text[text.utf8.index(colon, offsetBy: 3)...]
    let end = rest.utf8.firstIndex { "/?".utf8.contains($0) } ?? rest.endIndex
    guard let authority = Authority(rest[..<end]), authority.host != nil else {
      throw Refusal("the request target has no valid host")
    }
    var (path, query) = split(rest[end...])
    // A client of a proxy asks about the whole server with an empty path (RFC 9112 §3.2.4).
    if path.isEmpty { path = method == "OPTIONS" && query == nil ? "*" : "/" }
    return RequestTarget(
      form: .absoluteForm, scheme: text[..<colon].lowercased(), authority: authority, path: path, query: query)
  }

  /// Splits path and query.
  private static func split(_ text: Substring) -> (path: String, query: String?) {
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (String(text), nil) }
    return (String(text[..<mark]), String(text[text.utf8.index(after: mark)...]))
  }
}

extension Substring.UTF8View {
  /// Whether the text is the scheme of a URL (RFC 3986 §3.1).
  fileprivate var isScheme: Bool {
    guard let first, first.isLetter else { return false }
    return allSatisfy { $0.isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.".utf8.contains($0) }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
