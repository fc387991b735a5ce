import MockSpec
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The reason why a call couldn't be forwarded.
struct ForwardingError: Error {
  let reason: String
  /// Whether calls to this address are never made.
  let isRefusal: Bool

  init(_ reason: String, isRefusal: Bool = false) { (self.reason, self.isRefusal) = (reason, isRefusal) }

  static let closedEarly = ForwardingError("the connection was closed before the end of the response")

  /// Creates the error for a connection that couldn't be established.
  init(connecting origin: Origin, _ error: any Error) {
    let attempts = (error as? NIOConnectionError)?.connectionErrors.map(\.error) ?? [error]
    let reasons = attempts.map { error in
      switch error {
      case let error as IOError: String(cString: strerror(error.errnoCode))
      case ChannelError.connectTimeout: "no answer in time"
      default: "the connection failed"
      }
    }
    let listed = reasons.joined(separator: ", ")
    self.init(reasons.isEmpty ? "\(origin) has no address" : "\(origin) can't be reached: \(listed)")
  }

  /// Creates the error for a connection that failed after it was established, or whose bytes can't be decoded.
  init(receiving error: any Error) {
    switch error {
    case let error as TLSError:
      self.init(error.reason)
    case let error as IOError where error.errnoCode == ECONNRESET:
      self.init("the connection was reset before the end of the response")
    case let error as IOError:
      self.init("the connection failed before the end of the response: \(String(cString: strerror(error.errnoCode)))")
    case HTTPParserError.invalidEOFState:
      self = .closedEarly
    case HTTPParserError.headerOverflow:
      self.init("the header fields of the response are too large, or too many")
    default:
      let flaw = (error as? HTTPParserError).map(Self.flaw)
      self.init("the response isn't valid HTTP/1.1" + (flaw.map { ": \($0)" } ?? ""))
    }
  }

  /// Returns what is wrong with a response.
  private static func flaw(_ error: HTTPParserError) -> String {
    switch error {
    case .invalidConstant:
      "it doesn't begin with 'HTTP/'; the origin can be one for HTTPS, for HTTP/2 alone, or for another protocol"
    case .invalidVersion: "its version isn't 1.0 or 1.1"
    case .invalidStatus: "its first line has no status of three digits"
    case .invalidHeaderToken: "a header field has no name, or a character that isn't allowed"
    case .invalidContentLength: "its 'Content-Length' isn't a number"
    case .unexpectedContentLength: "it has several of 'Content-Length' and 'Transfer-Encoding'"
    case .invalidChunkSize: "the size of a chunk isn't a hexadecimal number"
    case .strictModeAssertion, .lfExpected, .unknown: "a line doesn't end with CRLF"
    case .closedConnection, .trailingGarbage: "other bytes follow its end"
    default: "it can't be read"
    }
  }
}
