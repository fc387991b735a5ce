import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

/// Collects the response.
final class ForwardedResponse: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let promise: EventLoopPromise<Reply>
  private var head: HTTPResponseHead?
  private var body: [UInt8] = []

  /// The part that follows what was received. There is only one response for each connection.
  var expectedPart: TrailingTabs.Part { head == nil ? .head : .rest }

  init(_ promise: EventLoopPromise<Reply>) { self.promise = promise }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard head.status != .switchingProtocols else {
        return promise.fail(ForwardingError("the response is 101, but the request didn't ask for another protocol"))
      }
      self.head = head
    case .body(let bytes):
      guard body.count + bytes.readableBytes <= ForwardedRequest.bodyLimit else {
        return promise.fail(ForwardingError("the response is larger than \(ForwardedRequest.bodyLimit >> 20) MiB"))
      }
      body.append(contentsOf: bytes.readableBytesView)
    case .end:
      guard let head else { return }
      var fields = HTTPFields()
      for (name, value) in head.headers {
        guard let name = HTTPField.Name(name) else { continue }
        fields.append(HTTPField(name: name, value: value))
      }
      promise.succeed(Reply(status: Int(head.status.code), fields: fields.endToEnd, body: body, isShared: false))
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.fail(ForwardingError.closedEarly)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    promise.fail(ForwardingError(receiving: error))
    context.close(promise: nil)
  }
}
