/// The formats that are checked if `format` is an assertion (Validation §7.3). Other formats are ignored.
enum Format: String, CaseIterable, Sendable {
  case dateTime = "date-time"
  case date, time, duration
  case email, hostname, ipv4, ipv6
  case uri
  case uriReference = "uri-reference"
  case uuid
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = ByteScanner(bytes)
    return switch self {
    case .dateTime: scanner.takeDateTime() && scanner.isAtEnd
    case .date: scanner.takeDate() && scanner.isAtEnd
    case .time: scanner.takeTime() && scanner.isAtEnd
    case .duration: scanner.takeDuration() && scanner.isAtEnd
    case .email: HostFormat.isEmail(bytes)
    case .hostname: HostFormat.isHostname(bytes)
    case .ipv4: HostFormat.isIPv4(bytes)
    case .ipv6: HostFormat.isIPv6(bytes)
    case .uri: URIFormat.isURI(bytes)
    case .uriReference: URIFormat.isReference(bytes)
    case .uuid: scanner.takeUUID() && scanner.isAtEnd
    case .jsonPointer: Self.isJSONPointer(bytes)
    case .relativeJSONPointer: Self.isRelativePointer(bytes)
    case .regex: Self.isRegularExpression(bytes)
    }
  }

  /// RFC 6901 §3.
  private static func isJSONPointer(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    guard first == UInt8(ascii: "/") else { return false }
    var isEscape = false
    for byte in bytes {
      if isEscape, byte != UInt8(ascii: "0"), byte != UInt8(ascii: "1") { return false }
      isEscape = byte == UInt8(ascii: "~")
    }
    return !isEscape
  }

  private static func isRelativePointer(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = bytes.prefix { $0 &- UInt8(ascii: "0") < 10 }
    guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else { return false }
    let rest = bytes.dropFirst(digits.count)
    return rest.count == 1 && rest.first == UInt8(ascii: "#") || isJSONPointer(rest)
  }

  /// Checks the syntax of a pattern. Valid patterns with features that this engine doesn't support pass.
  private static func isRegularExpression(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let pattern = String(decoding: bytes, as: UTF8.self)
    do throws(RegularExpressionError) {
      _ = try RegularExpression(pattern)
      return true
    } catch {
      switch error.kind {
      // Flags are valid only for a group, as in `(?i:a)`.
      case .unsupported(.flags):
        let rest = pattern.unicodeScalars.dropFirst(error.range.upperBound)
        return rest.drop { "ims-".unicodeScalars.contains($0) }.first == ":"
      case .unsupported, .nestedTooDeeply, .tooLarge, .unavailableProperty: return true
      default: return false
      }
    }
  }
}
