/// A URI or a relative reference, split into the five components of RFC 3986 (appendix B). An absent component is `nil`,
/// which differs from empty.
struct URIReference: Hashable, Sendable {
  var scheme: String?
  var authority: String?
  var path = ""
  var query: String?
  /// The fragment as written, with its percent-encoding.
  var fragment: String?

  init(_ text: String) {
    var rest = text[...]
    if let sign = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: sign)...])
      rest = rest[..<sign]
    }
    if let sign = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: sign)...])
      rest = rest[..<sign]
    }
    if let sign = rest.firstIndex(of: ":"), Self.isScheme(rest[..<sign]) {
      scheme = rest[..<sign].lowercased()
      rest = rest[rest.index(after: sign)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  var text: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  /// The text without the fragment, which identifies a resource.
  var withoutFragment: String {
    var copy = self
    copy.fragment = nil
    return copy.text
  }

  /// Resolves the reference (RFC 3986 §5.2.2). The base can be relative or empty.
  func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme != nil {
      target.path = Self.withoutDots(path)
      return target
    }
    target.scheme = base.scheme
    if authority != nil {
      target.path = Self.withoutDots(path)
      return target
    }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      if query == nil { target.query = base.query }
    } else if path.hasPrefix("/") {
      target.path = Self.withoutDots(path)
    } else if base.authority != nil, base.path.isEmpty {
      target.path = Self.withoutDots("/" + path)
    } else {
      let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? ""
      target.path = Self.withoutDots(folder + path)
    }
    return target
  }

  /// Removes dot segments (RFC 3986 §5.2.4).
  private static func withoutDots(_ path: some StringProtocol) -> String {
    guard path.contains(".") else { return String(path) }
    let isAbsolute = path.hasPrefix("/")
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(isAbsolute ? 1 : 0)
    var kept: [Substring] = []
    for (offset, segment) in segments.enumerated() {
      let isLast = offset == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(Substring(segment))
      }
    }
    return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
  }

  /// ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first | 0x20 >= UInt8(ascii: "a"), first | 0x20 <= UInt8(ascii: "z") else {
      return false
    }
    return text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }
}

extension URIReference {
  /// Decodes a fragment. A `%` that doesn't start an escape is literal.
  static func percentDecoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hexDigit(bytes[index + 1]),
        let low = hexDigit(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
