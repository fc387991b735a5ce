import MockSpecDocument
import NIOHTTP1

/// A reply of the control API, as the client received it.
struct ReceivedReply {
  let status: Int
  let bytes: [UInt8]
  /// The JSON of the body; `nil` if there is no body.
  let json: Node?

  /// - Throws: `ClientError` if the reply isn't from a control API.
  init(_ head: HTTPResponseHead, _ bytes: [UInt8], _ server: ServerURL) throws(ClientError) {
    status = Int(head.status.code)
    self.bytes = bytes
    var limits = DocumentLimits()
    (limits.bytes, limits.nodes) = (bytes.count, 1 << 25)
    json = bytes.isEmpty ? nil : DocumentParser.parseJSON(bytes, limits: limits)?.root
    if (200..<300).contains(status) {
      let isJSON = json?.kind == .mapping || json?.kind == .sequence
      guard isJSON || bytes.isEmpty else { throw ClientError(foreign: Self.text(of: head), server) }
    } else if json?.text(of: "detail") == nil {
      // A server without a control API replies with a message about that.
      guard json?.text(of: "error") == "no-control", let message = json?.text(of: "message") else {
        throw ClientError(foreign: Self.text(of: head), server)
      }
      throw ClientError(description: "\(server): \(message)")
    }
  }

  var isProblem: Bool { status >= 300 }

  /// The code of a problem, such as `unknown-name`.
  var code: String? { json?.text(of: "code") }

  /// The problem on one line.
  var detail: String { json?.text(of: "detail") ?? "status \(status)" }

  /// The body as the server sent it.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  private static func text(of head: HTTPResponseHead) -> String {
    let type = head.headers["Content-Type"].first.map { " and \($0)" } ?? ""
    return "status \(head.status.code)\(type)"
  }
}
