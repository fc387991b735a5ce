public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A call as it is sent. Middleware gets it, and may change it before it is sent.
public struct PreparedRequest: Sendable {
  /// Its URL, method and fields; without a body.
  public var request: URLRequest
  /// The body.
  public var body: RequestBody
  /// Where the response's body goes.
  public var destination: ResponseDestination
  /// The rules for values that the description doesn't show.
  var redaction = RedactionRules()
  /// The mark that the request's task gets before it is resumed. Requests are equal only if their marks are.
  package var mark: (any TaskMark)?

  /// Creates a request as it is sent.
  ///
  /// - Parameters:
  ///   - request: The URL, method and fields, without a body.
  ///   - body: The body.
  ///   - destination: Where the response's body goes.
  public init(request: URLRequest, body: RequestBody = .none, destination: ResponseDestination = .memory) {
    (self.request, self.body, self.destination) = (request, body, destination)
  }
}

extension PreparedRequest: CustomStringConvertible {
  /// `GET https://api.github.com/zen`, redacted by the client's ``RedactionRules``. The properties aren't redacted.
  public var description: String { redaction.line(of: request) }
}

/// A mark of a task for the URLProtocol that answers it.
package protocol TaskMark: Sendable, Hashable {
  /// - Parameter isRedirected: Whether the task sends the request to which a redirect of the previous task has led.
  func apply(to task: URLSessionTask, isRedirected: Bool)
}

/// The body of a request.
public enum RequestBody: Sendable {
  /// No body.
  case none
  /// Data, with its length in `Content-Length`.
  case data(Data)
  /// A file, read while it is sent.
  case file(URL)
  /// A file that is removed with the last reference to it, which must be kept until the call has ended.
  case temporaryFile(TemporaryFile)

  /// The file that is sent; `nil` if the body isn't one.
  var file: URL? {
    switch self {
    case .none, .data: nil
    case .file(let url): url
    case .temporaryFile(let file): file.url
    }
  }

  /// The number of bytes; `nil` if it isn't known.
  var size: Int64? {
    switch self {
    case .none: return 0
    case .data(let data): return Int64(data.count)
    case .file, .temporaryFile:
      let attributes = file.flatMap { try? FileManager.default.attributesOfItem(atPath: $0.path) }
      return attributes?[.size] as? Int64
    }
  }
}

/// Where the body of a response goes.
public enum ResponseDestination: Sendable, Equatable {
  /// The body of ``ServiceResponse``.
  case memory
  /// A file, which is written at the end of a call that succeeds. A file that exists is replaced; the folder must exist.
  case file(URL)
}
