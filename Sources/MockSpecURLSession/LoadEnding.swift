import Foundation
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a load ends, in URLSession's own terms.
enum LoadEnding {
  case reply(RenderedReply, sendsBody: Bool)
  case failure(any Error)
  /// By a closure of the program.
  case closure(ClosureReply)
  /// By URLSession itself, from the real destination. The body is that of the request, which may have come from a
  /// stream and so can't be read again.
  case passThrough(body: [UInt8])

  init(_ failure: URLFailure, url: URL) {
    var userInfo = url.failingURLUserInfo
    switch failure {
    case .urlError(let name):
      self = .urlError(URLError.Code(name: name), url: url)
    case .custom(NSURLErrorDomain, let code, let message):
      // An NSError of this domain doesn't arrive as a `URLError` on Linux.
      userInfo[NSLocalizedDescriptionKey] = message
      self = .failure(URLError(URLError.Code(rawValue: code) ?? .unknown, userInfo: userInfo))
    case .custom(let domain, let code, let message):
      userInfo[NSLocalizedDescriptionKey] = message
      self = .failure(NSError(domain: domain, code: code, userInfo: userInfo))
    }
  }

  init(_ ending: ClosureReply.Ending, url: URL) {
    switch ending {
    case .reply(let reply, let sendsBody): self = .reply(RenderedReply(reply), sendsBody: sendsBody)
    case .failure(let failure): self.init(failure, url: url)
    case .thrown(let error): self = .failure(error)
    case .timedOut: self = .urlError(.timedOut, url: url)
    case .invalid: self = .failure(MockSpecError(.invalidReply, ending.summary, url: url))
    }
  }

  static func urlError(_ code: URLError.Code, url: URL) -> LoadEnding {
    .failure(URLError(code, userInfo: url.failingURLUserInfo))
  }
}
