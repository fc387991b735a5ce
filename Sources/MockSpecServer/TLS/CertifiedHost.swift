import MockSpec
import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A host for which an authority can sign certificates: a name with all names below it, or an address.
package enum CertifiedHost: Sendable, Hashable, CustomStringConvertible {
  /// A name in lower case.
  case name(String)
  /// The 4 bytes of an IPv4 address, or the 16 bytes of an IPv6 address.
  case address([UInt8])

  /// The hosts of every authority, which lead to the machine itself.
  package static let local: [CertifiedHost] = [
    .name("localhost"), .address([127, 0, 0, 1]), .address([UInt8](repeating: 0, count: 15) + [1]),
  ]

  /// Parses a host.
  ///
  /// - Throws: `TLSFileError` if the text is no host, or covers too many others.
  package init(_ text: String) throws(TLSFileError) {
    let host = text.lowercased()
    if let address = Self.bytes(ofAddress: host.withoutBrackets) {
      self = .address(address)
      return
    }
    if host.hasPrefix("*.") {
      throw TLSFileError(
        "expected a host without a wildcard, found '\(text)'; '\(host.dropFirst(2))' includes the names below it")
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard host.utf8.count <= 253, labels.allSatisfy({ Self.isLabel($0) }), labels.last?.allSatisfy(\.isNumber) == false
    else {
      throw TLSFileError("expected a host name or an IP address, without a port, found '\(text)'")
    }
    guard labels.count > 1 || host == "localhost" else {
      throw TLSFileError(
        "'\(text)' would include all names that end with '.\(host)'; name a host of at least two labels")
    }
    self = .name(host)
  }

  /// Returns whether certificates for a name in lower case are within this host.
  package func includes(_ name: String) -> Bool {
    if case .name(let own) = self { name == own || name.hasSuffix("." + own) } else { false }
  }

  package var description: String {
    switch self {
    case .name(let name): name
    case .address(let bytes):
      (try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0))?.ipAddress ?? ""
    }
  }

  /// Returns whether a text is a label of a host name. Other names than in ASCII are written as `xn--…`.
  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }
  }

  private static func bytes(ofAddress text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
  }
}
