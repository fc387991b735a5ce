import Foundation
import HTTPTypes
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension MockCall {
  /// Creates the call that the engine matches. As on a server, a `Host` field decides the host and the port.
  ///
  /// - Parameters:
  ///   - request: The call, as URLSession has it.
  ///   - url: The parts of its URL.
  ///   - additional: The fields of the session's configuration, which the call's own override.
  ///   - body: The body, read in advance.
  ///   - unkeptBodySize: The size of a body that isn't kept; `nil` if it is.
  ///   - framing: How the body is sent.
  init(
    _ request: URLRequest, _ url: URLParts, additional: [AnyHashable: Any] = [:], body: [UInt8] = [],
    unkeptBodySize: Int? = nil, framing: BodyFraming = .none
  ) {
    var fields = HTTPFields()
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      // A field whose name isn't a token (RFC 9110 §5.1) can't be matched, but URLSession on Linux sends it.
      if let name = HTTPField.Name(name), fields.hasSpace { fields.append(HTTPField(name: name, value: value)) }
    }
    for (name, value) in additional {
      guard fields.hasSpace, let name = HTTPField.Name("\(name)"), !fields.contains(name) else { continue }
      fields.append(HTTPField(name: name, value: "\(value)"))
    }
    if let credentials = url.userInfo, !credentials.isEmpty, !fields.contains(.authorization) {
      let text = (credentials.contains(":") ? credentials : credentials + ":").removingPercentEncoding ?? credentials
      fields.append(HTTPField(name: .authorization, value: HTTPField.basicCredentials(text)))
    }
    var (host, port) = (url.host, url.port)
    if let named = fields[.host].flatMap({ Authority($0[...]) }), named.host != nil {
      (host, port) = (named.host, named.port)
    }
    self.init(
      method: request.httpMethod ?? "GET", target: .url, scheme: url.scheme, host: host, port: port,
      path: url.path, query: url.query, fields: fields, body: body)
    let implied = ImpliedFields(
      request, url, bodySize: unkeptBodySize ?? body.count, framing, choosesFraming: fields.contains(.transferEncoding))
    imply { implied.fields }
    self.unkeptBodySize = unkeptBodySize
  }
}

extension HTTPFields {
  /// Whether more fields can be added. `HTTPFields` stops the program at 65,535 fields, and takes quadratic time.
  fileprivate var hasSpace: Bool { count < 4096 }
}

extension HTTPField {
  /// Returns the value of `Authorization` for `user:password` (RFC 7617 §2).
  static func basicCredentials(_ text: String) -> String { "Basic " + Data(text.utf8).base64EncodedString() }
}
