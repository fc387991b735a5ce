// A table, long by nature: every `URLErrorName` as a `URLError.Code`.
import Foundation
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLError.Code {
  /// The code of a name; `unknown` for one that exists only on Darwin.
  init(_ name: URLErrorName) {
    self =
      switch name {
      case .backgroundSessionInUseByAnotherProcess: .backgroundSessionInUseByAnotherProcess
      case .backgroundSessionRequiresSharedContainer: .backgroundSessionRequiresSharedContainer
      case .backgroundSessionWasDisconnected: .backgroundSessionWasDisconnected
      case .badServerResponse: .badServerResponse
      case .badURL: .badURL
      case .callIsActive: .callIsActive
      case .cancelled: .cancelled
      case .cannotCloseFile: .cannotCloseFile
      case .cannotConnectToHost: .cannotConnectToHost
      case .cannotCreateFile: .cannotCreateFile
      case .cannotDecodeContentData: .cannotDecodeContentData
      case .cannotDecodeRawData: .cannotDecodeRawData
      case .cannotFindHost: .cannotFindHost
      case .cannotLoadFromNetwork: .cannotLoadFromNetwork
      case .cannotMoveFile: .cannotMoveFile
      case .cannotOpenFile: .cannotOpenFile
      case .cannotParseResponse: .cannotParseResponse
      case .cannotRemoveFile: .cannotRemoveFile
      case .cannotWriteToFile: .cannotWriteToFile
      case .clientCertificateRejected: .clientCertificateRejected
      case .clientCertificateRequired: .clientCertificateRequired
      case .dataNotAllowed: .dataNotAllowed
      case .dnsLookupFailed: .dnsLookupFailed
      case .downloadDecodingFailedMidStream: .downloadDecodingFailedMidStream
      case .downloadDecodingFailedToComplete: .downloadDecodingFailedToComplete
      case .fileDoesNotExist: .fileDoesNotExist
      case .fileIsDirectory: .fileIsDirectory
      case .httpTooManyRedirects: .httpTooManyRedirects
      case .internationalRoamingOff: .internationalRoamingOff
      case .networkConnectionLost: .networkConnectionLost
      case .noPermissionsToReadFile: .noPermissionsToReadFile
      case .notConnectedToInternet: .notConnectedToInternet
      case .redirectToNonExistentLocation: .redirectToNonExistentLocation
      case .requestBodyStreamExhausted: .requestBodyStreamExhausted
      case .resourceUnavailable: .resourceUnavailable
      case .secureConnectionFailed: .secureConnectionFailed
      case .serverCertificateHasBadDate: .serverCertificateHasBadDate
      case .serverCertificateHasUnknownRoot: .serverCertificateHasUnknownRoot
      case .serverCertificateNotYetValid: .serverCertificateNotYetValid
      case .serverCertificateUntrusted: .serverCertificateUntrusted
      case .timedOut: .timedOut
      case .unknown: .unknown
      case .unsupportedURL: .unsupportedURL
      case .userAuthenticationRequired: .userAuthenticationRequired
      case .userCancelledAuthentication: .userCancelledAuthentication
      case .zeroByteResource: .zeroByteResource
      case .appTransportSecurityRequiresSecureConnection:
        #if canImport(Darwin)
          .appTransportSecurityRequiresSecureConnection
        #else
          .unknown
        #endif
      case .dataLengthExceedsMaximum:
        #if canImport(Darwin)
          .dataLengthExceedsMaximum
        #else
          .unknown
        #endif
      }
  }

  /// The name that a spec uses for the code; `nil` for a code without a name in Swift.
  var name: URLErrorName? {
    // Names that exist only on Darwin are `unknown` elsewhere, too.
    self == .unknown ? .unknown : URLErrorName.allCases.first { Self($0) == self }
  }
}

extension URLError {
  /// Creates the error that URLSession reports for a URL.
  init(_ code: Code, at url: URL) {
    self.init(code, userInfo: code.namesURL ? url.failingURLUserInfo : [:])
  }
}

extension URL {
  /// The keys and values of this URL in an error of URLSession. The constant for the second key is deprecated, but the
  /// key is still used.
  var failingURLUserInfo: [String: Any] {
    [NSURLErrorFailingURLErrorKey: self, "NSErrorFailingURLStringKey": absoluteString]
  }
}
