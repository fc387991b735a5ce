/// The names of HTTP fields.
enum FieldNames {
  /// The commonly used names. Nearly all are from the HTTP Field Name Registry (RFC 9110 §16.3.1).
  static let registered = """
    Accept Accept-CH Accept-Charset Accept-Encoding Accept-Language Accept-Patch Accept-Post Accept-Ranges \
    Access-Control-Allow-Credentials Access-Control-Allow-Headers Access-Control-Allow-Methods \
    Access-Control-Allow-Origin Access-Control-Expose-Headers Access-Control-Max-Age Access-Control-Request-Headers \
    Access-Control-Request-Method Age Allow Alt-Svc Alt-Used Authentication-Info Authorization Cache-Control \
    Cache-Status CDN-Cache-Control Clear-Site-Data Connection Content-Digest Content-Disposition Content-Encoding \
    Content-Language Content-Length Content-Location Content-MD5 Content-Range Content-Security-Policy \
    Content-Security-Policy-Report-Only Content-Type Cookie Cross-Origin-Embedder-Policy Cross-Origin-Opener-Policy \
    Cross-Origin-Resource-Policy Date Deprecation DNT DPoP Early-Data ETag Expect Expect-CT Expires Forwarded From Host \
    Idempotency-Key If-Match If-Modified-Since If-None-Match If-Range If-Unmodified-Since Keep-Alive Last-Event-ID \
    Last-Modified Link Location Max-Forwards Origin Permissions-Policy Pragma Prefer Preference-Applied Priority \
    Proxy-Authenticate Proxy-Authentication-Info Proxy-Authorization Range Referer Referrer-Policy Refresh \
    Repr-Digest Retry-After Sec-Fetch-Dest Sec-Fetch-Mode Sec-Fetch-Site Sec-Fetch-User Sec-WebSocket-Accept \
    Sec-WebSocket-Extensions Sec-WebSocket-Key Sec-WebSocket-Protocol Sec-WebSocket-Version Server Server-Timing \
    Set-Cookie Signature Signature-Input SourceMap Status Strict-Transport-Security Sunset TE Timing-Allow-Origin \
    Traceparent Tracestate Trailer Transfer-Encoding Upgrade Upgrade-Insecure-Requests User-Agent Vary Via \
    Want-Content-Digest Want-Repr-Digest Warning WWW-Authenticate X-Content-Type-Options X-Frame-Options
    """.split(separator: " ").map(String.init)

  private static let written = Set(registered)
  private static let inLowerCase = Set(registered.map { $0.lowercased() })

  static func isRegistered(_ name: String) -> Bool {
    written.contains(name) || inLowerCase.contains(name.lowercased())
  }

  /// Returns whether a text looks like a field name: it is registered, or starts with a capital and contains a hyphen.
  static func isLikely(_ text: String) -> Bool {
    if written.contains(text) { return true }
    guard let hyphen = text.firstIndex(of: "-"), text.first?.isUppercase == true else { return false }
    return text[hyphen...].count > 1 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
