import Foundation
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The outcome of a load, in terms of URLSession.
enum LoadOutcome {
  /// - Parameter pieces: The pieces of the body; `nil` to send it at once.
  case reply(RenderedReply, sendsBody: Bool, pieces: BodyPieces? = nil)
  case failure(any Error)
  /// Code makes the body while it is sent.
  case stream(PieceStream, of: RenderedReply)
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
    case .reply, .stream, .broken: true
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

  /// Creates the outcome of a reply.
  init(_ delivery: Delivery, of reply: Reply, url: URL) {
    switch delivery {
    case .whole(let sendsBody): self = .reply(reply.form(), sendsBody: sendsBody)
    case .pieces(let pieces): self = .reply(reply.form(), sendsBody: true, pieces: pieces)
    case .stream(let stream): self = .stream(stream, of: reply.form())
    case .part(let part):
      let sent = RenderedReply(part)
      self = part.isWhole ? .reply(sent, sendsBody: false) : .broken(sent, URLError(part.fault, at: url))
    case .nothing(let fault): self = .failure(URLError(fault, at: url))
    }
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

extension URLError {
  /// Creates the error that the platform's URLSession reports for a connection that breaks.
  init(_ fault: Fault, at url: URL) {
    let code: Code =
      switch fault {
      case .connectionReset: .networkConnectionLost
      case .emptyResponse: .badServerResponse
      case .truncatedBody: .truncatedBody
      case .malformedChunk: .malformedChunk
      case .hang: .timedOut
      }
    self.init(code, at: url)
  }
}
