import Foundation
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a load ends, in terms of URLSession.
enum LoadEnding {
  case reply(RenderedReply, sendsBody: Bool, throttle: Throttle? = nil)
  case failure(any Error)
  /// The connection breaks after a part of a reply.
  case broken(RenderedReply, any Error)
  /// A closure of the program ends it; `then` makes the ending from the closure's outcome.
  case closure(ClosureCall, then: @Sendable (Decision.Outcome) -> LoadEnding)
  /// URLSession itself loads the real destination. `body` is the call's, which may come from a stream that can't be read
  /// again; `limit` is the maximum time without any data.
  case passThrough(body: [UInt8], limit: Duration)
  /// The reply of another origin ends it.
  case forward(Forwarding)

  /// Whether the body of the call counts as sent before this ending. It doesn't if the error is one of a call that gets no
  /// connection, or if URLSession sends the body itself.
  var isBodySent: Bool {
    switch self {
    case .passThrough: false
    case .failure(let error as URLError): !Self.withoutConnection.contains(error.code)
    case .failure(let error): !(error is MockSpecError)
    case .reply, .broken, .closure, .forward: true
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

  /// Creates the ending of a connection that breaks, with the error that URLSession reports on Apple platforms, or for
  /// an empty response on Linux.
  ///
  /// - Parameter sendsBody: Whether the part of the body before the break is sent.
  init(_ fault: Fault, _ reply: Reply, sendsBody: Bool, url: URL) {
    let code: URLError.Code =
      switch fault {
      case .connectionReset, .truncatedBody: .networkConnectionLost
      case .emptyResponse: .badServerResponse
      case .malformedChunk: .cannotParseResponse
      case .hang: .timedOut
      }
    let error = URLError(code, userInfo: url.failingURLUserInfo)
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
    case .invalidReply: self = .failure(MockSpecError(.invalidReply, failure.description, url: url))
    }
  }

  static func urlError(_ code: URLError.Code, url: URL) -> LoadEnding {
    .failure(URLError(code, userInfo: url.failingURLUserInfo))
  }
}
