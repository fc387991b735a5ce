import Foundation
import MockSpec

/// The URL of a running `mockspec serve`.
struct MockServerURL: Sendable, CustomStringConvertible {
  /// The URL without a path, such as `http://127.0.0.1:8080`.
  let description: String

  /// Creates the URL from that of a server or of its panel.
  ///
  /// - Throws: `ConnectedModeError` if it isn't an HTTP URL of a server.
  init(_ url: URL) throws(ConnectedModeError) {
    let parts = URLParts(url.absoluteString)
    guard let scheme = parts.scheme, ["http", "https"].contains(scheme), let host = parts.host else {
      throw ConnectedModeError("expected the URL of 'mockspec serve', such as http://127.0.0.1:8080, found '\(url)'")
    }
    guard parts.userInfo == nil else {
      throw ConnectedModeError("the server's URL can't have a user name or a password; use 'token'")
    }
    let isServer = ["", "/", "/\(ControlPath.segment)", "/\(ControlPath.segment)/"].contains(parts.path)
    guard isServer, parts.query == nil else {
      throw ConnectedModeError("expected the URL of a server without a path, found '\(url)'")
    }
    description = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
  }

  /// Returns the URL of a resource of the control API.
  ///
  /// - Parameter path: The segments below the prefix, which aren't percent-encoded.
  func resource(_ path: [String]) -> URL? {
    let segments = [ControlPath.segment] + path
    let encoded = segments.map { PercentText.encode($0.utf8, keeping: "-._~") }.joined(separator: "/")
    return URL(string: description + "/" + encoded)
  }
}

/// The error of invalid arguments for connecting an interceptor to a server.
public struct ConnectedModeError: Error, Sendable, CustomStringConvertible {
  /// A description of the error, on one line.
  public let description: String

  init(_ description: String) { self.description = description }
}
