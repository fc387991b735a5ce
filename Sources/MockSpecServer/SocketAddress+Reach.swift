import NIOCore

extension SocketAddress {
  /// Of IPv4 the four bytes, also where they are mapped into IPv6; else the sixteen of IPv6.
  private var addressBytes: [UInt8] {
    switch self {
    // Behind the family and the port, and in `sockaddr_in6` the flow information.
    case .v4(let address): withUnsafeBytes(of: address.address) { Array($0[4..<8]) }
    case .v6(let address):
      withUnsafeBytes(of: address.address) { bytes in
        let isMapped = bytes[8..<18].allSatisfy { $0 == 0 } && bytes[18] == 0xFF && bytes[19] == 0xFF
        return Array(isMapped ? bytes[20..<24] : bytes[8..<24])
      }
    case .unixDomainSocket: []
    }
  }

  /// 169.254.0.0/16 (RFC 3927), where clouds keep credentials, and fe80::/10 (RFC 4291 §2.5.6).
  var isLinkLocal: Bool {
    let bytes = addressBytes
    return switch bytes.count {
    case 4: bytes[0] == 169 && bytes[1] == 254
    case 16: bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    default: false
    }
  }

  /// 127.0.0.0/8, ::1, and the unspecified addresses, which connect to this machine as well.
  private var isLoopback: Bool {
    let bytes = addressBytes
    if bytes.count == 4 { return bytes[0] == 127 || bytes.allSatisfy { $0 == 0 } }
    return bytes.dropLast().allSatisfy { $0 == 0 } && (bytes.last ?? 2) <= 1
  }

  /// Whether a connection to this address would end at a server that was reached at `local`.
  func leads(to local: SocketAddress) -> Bool {
    port == local.port && (isLoopback || addressBytes == local.addressBytes)
  }
}
