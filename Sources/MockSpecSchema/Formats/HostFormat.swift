/// Host names, IP addresses and email addresses.
enum HostFormat {
  typealias Text = Slice<UnsafeBufferPointer<UInt8>>

  /// RFC 1123 §2.1.
  static func isHostname(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { isHostname(bytes[...]) }

  private static func isHostname(_ bytes: Text) -> Bool {
    guard bytes.count <= 253 else { return false }
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      !label.isEmpty && label.count <= 63 && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
        && label.allSatisfy { ByteScanner.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        && hasValidHyphens(label)
    }
  }

  /// Checks hyphens in the third and fourth position, which are reserved for international names (RFC 5891 §4.2.3.1).
  private static func hasValidHyphens(_ label: Text) -> Bool {
    guard label.count >= 4, label.dropFirst(2).prefix(2).allSatisfy({ $0 == UInt8(ascii: "-") }) else { return true }
    return label.prefix(2).elementsEqual("xn".utf8, by: { $0 | 0x20 == $1 }) && label.count > 4
  }

  static func isIPv4(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { isIPv4(bytes[...]) }

  /// RFC 2673 §3.2. Leading zeros are invalid, because some parsers read them as octal.
  private static func isIPv4(_ bytes: Text) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard (1...3).contains(part.count), part.allSatisfy(ByteScanner.isDigit) else { return false }
        if part.count > 1, part.first == UInt8(ascii: "0") { return false }
        return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } < 256
      }
  }

  static func isIPv6(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { isIPv6(bytes[...]) }

  /// RFC 4291 §2.2.
  static func isIPv6(_ bytes: Text) -> Bool {
    let colon = UInt8(ascii: ":")
    var halves: [Text] = [bytes]
    if let gap = zip(bytes.indices, bytes.indices.dropFirst()).first(where: { bytes[$0] == colon && bytes[$1] == colon }
    ) {
      halves = [bytes[..<gap.0], bytes[(gap.1 + 1)...]]
    }
    var groups = 0
    for (position, half) in halves.enumerated() where !half.isEmpty {
      let parts = half.split(separator: colon, omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        let isLast = position == halves.count - 1 && index == parts.count - 1
        if isLast, part.contains(UInt8(ascii: ".")), isIPv4(part) {
          groups += 2
        } else if (1...4).contains(part.count), part.allSatisfy(ByteScanner.isHexDigit) {
          groups += 1
        } else {
          return false
        }
      }
    }
    return halves.count == 2 ? groups < 8 : groups == 8
  }

  /// RFC 5321 §4.1.2.
  static func isEmail(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    let name = bytes[..<at]
    guard isDotted(name) || isQuoted(name) else { return false }
    let host = bytes[(at + 1)...]
    guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]"), host.count > 2 else {
      return isHostname(host)
    }
    let address = host.dropFirst().dropLast()
    return address.starts(with: "IPv6:".utf8) ? isIPv6(address.dropFirst(5)) : isIPv4(address)
  }

  private static func isDotted(_ name: Text) -> Bool {
    let atoms = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return atoms.allSatisfy { atom in
      !atom.isEmpty && atom.allSatisfy { ByteScanner.isLetterOrDigit($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
    }
  }

  private static func isQuoted(_ name: Text) -> Bool {
    guard name.count >= 2, name.first == UInt8(ascii: "\""), name.last == UInt8(ascii: "\"") else { return false }
    var isEscaped = false
    for byte in name.dropFirst().dropLast() {
      guard (0x20...0x7E).contains(byte) else { return false }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        return false
      }
    }
    return !isEscaped
  }
}
