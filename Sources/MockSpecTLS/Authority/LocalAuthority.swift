import Crypto
import MockSpec
package import MockSpecServer
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An authority that signs certificates for hosts of a developer's machine.
///
/// There are two certificates. Clients trust the root. Its key signs the issuer when both are created, and is never
/// stored. The issuer's key is in the folder, and signs the certificates of servers. Both certificates are constrained
/// to the authority's hosts: clients may ignore the constraints of roots, since RFC 5280 §6.1 only requires those of
/// issuers to be applied.
package struct LocalAuthority: CertificateAuthority {
  /// The names of the files in the folder.
  enum File {
    static let root = "root.pem"
    static let issuer = "issuer.pem"
    static let key = "issuer-key.pem"
  }

  /// The folder, which only its owner can access.
  package let folder: String
  /// The hosts to which certificates are constrained.
  package let hosts: [CertifiedHost]
  let issuer: Certificate
  let key: Certificate.PrivateKey

  /// The path of the certificate that clients trust.
  package var root: String { FilePath.join(folder, File.root) }
  /// The last day on which certificates are valid, such as `2031-01-31`.
  package var lastDay: String { CertificateTLS.date(Int(issuer.notValidAfter.timeIntervalSince1970)) }

  /// Creates an authority in a new folder.
  ///
  /// The folder appears with all files in it. If several processes create it at the same time, one succeeds, and the
  /// others throw `LocalAuthorityError.exists`.
  ///
  /// - Parameters:
  ///   - folder: The absolute path of the folder, whose parents are made if they don't exist.
  ///   - hosts: The hosts to which certificates are constrained.
  ///   - machine: The name of the machine, which the name of the root contains.
  ///   - now: The current time.
  package static func create(
    in folder: String, hosts: [CertifiedHost], machine: String, now: Date = Date()
  ) throws(LocalAuthorityError) -> LocalAuthority {
    let (root, issuer, key): (Certificate, Certificate, P256.Signing.PrivateKey)
    let texts: [(name: String, text: String)]
    do {
      (root, issuer, key) = try AuthorityCertificates.make(hosts, machine: machine, now: now)
      texts = [
        (File.root, try root.serializeAsPEM().pemString), (File.issuer, try issuer.serializeAsPEM().pemString),
        (File.key, key.pemRepresentation),
      ]
    } catch {
      throw .unusable("the certificates of the authority can't be made: \(error)")
    }
    try AuthorityFolder.create(folder, texts)
    return LocalAuthority(folder: folder, hosts: hosts, issuer: issuer, key: .init(key))
  }

  /// Removes the files of processes that were ended while they created an authority in a folder.
  package static func removeRemains(of folder: String, now: Date = Date()) {
    AuthorityFolder.removeRemains(
      of: folder, [File.root, File.issuer, File.key], now: Int(now.timeIntervalSince1970))
  }

  /// Reads an authority.
  ///
  /// - Throws: `LocalAuthorityError` if there is none, if users other than its owner can access it, or if it isn't
  ///   complete.
  package static func open(_ folder: String, now: Date = Date()) throws(LocalAuthorityError) -> LocalAuthority {
    let texts = try AuthorityFolder.read(folder, [File.root, File.issuer], secret: File.key)
    let (root, issuer): (Certificate, Certificate)
    let key: Certificate.PrivateKey
    do {
      (root, issuer) = (try Certificate(pemEncoded: texts[0]), try Certificate(pemEncoded: texts[1]))
      key = try Certificate.PrivateKey(pemEncoded: texts[2])
    } catch {
      throw .unusable("the authority in '\(folder)' is damaged; \(LocalAuthorityError.advice(folder))")
    }
    guard let hosts = AuthorityCertificates.hosts(of: issuer), key.publicKey == issuer.publicKey,
      root.publicKey.isValidSignature(issuer.signature, for: issuer)
    else {
      throw .unusable(
        "the files in '\(folder)' don't belong together, or weren't made by 'mockspec certificate'; "
          + LocalAuthorityError.advice(folder))
    }
    let authority = LocalAuthority(folder: folder, hosts: hosts, issuer: issuer, key: key)
    guard issuer.notValidAfter > now else {
      throw .unusable(
        "the authority in '\(folder)' expired on \(authority.lastDay); \(LocalAuthorityError.advice(folder))")
    }
    return authority
  }

  package func includes(_ host: CertifiedHost) -> Bool {
    switch host {
    case .name(let name): hosts.contains { $0.includes(name) }
    case .address: hosts.contains(host)
    }
  }

  package func serverTLS(onlyHTTP1: Bool) throws -> any TunnelTLS { try AuthorityTLS(self, onlyHTTP1: onlyHTTP1) }
}
