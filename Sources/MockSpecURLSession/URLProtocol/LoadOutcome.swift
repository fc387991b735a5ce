import Foundation
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The outcome of a load, in terms of URLSession.
enum LoadOutcome {
  case reply(RenderedReply, sendsBody: Bool, throttle: Throttle? = nil)
  case failure(any Error)
  /// The connection breaks after a part of a reply.
  case broken(RenderedReply, any Error)
  /// The outcome isn't known yet.
  case later(PendingOutcome)
  /// A real server answers.
  ///
  /// - Parameters:
  ///   - elsewhere: The request to another origin, without its body; `nil` for the call's own destination.
  ///   - limit: The maximum time until the end of a reply from elsewhere, or else the maximum time without any data.
  case forward(_ elsewhere: URLRequest?, limit: Duration, in: ForwardingSession)

  /// Whether the body of the call counts as sent before this outcome. It doesn't if the call fails without a
  /// connection. Neither does it if a real server gets the body, which is then counted as it is sent.
  var isBodySent: Bool {
    switch self {
    case .forward: false
    case .failure(let error as URLError): !Self.withoutConnection.contains(error.code)
    case .failure(let error): !(error is MockSpecError)
    case .later(let outcome): outcome.isBodySent
    case .reply, .broken: true
    }
  }

  private static let withoutConnection: Set<URLError.Code> = [
    .badURL, .unsupportedURL, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
    .internationalRoamingOff, .callIsActive, .dataNotAllowed, .secureConnectionFailed, .serverCertificateHasBadDate,
    .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
  ]

  init(_ failure: URLFailure, url: URL) {
    var userInfo = url.failingURLUserInfo
    switch failure {
    case .urlError(let name):
      self = .urlError(URLError.Code(name), url: url)
    case .custom(NSURLErrorDomain, let code, let message):
      // An NSError of this domain doesn't arrive as a `URLError` on Linux.
      userInfo[NSLocalizedDescriptionKey] = message
      self = .failure(URLError(URLError.Code(rawValue: code) ?? .unknown, userInfo: userInfo))
    case .custom(let domain, let code, let message):
      userInfo[NSLocalizedDescriptionKey] = message
      self = .failure(NSError(domain: domain, code: code, userInfo: userInfo))
    }
  }

  /// Creates the outcome of a connection that breaks, with the error that the platform's URLSession reports.
  ///
  /// - Parameter sendsBody: Whether the part of the body before the break is sent.
  init(_ fault: Fault, _ reply: Reply, sendsBody: Bool, url: URL) {
    let code: URLError.Code =
      switch fault {
      case .connectionReset: .networkConnectionLost
      case .emptyResponse: .badServerResponse
      case .truncatedBody: .truncatedBody
      case .malformedChunk: .malformedChunk
      case .hang: .timedOut
      }
    let error = URLError(code, at: url)
    guard let part = reply.part(before: fault, sendsBody: sendsBody) else {
      self = .failure(error)
      return
    }
    let sent = RenderedReply(part, of: reply)
    self = part.isWhole ? .reply(sent, sendsBody: false) : .broken(sent, error)
  }

  init(_ failure: ClosureFailure, url: URL) {
    switch failure {
    case .thrown(let error): self = .failure(error)
    case .timedOut: self = .urlError(.timedOut, url: url)
    case .bodyTooLarge: self = .failure(MockSpecError.bodyTooLarge(url: url))
    case .invalidReply: self = .failure(MockSpecError(.invalidReply, failure.description, url: url))
    }
  }

  static func urlError(_ code: URLError.Code, url: URL) -> LoadOutcome {
    .failure(URLError(code, at: url))
  }
}
