import Foundation
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The reason why a call of a mock server's control API has failed.
enum ServerFailure: Error {
  /// The server doesn't know a name.
  case unknownName(String)
  /// The server refuses items of a collection.
  case invalidItems(String)
  /// The server can't be called. The values are a summary and a way to fix this.
  case unavailable(String, help: String)

  var message: String {
    switch self {
    case .unknownName(let reason), .invalidItems(let reason): reason
    case .unavailable(let reason, let help): reason + "\n" + help
    }
  }

  /// The error that callers of an interceptor get.
  func error(url: URL?) -> any Error {
    switch self {
    case .unknownName(let reason): UnknownNameError(reason)
    case .invalidItems(let reason): MockItemsError(reason)
    case .unavailable: MockSpecError(.serverUnavailable, message, url: url)
    }
  }
}

extension ServerFailure {
  private static let realNetwork = "calls aren't sent to the real network instead"

  /// The codes of connections without a reply.
  private static let unreached: Set<URLError.Code> = [
    .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .networkConnectionLost, .notConnectedToInternet, .timedOut,
  ]

  static func connection(_ error: URLError, _ server: MockServerURL) -> ServerFailure {
    let code = error.code.name?.rawValue ?? "\(error.code.rawValue)"
    let reason = "the mock server \(server) can't be reached (\(code))"
    #if canImport(Darwin)
      if error.code == .appTransportSecurityRequiresSecureConnection {
        return .unavailable(
          reason, help: "set NSAllowsLocalNetworking below NSAppTransportSecurity in the app's Info.plist")
      }
    #endif
    guard unreached.contains(error.code) else {
      return .unavailable(
        "the call of the mock server \(server) has failed (\(code))",
        help: "check that 'mockspec serve' listens there; \(realNetwork)")
    }
    return .unavailable(reason, help: "start it with 'mockspec serve', or check the URL; \(realNetwork)")
  }

  static func silent(_ server: MockServerURL, after limit: Duration) -> ServerFailure {
    .unavailable("the mock server \(server) hasn't answered within \(limit)", help: "check it; \(realNetwork)")
  }

  static func tooLarge(_ server: MockServerURL, limit: Int) -> ServerFailure {
    .unavailable(
      "an answer of the mock server \(server) is larger than \(limit >> 20) MiB", help: "serve a smaller body")
  }

  static func incomprehensible(_ server: MockServerURL, _ error: any Error) -> ServerFailure {
    .unavailable(
      "an answer of the mock server \(server) can't be read: \(reason(error))",
      help: "use the same version of MockSpec in the app and in 'mockspec serve'")
  }

  private static func reason(_ error: any Error) -> String {
    guard case .dataCorrupted(let context)? = error as? DecodingError else { return "\(error)" }
    return context.debugDescription
  }

  /// - Parameters:
  ///   - status: The status of a reply that isn't a success.
  ///   - body: Its body: a problem (RFC 9457), unless the reply isn't one of a control API.
  init(status: Int, body: Data, _ server: MockServerURL) {
    guard let problem = try? JSONDecoder().decode(Problem.self, from: body) else {
      // The body can be missing, since that of a 401 that requests other credentials can't be read.
      self = .unavailable(
        "\(server) isn't a mock server with a control API: it answered with \(status)",
        help: "use the URL that 'mockspec serve' prints, and that of the control API if it is another one")
      return
    }
    switch problem.code {
    case "unknown-name": self = .unknownName(problem.detail)
    case "invalid-items", "full": self = .invalidItems(problem.detail)
    case "unauthorized":
      self = .unavailable(
        "the mock server \(server) refuses the token: \(problem.detail)",
        help: "pass the server's token as 'token', or in the environment as MOCKSPEC_TOKEN")
    case "unknown-resource", "method-not-allowed":
      self = .unavailable(
        "the mock server \(server) doesn't decide calls of apps: \(problem.detail)",
        help: "use the same version of MockSpec in the app and in 'mockspec serve'")
    default:
      self = .unavailable("the mock server \(server) refuses the call: \(problem.detail)", help: Self.realNetwork)
    }
  }

  private struct Problem: Decodable {
    let code: String
    let detail: String
  }
}
