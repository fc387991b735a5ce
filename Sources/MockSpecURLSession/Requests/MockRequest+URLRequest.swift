import Foundation
import HTTPTypes
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension MockRequest {
  /// - Parameter additional: Fields of the session's configuration, which yield to the request's own.
  init(_ request: URLRequest, url: URL, additional: [AnyHashable: Any] = [:], body: [UInt8] = []) {
    var fields = HTTPFields()
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      // A name that is no token can't be sent, either.
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
