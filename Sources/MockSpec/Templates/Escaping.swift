import MockSpecDiagnostics

/// The escaping of values that `{{x}}` inserts into a text. `{{{x}}}` inserts values without escaping.
enum Escaping: Sendable, Hashable {
  /// No escaping.
  case none
  /// For HTML and XML, in text and in quoted attributes.
  case markup
  /// For the inside of a JSON string.
  case jsonString

  /// Creates the escaping for a media type, by its essence and its structured suffix (RFC 6839).
  init(contentType: String?) {
    let essence = ContentType.essence(of: contentType ?? "")
    switch essence {
    case "text/html", "text/xml", "application/xml": self = .markup
    case "application/json", "text/json", "application/jsonl", "application/x-ndjson": self = .jsonString
    default: self = essence.hasSuffix("+xml") ? .markup : essence.hasSuffix("+json") ? .jsonString : .none
    }
  }

  /// Returns the escaped text.
  func escape(_ text: String) -> [UInt8] {
    switch self {
    case .none: return Array(text.utf8)
    case .jsonString:
      var json = JSONText()
      json.string(text)
      return Array(json.bytes.dropFirst().dropLast())
    case .markup:
      var escaped: [UInt8] = []
      escaped.reserveCapacity(text.utf8.count)
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "&"): escaped += "&amp;".utf8
        case UInt8(ascii: "<"): escaped += "&lt;".utf8
        case UInt8(ascii: ">"): escaped += "&gt;".utf8
        case UInt8(ascii: "\""): escaped += "&quot;".utf8
        case UInt8(ascii: "'"): escaped += "&#39;".utf8
        default: escaped.append(byte)
        }
      }
      return escaped
    }
  }
}
