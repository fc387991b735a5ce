import MockSpec
import MockSpecServer
package import NIOCore
import NIOSSL
import Synchronization

/// TLS on connections to servers whose certificates are verified, with their host names.
///
/// The authorities are read when the first connection needs them, since that takes some milliseconds: those of the system, or
/// those in the file that `SSL_CERT_FILE` names, as with OpenSSL.
package final class VerifyingTLS: ClientTLS {
  private let file: String?
  private let added: [String]
  private let context = Mutex<NIOSSLContext?>(nil)

  /// - Parameters:
  ///   - file: The absolute path of a PEM file with the certificates of authorities; `nil` for those of the system.
  ///   - added: The absolute paths of files with more of them.
  package init(file: String?, added: [String] = []) {
    self.file = file
    self.added = added
  }

  package func makeHandlers(host: String) throws -> [any ChannelHandler] {
    let context = try context.withLock { context in
      if let context { return context }
      let made = try makeContext()
      context = made
      return made
    }
    // An address isn't sent to the server (RFC 6066 §3); it is compared with that of the connection.
    let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
    let handler = try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    return [handler, TLSFailures(host: host)]
  }

  private func makeContext() throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    configuration.limitShutdown()
    if let file { configuration.trustRoots = .certificates(try certificates(file)) }
    configuration.additionalTrustRoots = try added.map { .certificates(try certificates($0)) }
    return try NIOSSLContext(configuration: configuration)
  }

  private func certificates(_ path: String) throws -> [NIOSSLCertificate] {
    do {
      let bytes = try FileSystem.read(path, limit: 16 << 20)
      return try NIOSSLCertificate.fromPEMBytes(bytes)
    } catch let error as FileError {
      throw TLSError("the file of trusted certificates '\(path)' \(error.reason)")
    } catch {
      throw TLSError("expected certificates in PEM format in '\(path)'")
    }
  }
}
