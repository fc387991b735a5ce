import MockSpec
package import MockSpecServer
package import NIOCore
import NIOSSL

/// TLS with a certificate and a key from files.
package struct CertificateTLS: ServerTLS {
  /// Limit on the size of a file.
  static let sizeLimit = 1 << 20

  /// A warning if the certificate isn't valid now; `nil` if it is.
  package let warning: String?
  private let context: NIOSSLContext

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - certificate: The path of a PEM file with the certificate, followed by those of the authorities that sign it.
  ///   - key: The path of a PEM file with the private key.
  ///   - folder: The absolute path of the folder for relative paths.
  ///   - now: The time since 1970-01-01 UTC.
  /// - Throws: `TLSFileError` if a file can't be used.
  package init(certificate: String, key: String, in folder: String, now: Duration) throws(TLSFileError) {
    let chain = try Self.chain(certificate, folder)
    let privateKey = try Self.privateKey(key, folder)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.apply()
    do {
      context = try NIOSSLContext(configuration: configuration)
    } catch NIOSSLError.failedToLoadPrivateKey {
      throw TLSFileError("the key in '\(key)' isn't that of the certificate in '\(certificate)'", isOfKey: true)
    } catch NIOSSLError.failedToLoadCertificate {
      // For example, its key usage doesn't allow signing handshakes.
      throw TLSFileError("the certificate in '\(certificate)' isn't one for a server, but perhaps an authority's own")
    } catch {
      throw TLSFileError("the certificate in '\(certificate)' can't be used: \(error)")
    }
    let seconds = now.components.seconds
    warning =
      if chain[0].notValidAfter < seconds {
        "the certificate in '\(certificate)' expired on \(Self.date(chain[0].notValidAfter)); clients won't accept it"
      } else if chain[0].notValidBefore > seconds {
        "the certificate in '\(certificate)' is valid only from \(Self.date(chain[0].notValidBefore))"
      } else {
        nil
      }
  }

  package func makeHandlers() throws -> [any ChannelHandler] {
    [NIOSSLServerHandler(context: context), TLSFailures(host: nil)]
  }

  private static func chain(_ path: String, _ folder: String) throws(TLSFileError) -> [NIOSSLCertificate] {
    let bytes = try TLSFileError.read(path, folder)
    guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty else {
      throw TLSFileError("expected a certificate in PEM format in '\(path)'")
    }
    return chain
  }

  private static func privateKey(_ path: String, _ folder: String) throws(TLSFileError) -> NIOSSLPrivateKey {
    let bytes = try TLSFileError.read(path, folder, isOfKey: true)
    // Encrypted keys of PKCS #8 and of the older formats of OpenSSL contain this word.
    if String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED") {
      throw TLSFileError(
        "the key in '\(path)' is encrypted; write a decrypted one with: openssl pkey -in '\(path)' -out FILE",
        isOfKey: true)
    }
    guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else {
      throw TLSFileError("expected a private key in PEM format in '\(path)'", isOfKey: true)
    }
    return key
  }

  static func date(_ second: Int) -> String { String(CalendarDate(second: second).text.prefix(10)) }
}

extension TLSConfiguration {
  /// Applies the settings that all servers have in common.
  mutating func apply() {
    minimumTLSVersion = .tlsv12
    applicationProtocols = ["h2", "http/1.1"]
    limitShutdown()
  }

  /// Limits the time for which the other side's `close_notify` is awaited. Clients that keep idle connections send it
  /// late or never, and RFC 8446 §6.1 doesn't require it to be awaited.
  mutating func limitShutdown() { shutdownTimeout = .milliseconds(250) }
}

extension TLSFileError {
  static func read(_ path: String, _ folder: String, isOfKey: Bool = false) throws(TLSFileError) -> [UInt8] {
    do throws(FileError) {
      return try FileSystem.read(FilePath.absolute(path, in: folder), limit: CertificateTLS.sizeLimit)
    } catch {
      throw TLSFileError("'\(path)' \(error.reason)", isOfKey: isOfKey)
    }
  }
}
