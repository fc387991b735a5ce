import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

/// Passes the parts of the reply on, and reads only as fast as the parts can be sent.
final class ForwardedReply: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart

  /// A part of the reply, or its end. `end`, `switched` or `failure` is the last event.
  enum Event {
    /// An informational response that precedes the final one (RFC 9110 §15.2), other than `100 Continue`.
    case informational(Int, HTTPFields)
    /// The status and the fields that are meant for the client.
    case head(Int, HTTPFields)
    case body(ByteBuffer)
    case end
    /// The origin has switched to the protocol that the call asks for. The connection belongs to the receiver of the event,
    /// and passes on what the origin sends next; bytes can be written when the future succeeds.
    case switched(HTTPFields, any Channel, EventLoopFuture<Void>)
    case failure(ForwardingError)
  }

  private var onEvent: ((Event) -> Void)?
  /// The part of the body that is passed on when the read is complete: it can consist of thousands of chunks.
  private var part = ByteBuffer()
  private let takesMore: () -> Bool
  /// Whether the call asks for the protocol of WebSockets.
  private let opensSocket: Bool
  /// The fields of the reply that switches to it.
  private var switching: HTTPFields?
  /// Whether the head has been received. There is only one reply for each connection.
  private(set) var hasHead = false
  /// Whether reading is paused, since no more can be sent.
  private(set) var isPaused = false
  private var context: ChannelHandlerContext?

  /// - Parameter takesMore: Returns whether more is read. If not, `readOn(_:)` is called later.
  init(opensSocket: Bool, takesMore: @escaping () -> Bool) {
    self.opensSocket = opensSocket
    self.takesMore = takesMore
  }

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
      if head.status == .switchingProtocols { return receiveSwitch(head) }
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
      let status = Int(head.status.code)
      if status < 200 {
        onEvent?(.informational(status, Self.fields(head.headers).endToEnd))
      } else {
        hasHead = true
        onEvent?(.head(status, Self.fields(head.headers).endToEnd))
      }
    case .body(let bytes): part.append(bytes)
    case .end:
      if let switching {
        end(.switched(switching, context.channel, removeHandlers(context)))
      } else {
        end(.end)
      }
    }
  }

  /// Takes this handler and those of HTTP out of the pipeline. The decoder leaves last, and then passes on what it has got.
  private func removeHandlers(_ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
    let pipeline = context.pipeline.syncOperations
    pipeline.removeHandler(context: context, promise: nil)
    let removed = context.eventLoop.makePromise(of: Void.self)
    do {
      pipeline.removeHandler(context: try pipeline.context(handlerType: HTTPRequestEncoder.self), promise: nil)
      let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
      pipeline.removeHandler(context: decoder, promise: removed)
    } catch {
      removed.fail(error)
    }
    return removed.futureResult
  }

  private static func fields(_ headers: HTTPHeaders) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    return fields
  }

  /// Waits for the end of a reply that switches to another protocol (RFC 9110 §7.8).
  private func receiveSwitch(_ head: HTTPResponseHead) {
    guard opensSocket else {
      return end(.failure(ForwardingError("the response is 101, but the request didn't ask for another protocol")))
    }
    guard head.version == .http1_1, head.headers[canonicalForm: "upgrade"].map({ $0.lowercased() }) == ["websocket"],
      head.headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "upgrade" })
    else {
      let reason = "the response is 101, but hasn't 'Upgrade: websocket' and 'Connection: Upgrade' of HTTP/1.1"
      return end(.failure(ForwardingError(reason)))
    }
    var fields = Self.fields(head.headers).endToEnd
    fields[.upgrade] = "websocket"
    switching = fields
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    passPartOn()
    guard onEvent != nil else { return }
    if takesMore() { context.read() } else { isPaused = true }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(.failure(.closedEarly))
  }

  /// The origin ends its side while it is asked for a WebSocket, which can end in two halves.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event { end(.failure(.closedEarly)) }
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
