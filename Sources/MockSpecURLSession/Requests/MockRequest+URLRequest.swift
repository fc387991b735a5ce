import Foundation
import HTTPTypes
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension MockRequest {
  /// Creates the request that the engine matches. As on a server, a `Host` field decides the host and the port.
  ///
  /// - Parameters:
  ///   - request: The call.
  ///   - url: Its URL.
  ///   - additional: The fields of the session's configuration, which the call's own override.
  ///   - body: The body, read in advance.
  ///   - framing: How the body is sent.
  init(
    _ request: URLRequest, url: URL, additional: [AnyHashable: Any] = [:], body: [UInt8] = [],
    framing: BodyFraming = .none
  ) {
    var fields = HTTPFields()
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      // A field whose name isn't a token (RFC 9110 §5.1) can't be matched, but URLSession on Linux sends it.
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    for (name, value) in additional {
      guard let name = HTTPField.Name("\(name)"), !fields.contains(name) else { continue }
      fields.append(HTTPField(name: name, value: "\(value)"))
    }
    var parts = URLParts(url.absoluteString)
    if let credentials = parts.userInfo, !credentials.isEmpty, !fields.contains(.authorization) {
      let text = (credentials.contains(":") ? credentials : credentials + ":").removingPercentEncoding ?? credentials
      fields.append(HTTPField(name: .authorization, value: "Basic " + Data(text.utf8).base64EncodedString()))
    }
    if let authority = HTTPField.Name("Host").flatMap({ fields[$0] }), URLParts.isAuthority(authority) {
      let named = URLParts("//" + authority)
      (parts.host, parts.port) = (named.host, named.port)
    }
    self.init(
      method: request.httpMethod ?? "GET", target: .url, scheme: parts.scheme, host: parts.host, port: parts.port,
      path: parts.path, query: parts.query, fields: fields, body: body)
    let implied = ImpliedFields(
      request, parts, bodySize: body.count, framing, choosesFraming: fields.contains(.transferEncoding))
    imply { implied.fields }
  }
}
