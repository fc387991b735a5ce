import Crypto
import MockSpecServer
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The contents of the certificates of an authority, and of those that it signs.
enum AuthorityCertificates {
  /// The lifetime of an authority.
  static let lifetime: TimeInterval = 5 * 365 * day
  /// The lifetime of a server's certificate. It begins a day earlier, since the clocks of clients may differ.
  static let leafLifetime: TimeInterval = 30 * day
  static let day: TimeInterval = 86_400

  /// Creates a root, and an issuer that the root signs. The key of the root is discarded.
  ///
  /// - Returns: Both, and the key of the issuer.
  static func make(
    _ hosts: [CertifiedHost], machine: String, now: Date
  ) throws -> (root: Certificate, issuer: Certificate, key: P256.Signing.PrivateKey) {
    let (rootKey, key) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
    let label = "\(machine), \(CertificateTLS.date(Int(now.timeIntervalSince1970)))"
    let rootName = try DistinguishedName { CommonName("MockSpec (\(label))") }
    let root = try authority(
      rootName, .init(rootKey.publicKey), by: rootName, .init(rootKey), issuers: 1, hosts, now: now)
    let issuer = try authority(
      DistinguishedName { CommonName("MockSpec issuer (\(label))") }, .init(key.publicKey), by: rootName,
      .init(rootKey),
      issuers: 0, hosts, now: now)
    return (root, issuer, key)
  }

  private static func authority(
    _ subject: DistinguishedName, _ key: Certificate.PublicKey, by issuer: DistinguishedName,
    _ issuerKey: Certificate.PrivateKey, issuers: Int, _ hosts: [CertifiedHost], now: Date
  ) throws -> Certificate {
    try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key, notValidBefore: now - day, notValidAfter: now + lifetime,
      issuer: issuer, subject: subject,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: issuers))
        Critical(KeyUsage(keyCertSign: true))
        // Servers only: the constraints don't apply to names of other kinds, such as mail addresses.
        try ExtendedKeyUsage([.serverAuth])
        Critical(NameConstraints(permittedSubtrees: hosts.map(\.subtree)))
        SubjectKeyIdentifier(hash: key)
        AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: issuerKey.publicKey).keyIdentifier)
      },
      issuerPrivateKey: issuerKey)
  }

  /// Returns the hosts to which an authority is constrained; `nil` if the certificate isn't an authority's, or has
  /// constraints that aren't created here.
  static func hosts(of certificate: Certificate) -> [CertifiedHost]? {
    guard let found = certificate.extensions[oid: .X509ExtensionID.nameConstraints], found.critical,
      let constraints = try? NameConstraints(found), constraints.excludedSubtrees.isEmpty,
      case .isCertificateAuthority? = try? certificate.extensions.basicConstraints
    else { return nil }
    let hosts = constraints.permittedSubtrees.compactMap { CertifiedHost(subtree: $0) }
    let hasAll = hosts.count == constraints.permittedSubtrees.count
    // A kind of name without a constraint is unconstrained, so the local hosts, which are of all kinds, must be
    // included.
    return hasAll && Set(CertifiedHost.local).isSubset(of: hosts) ? hosts : nil
  }

  /// Signs a certificate of a server.
  static func leaf(
    for names: [GeneralName], _ key: Certificate.PublicKey, by authority: LocalAuthority, now: Date
  ) throws -> Certificate {
    let (issuer, end) = (authority.issuer, min(now + leafLifetime, authority.issuer.notValidAfter))
    return try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key, notValidBefore: now - day, notValidAfter: end,
      issuer: issuer.subject, subject: DistinguishedName { CommonName("MockSpec server") },
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(names)
        AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: issuer.publicKey).keyIdentifier)
      },
      issuerPrivateKey: authority.key)
  }
}
