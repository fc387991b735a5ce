#if canImport(Darwin)
  import Foundation

  /// The errors that URLSession reports over a socket. This code has never been run.
  extension URLError.Code {
    static let truncatedBody = networkConnectionLost
    static let malformedChunk = cannotParseResponse
    /// After a redirect to a scheme that no protocol handles.
    static let unsupportedRedirect = unsupportedURL

    /// Whether errors with the code name the URL of the call.
    var namesURL: Bool { true }
  }
#endif
