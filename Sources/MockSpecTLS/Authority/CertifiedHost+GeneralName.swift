import MockSpecServer
import SwiftASN1
import X509

extension CertifiedHost {
  /// Reads a subtree of name constraints; `nil` if it is neither a name nor a single address.
  init?(subtree: GeneralName) {
    switch subtree {
    case .dnsName(let name): self = .name(name)
    case .ipAddress(let range):
      let half = range.bytes.count / 2
      guard half == 4 || half == 16, range.bytes.suffix(half).allSatisfy({ $0 == 0xFF }) else { return nil }
      self = .address(Array(range.bytes.prefix(half)))
    default: return nil
    }
  }

  /// The subtree of name constraints (RFC 5280 §4.2.1.10).
  var subtree: GeneralName {
    switch self {
    case .name(let name): .dnsName(name)
    case .address(let bytes):
      .ipAddress(ASN1OctetString(contentBytes: (bytes + [UInt8](repeating: 0xFF, count: bytes.count))[...]))
    }
  }

  /// The name in a certificate.
  var generalName: GeneralName {
    switch self {
    case .name(let name): .dnsName(name)
    case .address(let bytes): .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
    }
  }
}
