// A table: every name of a `URLError.Code`.

/// The error with which a call fails, as given by `error` in a spec or thrown by a closure.
public enum URLFailure: Error, Sendable, Hashable {
  /// A `URLError` with the code of this name.
  case urlError(URLErrorName)
  /// An `NSError` with a domain, a code and an optional localized description.
  case custom(domain: String, code: Int, message: String?)
}

extension URLFailure: CustomStringConvertible {
  /// The error's name, such as `timedOut`, or its domain and code, such as `ShopError 7`.
  public var description: String {
    switch self {
    case .urlError(let name): name.rawValue
    case .custom(let domain, let code, _): "\(domain) \(code)"
    }
  }
}

/// The names of the codes of `URLError`, as used in specs.
///
/// All names are valid on all platforms, including those of codes that a platform doesn't have.
public enum URLErrorName: String, Sendable, Hashable, CaseIterable {
  /// The load was cancelled.
  case cancelled
  /// The URL is malformed.
  case badURL
  /// The operation timed out.
  case timedOut
  /// The URL can't be handled, for example because of its scheme.
  case unsupportedURL
  /// The host's name can't be resolved.
  case cannotFindHost
  /// The connection to the host failed.
  case cannotConnectToHost
  /// The connection was lost during the load.
  case networkConnectionLost
  /// The DNS lookup of the host failed.
  case dnsLookupFailed
  /// There were too many redirects, or they form a loop.
  case httpTooManyRedirects
  /// The resource isn't available.
  case resourceUnavailable
  /// There is no connection to the internet.
  case notConnectedToInternet
  /// A redirect has no destination.
  case redirectToNonExistentLocation
  /// The server's reply is malformed.
  case badServerResponse
  /// The user cancelled the authentication.
  case userCancelledAuthentication
  /// The resource requires authentication.
  case userAuthenticationRequired
  /// The server announced a body, but sent none.
  case zeroByteResource
  /// The data can't be decoded with its known content encoding.
  case cannotDecodeRawData
  /// The data has an unknown content encoding.
  case cannotDecodeContentData
  /// The reply can't be parsed.
  case cannotParseResponse
  /// App Transport Security blocked a connection without TLS.
  case appTransportSecurityRequiresSecureConnection
  /// The file doesn't exist.
  case fileDoesNotExist
  /// The file is a directory.
  case fileIsDirectory
  /// The file can't be read because of its permissions.
  case noPermissionsToReadFile
  /// The resource is larger than the maximum.
  case dataLengthExceedsMaximum
  /// The TLS connection failed.
  case secureConnectionFailed
  /// The server's certificate has expired.
  case serverCertificateHasBadDate
  /// The server's certificate is signed by an untrusted authority.
  case serverCertificateUntrusted
  /// The server's certificate isn't signed by a known authority.
  case serverCertificateHasUnknownRoot
  /// The server's certificate isn't valid yet.
  case serverCertificateNotYetValid
  /// The server rejected the client's certificate.
  case clientCertificateRejected
  /// The server requires a client certificate.
  case clientCertificateRequired
  /// The call may use only the cache, which doesn't have the resource.
  case cannotLoadFromNetwork
  /// The downloaded file can't be created.
  case cannotCreateFile
  /// The downloaded file can't be opened.
  case cannotOpenFile
  /// The downloaded file can't be closed.
  case cannotCloseFile
  /// The downloaded file can't be written.
  case cannotWriteToFile
  /// The downloaded file can't be removed.
  case cannotRemoveFile
  /// The downloaded file can't be moved.
  case cannotMoveFile
  /// Decoding of the downloaded file failed during the download.
  case downloadDecodingFailedMidStream
  /// Decoding of the downloaded file failed after the download.
  case downloadDecodingFailedToComplete
  /// International roaming is off.
  case internationalRoamingOff
  /// The network doesn't allow data during a phone call.
  case callIsActive
  /// The cellular network doesn't allow the connection.
  case dataNotAllowed
  /// A body stream is required, but wasn't provided.
  case requestBodyStreamExhausted
  /// The background session has no shared container.
  case backgroundSessionRequiresSharedContainer
  /// Another process uses the background session.
  case backgroundSessionInUseByAnotherProcess
  /// The background session was disconnected.
  case backgroundSessionWasDisconnected
  /// The error is unknown.
  case unknown
}
