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
  ///   - isSized: Whether the request doesn't choose another framing itself.
  init(_ request: URLRequest, _ parts: URLParts, bodySize: Int, _ framing: BodyFraming, isSized: Bool) {
    host = parts.host
    port = parts.port == (parts.scheme == "https" ? 443 : 80) ? nil : parts.port
    let method = request.httpMethod ?? "GET"
    var hasStream = request.httpBodyStream != nil
    if case .chunkedOnContinue = framing { hasStream = true }
    // The body of an upload from memory or a file isn't in its request.
    isForm = method == "POST" && (hasStream || request.httpBody?.isEmpty == false)
    let hasBody = method != "GET" && method != "HEAD"
    self.framing = hasBody && isSized ? framing : .none
    switch framing {
    case .none, .length: length = hasBody && isSized ? bodySize : nil
    case .chunked, .chunkedOnContinue: length = nil
    }
  }

  var fields: HTTPFields {
    var fields: HTTPFields = [.accept: "*/*", .connection: "keep-alive", .userAgent: Self.userAgent]
    fields[.acceptEncoding] = Self.acceptEncoding
    fields[.acceptLanguage] = Self.acceptLanguage
    if let host, let name = HTTPField.Name("Host") { fields[name] = port.map { "\(host):\($0)" } ?? host }
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
