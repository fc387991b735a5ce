import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An error that prevents a server from starting.
public struct MockServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public struct Reason: Sendable, Hashable {
    enum Code: Sendable, Hashable {
      case portTaken, portOutOfRange, notPermitted, unknownHost, foreignHost, startedTwice
      case other(String)
      /// A socket in the file system, with the whole message.
      case socket(String)
    }

    let code: Code

    /// Another program listens on the port.
    public static let portTaken = Reason(code: .portTaken)
    /// The port isn't in the range 0 to 65535.
    public static let portOutOfRange = Reason(code: .portOutOfRange)
    /// The system reserves the port, for example because it is below 1024.
    public static let notPermitted = Reason(code: .notPermitted)
    /// The host's name has no address.
    public static let unknownHost = Reason(code: .unknownHost)
    /// The address isn't one of this machine.
    public static let foreignHost = Reason(code: .foreignHost)
    /// The server was started or stopped before.
    public static let startedTwice = Reason(code: .startedTwice)
    /// Any other error, with the system's message.
    public static func other(_ message: String) -> Reason { Reason(code: .other(message)) }
    static func socket(_ message: String) -> Reason { Reason(code: .socket(message)) }
  }

  /// The kind of error.
  public let reason: Reason
  /// The host that was requested.
  public let host: String
  /// The port that was requested; 0 means any free port.
  public let port: Int

  init(_ reason: Reason, host: String, port: Int) {
    self.reason = reason
    self.host = host
    self.port = port
  }

  init(_ error: any Error, host: String, port: Int) {
    let reason: Reason =
      switch error {
      case is SocketAddressError.UnknownHost: .unknownHost
      case let error as IOError:
        switch error.errnoCode {
        case EADDRINUSE: .portTaken
        case EACCES, EPERM: .notPermitted
        case EADDRNOTAVAIL: .foreignHost
        default: .other(String(cString: strerror(error.errnoCode)))
        }
      default: .other("\(error)")
      }
    self.init(reason, host: host, port: port)
  }

  /// A message with a way to fix the error.
  public var description: String {
    switch reason.code {
    case .portTaken: "port \(port) on '\(host)' is taken by another program; choose another one, or 0 for a free one"
    case .portOutOfRange: "port \(port) doesn't exist; choose one from 1 to 65535, or 0 for a free one"
    case .notPermitted:
      "port \(port) on '\(host)' is reserved by the system; choose one above 1023, or 0 for a free one"
    case .unknownHost:
      "host '\(host)' has no address; choose 127.0.0.1, localhost, an address of this machine, or 0.0.0.0 for all"
    case .foreignHost: "'\(host)' is not an address of this machine; choose 127.0.0.1, or 0.0.0.0 for all of them"
    case .startedTwice: "this server was started before, and a server can be started only once"
    case .socket(let message): message
    case .other(let message): "can't listen on port \(port) of '\(host)': \(message)"
    }
  }
}
