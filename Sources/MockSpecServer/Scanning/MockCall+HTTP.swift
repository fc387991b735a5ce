import HTTPTypes
import MockSpec
import NIOCore

extension MockCall {
  /// Creates the engine's view of a call. Only scheme and host are normalized, to lower case; nothing is decoded.
  ///
  /// - Parameters:
  ///   - head: The head of the call.
  ///   - body: The body.
  ///   - scheme: The scheme of the server's URL.
  /// - Throws: `Refusal` if the `Host` field or the target is malformed.
  init(_ head: CallHead, body: ByteBuffer, scheme: String = "http") throws(Refusal) {
    if head.host == nil, head.version == .http11 {
      throw Refusal("the request has no 'Host' field, which HTTP/1.1 requires")
    }
    let target = try RequestTarget(method: head.method, text: head.target, host: head.host, scheme: scheme)
    self.init(
      method: head.method, target: target.form, scheme: target.scheme, host: target.authority?.host,
      port: target.authority?.port, path: target.path, query: target.query, lines: head.fields,
      body: Array(body.readableBytesView))
    opensSockets = head.version == .http11
  }
}
