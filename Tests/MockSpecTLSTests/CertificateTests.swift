import Foundation
import MockSpecServer
import TestSupport
import Testing
import X509

@testable import MockSpecTLS

/// Certificates and keys from files.
struct CertificateTests {
  private func failure(_ folder: TemporaryFolder, _ certificate: String = "cert.pem", _ key: String = "key.pem")
    -> String
  {
    do throws(TLSFileError) {
      _ = try CertificateTLS(certificate: certificate, key: key, in: folder.path, now: .now)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func `files that can't be used are errors with their path`() throws {
    let folder = try TemporaryFolder()
    let (certificate, key) = try TestCertificates.selfSigned()
    try folder.write(certificate, to: "cert.pem")
    try folder.write(key, to: "key.pem")
    try folder.write(try TestCertificates.selfSigned().key, to: "other.pem")
    try folder.write("text", to: "text.pem")
    try folder.write(
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMA==\n-----END ENCRYPTED PRIVATE KEY-----\n", to: "pkcs8.pem")
    try folder.write(
      "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMA==\n-----END RSA PRIVATE KEY-----\n", to: "old.pem")
    #expect(failure(folder) == "")
    #expect(failure(folder, "none.pem") == "'none.pem' doesn't exist")
    #expect(failure(folder, "cert.pem", ".") == "'.' is a folder")
    #expect(failure(folder, "key.pem") == "expected a certificate in PEM format in 'key.pem'")
    #expect(failure(folder, "cert.pem", "text.pem") == "expected a private key in PEM format in 'text.pem'")
    #expect(
      failure(folder, "cert.pem", "other.pem") == "the key in 'other.pem' isn't that of the certificate in 'cert.pem'")
    for name in ["pkcs8.pem", "old.pem"] {
      #expect(
        failure(folder, "cert.pem", name).hasPrefix("the key in '\(name)' is encrypted; write a decrypted one with: "))
    }
  }

  @Test func `a certificate that isn't valid now is a warning`() throws {
    let folder = try TemporaryFolder()
    func warning(_ from: TimeInterval, _ to: TimeInterval) throws -> String? {
      let (certificate, key) = try TestCertificates.selfSigned([.dnsName("localhost")], (from, to))
      try folder.write(certificate, to: "cert.pem")
      try folder.write(key, to: "key.pem")
      return try CertificateTLS(certificate: "cert.pem", key: "key.pem", in: folder.path, now: .now).warning
    }
    #expect(try warning(-60, 60) == nil)
    #expect(try warning(-100, -10)?.hasPrefix("the certificate in 'cert.pem' expired on 20") == true)
    #expect(try warning(100, 200)?.hasPrefix("the certificate in 'cert.pem' is valid only from 20") == true)
  }
}
