import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

/// Passes the parts of the reply on, and reads only as fast as the parts can be sent.
final class ForwardedReply: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  /// A part of the reply, or its end. `end` or `failure` is the last event.
  enum Event {
    /// An informational response that precedes the final one (RFC 9110 §15.2), other than `100 Continue`.
    case informational(Int, HTTPFields)
    /// The status and the fields that are meant for the client.
    case head(Int, HTTPFields)
    case body(ByteBuffer)
    case end
    case failure(ForwardingError)
  }

  private var onEvent: ((Event) -> Void)?
  /// The part of the body that is passed on when the read is complete: it can consist of thousands of chunks.
  private var part = ByteBuffer()
  private let takesMore: () -> Bool
  /// Whether the head has been received. There is only one reply for each connection.
  private(set) var hasHead = false
  /// Whether reading is paused, since no more can be sent.
  private(set) var isPaused = false
  private var context: ChannelHandlerContext?

  /// - Parameter takesMore: Returns whether more is read. If not, `readOn(_:)` is called later.
  init(takesMore: @escaping () -> Bool) { self.takesMore = takesMore }

  /// Starts reading.
  ///
  /// - Parameter onEvent: Called on the event loop.
  func start(_ channel: any Channel, onEvent: @escaping (Event) -> Void) {
    self.onEvent = onEvent
    channel.read()
  }

  /// Reads on after a pause.
  func readOn(_ channel: any Channel) {
    guard isPaused else { return }
    isPaused = false
    channel.read()
  }

  /// The number of written bytes that the origin's system hasn't acknowledged.
  var unreceivedBytes: Int { context?.unreceivedBytes ?? 0 }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard head.status != .switchingProtocols else {
        return end(.failure(ForwardingError("the response is 101, but the request didn't ask for another protocol")))
      }
      // RFC 9110 §15. Statuses above 599 are passed on, like those of a spec.
      guard head.status.code >= 100 else {
        return end(.failure(ForwardingError("the response has the status \(head.status.code), which is below 100")))
      }
      // Only chunked is decoded here (RFC 9112 §6.1).
      let codings = head.headers[canonicalForm: "transfer-encoding"]
      guard codings.isEmpty || (codings.count == 1 && codings[0].lowercased() == "chunked") else {
        return end(.failure(ForwardingError("the response has a transfer coding other than chunked")))
      }
      // This server has answered `Expect` itself.
      if head.status == .continue { return }
      var fields = HTTPFields()
      for (name, value) in head.headers {
        guard let name = HTTPField.Name(name) else { continue }
        fields.append(HTTPField(name: name, value: value))
      }
      let status = Int(head.status.code)
      if status < 200 {
        onEvent?(.informational(status, fields.endToEnd))
      } else {
        hasHead = true
        onEvent?(.head(status, fields.endToEnd))
      }
    case .body(let bytes): part.append(bytes)
    case .end: end(.end)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    passPartOn()
    guard onEvent != nil else { return }
    if takesMore() { context.read() } else { isPaused = true }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(.failure(.closedEarly))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    end(.failure(ForwardingError(receiving: error)))
    context.close(promise: nil)
  }

  private func passPartOn() {
    guard part.readableBytes > 0 else { return }
    let bytes = part
    part = ByteBuffer()
    onEvent?(.body(bytes))
  }

  private func end(_ event: Event) {
    passPartOn()
    let onEvent = onEvent.take()
    onEvent?(event)
  }
}
