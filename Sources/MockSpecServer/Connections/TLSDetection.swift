import MockSpec
import NIOCore

/// Sets up TLS on a connection when its first byte arrives, which distinguishes a handshake from plain HTTP.
///
/// A client that doesn't begin a handshake gets a reply in plain HTTP with the reason. Must be the first handler:
/// closing from here doesn't wait for a `close_notify`.
final class TLSDetection: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The type of a record with a handshake (RFC 8446 §5.1), which no HTTP request begins with.
  private static let handshakeRecord: UInt8 = 22
  private static let plainHTTP = Refusal("this port speaks HTTPS only; use 'https' in the URL")

  private let tls: any ServerTLS
  private let loop: EventLoopState
  /// The reason why the connection is refused, which its client can read after the handshake; `nil` for none.
  private let refusal: Refusal?
  private var isDetected = false
  private var isEncrypted = false
  private var isReported = false
  private var records = TLSRecords()
  private var timer: Scheduled<Void>?

  init(_ tls: any ServerTLS, loop: EventLoopState, refusal: Refusal?) {
    self.tls = tls
    self.loop = loop
    self.refusal = refusal
  }

  func channelActive(context: ChannelHandlerContext) {
    startTimer(context)
    context.fireChannelActive()
  }

  func handlerAdded(context: ChannelHandlerContext) {
    // In a tunnel, the connection is already active when TLS begins.
    if context.channel.isActive { startTimer(context) }
  }

  private func startTimer(_ context: ChannelHandlerContext) {
    let limit = loop.context.limits.server.headerTimeout
    if limit > .zero {
      timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limit)) { [self] in
        if isDetected { report("the client hasn't finished it within \(limit)", context) }
        context.close(promise: nil)
      }
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isDetected { detect(unwrapInboundIn(data), context) }
    let bytes = unwrapInboundIn(data)
    records.add(bytes)
    if isEncrypted {
      context.fireUserInboundEventTriggered(
        EncryptedBytes(count: bytes.readableBytes, endsRecord: records.isBetweenRecords))
    }
    context.fireChannelRead(data)
  }

  /// Closes after the current event. A `close_notify` that is written during a flush is sent after the flush, and would
  /// be lost if the connection were closed at once.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .all else { return context.close(mode: mode, promise: promise) }
    context.eventLoop.assumeIsolated().execute { context.close(mode: .all, promise: promise) }
  }

  private func detect(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    isDetected = true
    guard bytes.readableBytesView.first == Self.handshakeRecord else {
      timer?.cancel()
      return context.fireErrorCaught(Self.plainHTTP)
    }
    do {
      var handlers = try tls.makeHandlers() + [TLSHandshake { [self] in handshakeEnded($0, context) }]
      if let refusal { handlers.append(RefusedConnection(refusal)) }
      try context.pipeline.syncOperations.addHandlers(handlers, position: .after(self))
    } catch {
      report("\((error as? TLSError)?.reason ?? "\(error)")", context)
      return context.close(promise: nil)
    }
  }

  private func handshakeEnded(_ error: TLSError?, _ context: ChannelHandlerContext) {
    timer?.cancel()
    if let error { report(error.reason, context) } else { isEncrypted = true }
  }

  /// Reports a failed handshake once, since closing the connection fails it again.
  private func report(_ reason: String, _ context: ChannelHandlerContext) {
    guard !isReported, let onCall = loop.context.onCall else { return }
    isReported = true
    onCall(
      ServedCall(
        nil, from: context.remoteAddress?.ipAddress, status: nil, note: reason, bodySize: nil, duration: nil,
        redaction: Redaction()))
  }
}

/// The event that bytes have arrived after the handshake, before they are decrypted. Their content follows when its
/// record is whole.
struct EncryptedBytes {
  let count: Int
  /// Whether the last record has arrived as a whole.
  let endsRecord: Bool
}

/// Finds the ends of records: each begins with its type, its version and the length of the rest (RFC 8446 §5.1).
private struct TLSRecords {
  private static let headSize = 5

  private var head: [UInt8] = []
  /// The number of missing bytes of the record whose head has arrived.
  private var rest = 0

  var isBetweenRecords: Bool { head.isEmpty && rest == 0 }

  mutating func add(_ bytes: ByteBuffer) {
    var bytes = bytes.readableBytesView
    while !bytes.isEmpty {
      if rest > 0 {
        let count = min(rest, bytes.count)
        rest -= count
        bytes = bytes.dropFirst(count)
      } else {
        let part = bytes.prefix(Self.headSize - head.count)
        head += part
        bytes = bytes.dropFirst(part.count)
        guard head.count == Self.headSize else { return }
        rest = Int(head[3]) << 8 | Int(head[4])
        head = []
      }
    }
  }
}

extension ChannelHandlerContext {
  /// Closes the connection without waiting for the client. The end of TLS (`close_notify`) is sent if the socket accepts it.
  func closeAtOnce() {
    let transport = transport
    close(promise: nil)
    eventLoop.assumeIsolated().execute { transport.close(promise: nil) }
  }

  /// The context from which `close` ends the connection at once, without the end of TLS.
  var transport: ChannelHandlerContext {
    (try? pipeline.syncOperations.context(handlerType: TLSDetection.self)) ?? self
  }
}
