import Crypto
import MockSpec
import MockSpecServer
package import NIOCore
import NIOSSL
import SwiftASN1
import Synchronization
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// TLS with certificates that a local authority signs when clients ask for their hosts.
///
/// All certificates have one key, which is made at the start and never stored.
package final class AuthorityTLS: ServerTLS, TunnelTLS {
  /// The maximum number of certificates that are kept.
  static let cacheLimit = 256

  private let signer: Signer
  private let context: NIOSSLContext

  /// - Parameter onlyHTTP1: Whether clients can't negotiate another version of HTTP.
  package init(_ authority: LocalAuthority, onlyHTTP1: Bool = false) throws {
    signer = try Signer(authority)
    let certificates = try signer.certificates(for: nil)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificates, privateKey: signer.privateKey)
    configuration.apply()
    if onlyHTTP1 { configuration.applicationProtocols = ["http/1.1"] }
    configuration.sslContextCallback = { [signer] values, promise in
      promise.completeWith(
        Result {
          var change = NIOSSLContextConfigurationOverride()
          change.certificateChain = try signer.certificates(for: values.serverHostname)
          change.privateKey = signer.privateKey
          return change
        })
    }
    context = try NIOSSLContext(configuration: configuration)
  }

  package func refusal(of host: String) -> String? {
    if signer.canCertify(host) { return nil }
    return "the local authority isn't for \(host); replace it with one that 'mockspec certificate \(host)' creates"
  }

  package func makeHandlers() throws -> [any ChannelHandler] {
    [NIOSSLServerHandler(context: context), TLSFailures(host: nil)]
  }
}

/// Signs certificates, and keeps them.
final class Signer: Sendable {
  private struct Kept: Sendable {
    let certificates: [NIOSSLCertificateSource]
    /// The time from which on another one is signed.
    let end: Date
  }

  let privateKey: NIOSSLPrivateKeySource
  private let authority: LocalAuthority
  private let publicKey: Certificate.PublicKey
  private let issuer: NIOSSLCertificateSource
  private let now: @Sendable () -> Date
  /// By name; empty for the certificate with all hosts of the authority.
  private let kept = Mutex<[String: Kept]>([:])

  var count: Int { kept.withLock { $0.count } }

  init(_ authority: LocalAuthority, now: @escaping @Sendable () -> Date = { Date() }) throws {
    let key = P256.Signing.PrivateKey()
    privateKey = .privateKey(try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem))
    publicKey = .init(key.publicKey)
    issuer = try Self.source(authority.issuer)
    self.authority = authority
    self.now = now
  }

  func canCertify(_ host: String) -> Bool {
    guard let host = try? CertifiedHost(host) else { return false }
    return authority.includes(host)
  }

  /// Returns the certificate of a host with that of its issuer.
  ///
  /// The certificate for a name has no addresses, since clients with BoringSSL refuse any address below a constraint.
  ///
  /// - Parameter name: The name that the client requests (RFC 6066 §3); `nil` if it requests none, for example since it
  ///   connects to an address. Without a name, the certificate has all hosts of the authority. For a name outside the
  ///   constraints, it has them, too, so that the client reports the mismatch.
  func certificates(for name: String?) throws -> [NIOSSLCertificateSource] {
    var name = name?.lowercased() ?? ""
    if (try? CertifiedHost(name)) == nil || !authority.hosts.contains(where: { $0.includes(name) }) { name = "" }
    let now = now()
    return try kept.withLock { kept in
      if let found = kept[name], now < found.end { return found.certificates }
      let names = name.isEmpty ? authority.hosts.map(\.generalName) : [.dnsName(name)]
      let leaf = try AuthorityCertificates.leaf(for: names, publicKey, by: authority, now: now)
      let made = Kept(
        certificates: [try Self.source(leaf), issuer], end: now + AuthorityCertificates.leafLifetime / 2)
      if kept.count >= AuthorityTLS.cacheLimit, let other = kept.keys.first(where: { !$0.isEmpty }) {
        kept[other] = nil
      }
      kept[name] = made
      return made.certificates
    }
  }

  private static func source(_ certificate: Certificate) throws -> NIOSSLCertificateSource {
    .certificate(try NIOSSLCertificate(bytes: Array(certificate.serializeAsPEM().derBytes), format: .der))
  }
}
