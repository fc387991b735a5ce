// A table: every name of a `URLError.Code`.

/// An error in a spec's `error:`. A closure may throw it, too.
public enum URLFailure: Error, Sendable, Hashable {
  /// A `URLError` with this code.
  case urlError(URLErrorName)
  /// An `NSError`.
  case custom(domain: String, code: Int, message: String?)
}

extension URLFailure: CustomStringConvertible {
  /// `timedOut`, or `ShopError 7`.
  public var description: String {
    switch self {
    case .urlError(let name): name.rawValue
    case .custom(let domain, let code, _): "\(domain) \(code)"
    }
  }
}

/// The names of `URLError.Code`, as specs write them. All platforms know all names: a spec may be written for another
/// one.
public enum URLErrorName: String, Sendable, Hashable, CaseIterable {
  case cancelled
  case badURL
  case timedOut
  case unsupportedURL
  case cannotFindHost
  case cannotConnectToHost
  case networkConnectionLost
  case dnsLookupFailed
  case httpTooManyRedirects
  case resourceUnavailable
  case notConnectedToInternet
  case redirectToNonExistentLocation
  case badServerResponse
  case userCancelledAuthentication
  case userAuthenticationRequired
  case zeroByteResource
  case cannotDecodeRawData
  case cannotDecodeContentData
  case cannotParseResponse
  case appTransportSecurityRequiresSecureConnection
  case fileDoesNotExist
  case fileIsDirectory
  case noPermissionsToReadFile
  case dataLengthExceedsMaximum
  case secureConnectionFailed
  case serverCertificateHasBadDate
  case serverCertificateUntrusted
  case serverCertificateHasUnknownRoot
  case serverCertificateNotYetValid
  case clientCertificateRejected
  case clientCertificateRequired
  case cannotLoadFromNetwork
  case cannotCreateFile
  case cannotOpenFile
  case cannotCloseFile
  case cannotWriteToFile
  case cannotRemoveFile
  case cannotMoveFile
  case downloadDecodingFailedMidStream
  case downloadDecodingFailedToComplete
  case internationalRoamingOff
  case callIsActive
  case dataNotAllowed
  case requestBodyStreamExhausted
  case backgroundSessionRequiresSharedContainer
  case backgroundSessionInUseByAnotherProcess
  case backgroundSessionWasDisconnected
  case unknown
}
