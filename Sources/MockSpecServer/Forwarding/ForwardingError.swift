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

  init(_ reason: String) { self.reason = reason }

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
      self.init("the response isn't valid HTTP/1.1")
    }
  }
}
