import Foundation
import HTTPTypes
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A reply that leads to another URL (RFC 9110 §15.4), and the request to it.
struct Redirect {
  /// The maximum number of redirects that a task follows.
  static let limit = 20
  static let statuses: Set = [301, 302, 303, 307, 308]

  let reply: RenderedReply
  let sendsBody: Bool
  /// The request that the delegate may refuse or change.
  let request: URLRequest
  /// Whether the next request has the same body (RFC 9110 §15.4), if ``sendsBodies``.
  let keepsBody: Bool

  /// Creates the redirect of a reply; `nil` if the status isn't that of a redirect, or if `Location` is missing or
  /// invalid.
  ///
  /// - Parameter request: The request that got the reply.
  init?(_ reply: RenderedReply, sendsBody: Bool, of request: URLRequest) {
    switch reply.status {
    case 301, 302:
      keepsBody = request.httpMethod != "POST"
    case 303:
      keepsBody = false
    case 307, 308:
      keepsBody = true
    default:
      return nil
    }
    guard let url = request.url, let target = reply.location.flatMap({ url.resolve($0) }) else { return nil }
    var next = request
    next.url = target
    if !keepsBody {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.httpBodyStream = nil
      for name in ["Content-Length", "Transfer-Encoding"] { next.setValue(nil, forHTTPHeaderField: name) }
    }
    if !target.isSameOrigin(as: url) {
      // A field can be there twice, in different cases.
      for name in request.allHTTPHeaderFields?.keys.filter(HTTPField.Name.isOfOrigin) ?? [] {
        next.allHTTPHeaderFields?[name] = nil
      }
    }
    (self.reply, self.sendsBody, self.request) = (reply, sendsBody, next)
  }

  /// Returns the body of the request that the delegate has chosen.
  ///
  /// - Parameter body: The body of the request before.
  func body(of chosen: URLRequest, keeping body: CallBody) -> CallBody {
    guard Self.sendsBodies else { return .none }
    // The body of an upload isn't in its request.
    let isSame = chosen.url == request.url && chosen.httpMethod == request.httpMethod
    if isSame, chosen.httpBody == request.httpBody, chosen.httpBodyStream === request.httpBodyStream {
      return keepsBody ? body : .none
    }
    return CallBody(of: chosen)
  }
}

/// The request to which redirects have led.
struct Hop {
  let request: URLRequest
  let body: CallBody
  /// The number of redirects so far.
  let number: Int
  /// Whether a redirect has led to another origin.
  let isForeign: Bool

  /// Returns whether a field of the session's configuration is sent.
  func keeps(_ field: Dictionary<AnyHashable, Any>.Element) -> Bool {
    !isForeign || !HTTPField.Name.isOfOrigin("\(field.key)")
  }
}

extension HTTPField.Name {
  /// Returns whether a redirect to another origin drops a field (RFC 9110 §15.4).
  fileprivate static func isOfOrigin(_ name: String) -> Bool {
    ["authorization", "cookie", "host", "proxy-authorization"].contains(name.lowercased())
  }
}

extension RenderedReply {
  fileprivate var location: String? {
    fields.first { $0.key.lowercased() == "location" }?.value
  }
}

extension URL {
  /// Resolves `Location`, which inherits the fragment (RFC 9110 §10.2.2).
  fileprivate func resolve(_ location: String) -> URL? {
    guard !location.isEmpty, let target = URL(string: location, relativeTo: self)?.absoluteURL else { return nil }
    guard let fragment = fragment(percentEncoded: true), target.fragment() == nil else { return target }
    return URL(string: target.absoluteString + "#" + fragment)
  }

  func isSameOrigin(as other: URL) -> Bool {
    let (mine, its) = (URLParts(absoluteString), URLParts(other.absoluteString))
    return mine.scheme == its.scheme && mine.host == its.host && port(of: mine) == port(of: its)
  }

  private func port(of parts: URLParts) -> Int {
    parts.port ?? (parts.scheme == "https" ? 443 : 80)
  }
}
