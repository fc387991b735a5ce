import MockSpec
import NIOCore

extension SocketAddress {
  /// The 4 bytes of an IPv4 address, also if it is mapped into IPv6 or translated (RFC 6052 §2.1), or the 16 bytes of an IPv6
  /// address.
  private var addressBytes: [UInt8] {
    switch self {
    // The address follows the family and the port, and in `sockaddr_in6` also the flow information.
    case .v4(let address): withUnsafeBytes(of: address.address) { Array($0[4..<8]) }
    case .v6(let address):
      withUnsafeBytes(of: address.address) { bytes in
        let isMapped = bytes[8..<18].allSatisfy { $0 == 0 } && bytes[18] == 0xFF && bytes[19] == 0xFF
        let isTranslated = bytes[8..<20].elementsEqual([0, 0x64, 0xFF, 0x9B] + Array(repeating: 0, count: 8))
        return Array(isMapped || isTranslated ? bytes[20..<24] : bytes[8..<24])
      }
    case .unixDomainSocket: []
    }
  }

  /// Whether the address is in 169.254.0.0/16 (RFC 3927), where cloud providers serve credentials, or in fe80::/10
  /// (RFC 4291 §2.5.6).
  var isLinkLocal: Bool {
    let bytes = addressBytes
    return switch bytes.count {
    case 4: bytes[0] == 169 && bytes[1] == 254
    case 16: bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    default: false
    }
  }

  /// Whether the address is in 127.0.0.0/8, ::1, or an unspecified address, which also connects to this machine.
  var isLoopback: Bool {
    let bytes = addressBytes
    if bytes.count == 4 { return bytes[0] == 127 || bytes.allSatisfy { $0 == 0 } }
    return bytes.dropLast().allSatisfy { $0 == 0 } && (bytes.last ?? 2) <= 1
  }

  /// Whether the address is 0.0.0.0 or ::, on which a server listens on all addresses.
  var isUnspecified: Bool { !addressBytes.isEmpty && addressBytes.allSatisfy { $0 == 0 } }

  func isSameHost(as other: SocketAddress) -> Bool { !addressBytes.isEmpty && addressBytes == other.addressBytes }

  /// Returns whether a connection to this address would reach the server that a client has reached at `local`.
  func leads(to local: SocketAddress) -> Bool {
    port == local.port && (isLoopback || addressBytes == local.addressBytes)
  }
}

extension MockCall {
  /// Returns whether the call's host and port are the address at which the server was reached.
  func names(_ local: SocketAddress?) -> Bool {
    guard let local, let host, let localPort = local.port, port ?? Origin.defaultPort(of: scheme) == localPort else {
      return false
    }
    return host == "localhost"
      || (try? SocketAddress(ipAddress: host.withoutBrackets, port: localPort))?.leads(to: local) == true
  }
}
