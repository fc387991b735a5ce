import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The fields that URLSession adds to a request when it sends it, unless the request or the session's configuration has them.
struct ImpliedFields: Sendable {
  private let host: String?
  private let port: Int?
  private let isForm: Bool
  /// The value of `Content-Length`.
  private let length: Int?
  private let framing: BodyFraming

  /// - Parameters:
  ///   - request: The request.
  ///   - parts: The parts of its URL.
  ///   - bodySize: The size of its body in bytes.
  ///   - framing: How the body is sent.
  ///   - choosesFraming: Whether the fields of the request determine how the body is sent.
  init(_ request: URLRequest, _ parts: URLParts, bodySize: Int, _ framing: BodyFraming, choosesFraming: Bool) {
    host = parts.spelledHost
    let isDefault = (parts.scheme == "http" && parts.port == 80) || (parts.scheme == "https" && parts.port == 443)
    port = isDefault ? nil : parts.port
    let method = request.httpMethod ?? "GET"
    let hasStream = request.httpBodyStream != nil || framing == .chunkedOnContinue
    // The body of an upload from memory or a file isn't in its request.
    isForm = method == "POST" && (hasStream || request.httpBody?.isEmpty == false)
    if method == "GET" || method == "HEAD" || choosesFraming {
      (self.framing, length) = (.none, nil)
    } else {
      // With other methods, a request without a body has the length 0.
      (self.framing, length) = (framing, framing == .none || framing == .length ? bodySize : nil)
    }
  }

  var fields: HTTPFields {
    var fields: HTTPFields = [.accept: "*/*", .connection: "keep-alive", .userAgent: Self.userAgent]
    fields[.acceptEncoding] = Self.acceptEncoding
    fields[.acceptLanguage] = Self.acceptLanguage
    if let host { fields[.host] = port.map { "\(host):\($0)" } ?? host }
    if isForm { fields[.contentType] = "application/x-www-form-urlencoded" }
    if let length { fields[.contentLength] = "\(length)" }
    switch framing {
    case .none, .length: break
    case .chunked: fields[.transferEncoding] = "chunked"
    case .chunkedOnContinue:
      fields[.transferEncoding] = "chunked"
      fields[.expect] = "100-continue"
    }
    return fields
  }
}
