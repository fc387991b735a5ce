import MockSpecServer
import NIOCore
import NIOSSL

/// Translates the errors of NIOSSL. Must be the handler after NIOSSL's own.
final class TLSFailures: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// The name or the address of the server whose certificate is verified; `nil` for a connection of a client.
  private let host: String?

  init(host: String?) { self.host = host }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOSSLError.uncleanShutdown:
      if host != nil {
        context.fireErrorCaught(TLSError("the connection was closed before the end of the response"))
      }
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      context.fireErrorCaught(TLSError("the certificate of \(host ?? "the client") is for other hosts"))
    case NIOSSLError.unableToValidateCertificate:
      context.fireErrorCaught(TLSError("the certificate of \(host ?? "the client") is for other hosts"))
    case NIOSSLError.handshakeFailed(let error):
      context.fireErrorCaught(TLSError(reason(of: error)))
    case is NIOSSLError, is NIOSSLCloseTimedOutError, is NIOSSLExtraError, is BoringSSLError:
      context.fireErrorCaught(TLSError("TLS failed: \(error)"))
    default:
      context.fireErrorCaught(error)
    }
  }

  private func reason(of error: BoringSSLError) -> String {
    guard case .sslError(let stack) = error, let last = stack.last else { return "the handshake failed" }
    if last == .eofDuringHandshake { return "the connection was closed during the handshake" }
    let name = Self.name(of: last)
    switch name {
    case "CERTIFICATE_VERIFY_FAILED":
      return "the certificate of \(host ?? "the client") isn't trusted, or has expired; "
        + "SSL_CERT_FILE can name a file of certificates to trust"
    case "TLSV1_ALERT_UNKNOWN_CA", "SSLV3_ALERT_CERTIFICATE_UNKNOWN", "SSLV3_ALERT_BAD_CERTIFICATE",
      "SSLV3_ALERT_CERTIFICATE_EXPIRED", "SSLV3_ALERT_UNSUPPORTED_CERTIFICATE":
      return "the client doesn't trust the certificate (\(Self.text(name)))"
    case "DECRYPTION_FAILED_OR_BAD_RECORD_MAC":
      // OpenSSL's clients send the alert about a certificate before they encrypt.
      return host == nil ? "the client ended it; it probably doesn't trust the certificate" : "the handshake failed"
    case "UNSUPPORTED_PROTOCOL", "TLSV1_ALERT_PROTOCOL_VERSION":
      return "the other side doesn't support TLS 1.2 or 1.3"
    case "WRONG_VERSION_NUMBER":
      return "the other side doesn't speak TLS"
    default: return "the handshake failed (\(Self.text(name)))"
    }
  }

  /// Returns the name in an error such as `Error: 123 error:100000f0:SSL routines:OPENSSL_internal:UNSUPPORTED_PROTOCOL at
  /// /…/file.cc:12`.
  private static func name(of error: BoringSSLInternalError) -> String {
    let text = error.description.split(separator: " at ").first ?? ""
    return String(text.split(separator: ":").last ?? "")
  }

  /// Returns `unknown ca` for `TLSV1_ALERT_UNKNOWN_CA`.
  private static func text(_ name: String) -> String {
    let words = name.split(separator: "_").drop { ["TLSV1", "SSLV3", "ALERT"].contains($0) }
    return words.joined(separator: " ").lowercased()
  }
}
