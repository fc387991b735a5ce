/// The components of a URL as in RFC 3986, appendix B. Nothing is decoded, and only scheme and host are lowercased.
///
/// `URL`'s own properties decode, drop the brackets of an IPv6 address, or take longer than matching the call.
struct URLParts {
  var scheme: String?
  /// `user:password`
  var userInfo: String?
  var host: String?
  /// The host as it is written.
  var spelledHost: String?
  var port: Int?
  var path = ""
  var query: String?

  init(_ url: String) {
    var rest = url.utf8[...]
    if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    if let question = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = String(rest[rest.index(after: question)...])
      rest = rest[..<question]
    }
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), !rest[..<colon].contains(UInt8(ascii: "/")) {
      scheme = String(Substring(rest[..<colon])).lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      cut(authority: rest[..<end])
      rest = rest[end...]
    }
    path = String(Substring(rest))
  }

  /// `user:password@[::1]:8080`
  private mutating func cut(authority: Substring.UTF8View) {
    var rest = authority
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = String(Substring(rest[..<at]))
      rest = rest[rest.index(after: at)...]
    }
    if let colon = rest.lastIndex(of: UInt8(ascii: ":")), !rest[colon...].contains(UInt8(ascii: "]")) {
      port = Int(Substring(rest[rest.index(after: colon)...]))
      rest = rest[..<colon]
    }
    if rest.isEmpty { return }
    let spelled = String(Substring(rest))
    (spelledHost, host) = (spelled, spelled.lowercased())
  }
}
