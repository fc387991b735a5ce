import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

extension MockRequest {
  /// Creates the engine's view of a request. Only scheme and host are normalized, to lower case; nothing is decoded.
  ///
  /// - Throws: `Refusal` if the `Host` field or the target is malformed.
  init(_ head: HTTPRequestHead, body: ByteBuffer) throws(Refusal) {
    var host: String?
    var fields = HTTPFields()
    for (name, value) in head.headers {
      guard let name = HTTPField.Name(name) else { continue }
      // Trims the blanks around the value, which the decoder keeps.
      let field = HTTPField(name: name, value: value)
      if name == .host {
        guard host == nil else { throw Refusal("the request has more than one 'Host' field") }
        host = field.value
      }
      fields.append(field)
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

extension HTTPRequestHead {
  /// Whether the connection stays open after the answer.
  ///
  /// Upgrades aren't supported, and the decoder stops after a request with an `Upgrade` field.
  var keepsConnection: Bool {
    isKeepAlive && !headers.contains(name: "upgrade")
  }
}
