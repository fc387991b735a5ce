import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

extension MockRequest {
  /// What the engine sees of a request: nothing is decoded or normalised but the case of scheme and host.
  init(_ head: HTTPRequestHead, body: ByteBuffer) throws(Refusal) {
    var host: String?
    var fields = HTTPFields()
    for (name, value) in head.headers {
      guard let name = HTTPField.Name(name) else { continue }
      if name == .host {
        guard host == nil else { throw Refusal("the request has more than one 'Host' field") }
        host = value
      }
      fields.append(HTTPField(name: name, value: value))
    }
    if host == nil, head.version == .http1_1 {
      throw Refusal("the request has no 'Host' field, which HTTP/1.1 requires")
    }
    let method = head.method.rawValue
    let target = try RequestTarget(method: method, text: head.uri, host: host)
    self.init(
      method: method, target: target.form, scheme: target.scheme, host: target.authority?.host,
      port: target.authority?.port, path: target.path, query: target.query, fields: fields,
      body: Array(body.readableBytesView))
  }
}

extension HTTPField.Name {
  fileprivate static let host = HTTPField.Name("Host")!
}

extension HTTPRequestHead {
  /// The decoder reads nothing after a request that offers to change the protocol; the offer is never taken up here.
  var keepsConnection: Bool {
    isKeepAlive && !headers.contains(name: "upgrade")
  }
}
