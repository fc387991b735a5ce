import Crypto
import Foundation
import MockSpec
import SwiftASN1
import TestSupport
import X509

@testable import MockSpecTLS

/// Certificates that a test makes.
enum TestCertificates {
  /// Signs a certificate with its own key.
  ///
  /// - Parameter lifetime: From when until when it is valid, in seconds from now.
  static func selfSigned(
    _ names: [GeneralName] = [.dnsName("localhost")], _ lifetime: (TimeInterval, TimeInterval) = (-60, 3_600)
  ) throws -> (certificate: String, key: String) {
    let key = P256.Signing.PrivateKey()
    let name = try DistinguishedName { CommonName("test") }
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: Date() + lifetime.0,
      notValidAfter: Date() + lifetime.1, issuer: name, subject: name,
      extensions: Certificate.Extensions { SubjectAlternativeNames(names) }, issuerPrivateKey: .init(key))
    return (try certificate.serializeAsPEM().pemString, key.pemRepresentation)
  }

  /// Writes a certificate and its key to files, and returns the TLS with them.
  static func tls(_ names: [GeneralName], in folder: TemporaryFolder) throws -> CertificateTLS {
    let (certificate, key) = try selfSigned(names)
    try folder.write(certificate, to: "cert.pem")
    try folder.write(key, to: "key.pem")
    return try CertificateTLS(certificate: "cert.pem", key: "key.pem", in: folder.path, now: .now)
  }
}

extension GeneralName {
  static let loopback = GeneralName.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))
}

extension Duration {
  static var now: Duration { .seconds(Date().timeIntervalSince1970) }
}
