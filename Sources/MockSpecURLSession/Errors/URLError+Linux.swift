#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// The errors that URLSession reports over a socket.
  extension URLError.Code {
    static let truncatedBody = unknown
    static let malformedChunk = unknown
    /// After a redirect to a scheme that no protocol handles.
    static let unsupportedRedirect = badURL

    /// Whether errors with the code name the URL of the call.
    var namesURL: Bool { self != .timedOut }
  }
#endif
