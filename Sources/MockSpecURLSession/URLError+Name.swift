// A table, long by nature: every `URLError.Code` under the name that Swift gives it.
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLError.Code {
  /// `unknown` for a name that this platform doesn't have: a spec may use a code of a newer or another system.
  init(name: String) {
    self = Self.byName[name] ?? .unknown
  }

  /// What a spec calls it; `nil` for a code that has no name in Swift.
  var name: String? { Self.byName.first { $0.value == self }?.key }

  private static let byName: [String: URLError.Code] = {
    var codes: [String: URLError.Code] = [
      "backgroundSessionInUseByAnotherProcess": .backgroundSessionInUseByAnotherProcess,
      "backgroundSessionRequiresSharedContainer": .backgroundSessionRequiresSharedContainer,
      "backgroundSessionWasDisconnected": .backgroundSessionWasDisconnected,
      "badServerResponse": .badServerResponse,
      "badURL": .badURL,
      "callIsActive": .callIsActive,
      "cancelled": .cancelled,
      "cannotCloseFile": .cannotCloseFile,
      "cannotConnectToHost": .cannotConnectToHost,
      "cannotCreateFile": .cannotCreateFile,
      "cannotDecodeContentData": .cannotDecodeContentData,
      "cannotDecodeRawData": .cannotDecodeRawData,
      "cannotFindHost": .cannotFindHost,
      "cannotLoadFromNetwork": .cannotLoadFromNetwork,
      "cannotMoveFile": .cannotMoveFile,
      "cannotOpenFile": .cannotOpenFile,
      "cannotParseResponse": .cannotParseResponse,
      "cannotRemoveFile": .cannotRemoveFile,
      "cannotWriteToFile": .cannotWriteToFile,
      "clientCertificateRejected": .clientCertificateRejected,
      "clientCertificateRequired": .clientCertificateRequired,
      "dataNotAllowed": .dataNotAllowed,
      "dnsLookupFailed": .dnsLookupFailed,
      "downloadDecodingFailedMidStream": .downloadDecodingFailedMidStream,
      "downloadDecodingFailedToComplete": .downloadDecodingFailedToComplete,
      "fileDoesNotExist": .fileDoesNotExist,
      "fileIsDirectory": .fileIsDirectory,
      "httpTooManyRedirects": .httpTooManyRedirects,
      "internationalRoamingOff": .internationalRoamingOff,
      "networkConnectionLost": .networkConnectionLost,
      "noPermissionsToReadFile": .noPermissionsToReadFile,
      "notConnectedToInternet": .notConnectedToInternet,
      "redirectToNonExistentLocation": .redirectToNonExistentLocation,
      "requestBodyStreamExhausted": .requestBodyStreamExhausted,
      "resourceUnavailable": .resourceUnavailable,
      "secureConnectionFailed": .secureConnectionFailed,
      "serverCertificateHasBadDate": .serverCertificateHasBadDate,
      "serverCertificateHasUnknownRoot": .serverCertificateHasUnknownRoot,
      "serverCertificateNotYetValid": .serverCertificateNotYetValid,
      "serverCertificateUntrusted": .serverCertificateUntrusted,
      "timedOut": .timedOut,
      "unknown": .unknown,
      "unsupportedURL": .unsupportedURL,
      "userAuthenticationRequired": .userAuthenticationRequired,
      "userCancelledAuthentication": .userCancelledAuthentication,
      "zeroByteResource": .zeroByteResource,
    ]
    #if canImport(Darwin)
      codes["appTransportSecurityRequiresSecureConnection"] = .appTransportSecurityRequiresSecureConnection
      codes["dataLengthExceedsMaximum"] = .dataLengthExceedsMaximum
    #endif
    return codes
  }()
}

extension URL {
  /// What URLSession puts into each of its errors about a request to this URL. The second key has only a
  /// deprecated name in code, but is still looked up.
  var failingURLUserInfo: [String: Any] {
    [NSURLErrorFailingURLErrorKey: self, "NSErrorFailingURLStringKey": absoluteString]
  }
}
