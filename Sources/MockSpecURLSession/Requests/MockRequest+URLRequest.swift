import Foundation
import HTTPTypes
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension MockRequest {
  /// Creates the request that the engine matches.
  ///
  /// - Parameters:
  ///   - request: The call.
  ///   - url: Its URL.
  ///   - additional: The fields of the session's configuration, which the call's own override.
  ///   - body: The body, read in advance.
  init(_ request: URLRequest, url: URL, additional: [AnyHashable: Any] = [:], body: [UInt8] = []) {
    var fields = HTTPFields()
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      // URLSession doesn't send a field whose name isn't a token, either.
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    for (name, value) in additional {
      guard let name = HTTPField.Name("\(name)"), !fields.contains(name) else { continue }
      fields.append(HTTPField(name: name, value: "\(value)"))
    }
    let parts = URLParts(url.absoluteString)
    self.init(
      method: request.httpMethod ?? "GET", target: .url, scheme: parts.scheme, host: parts.host, port: parts.port,
      path: parts.path, query: parts.query, fields: fields, body: body)
  }
}
