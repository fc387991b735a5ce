import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

/// A call that is forwarded to another server, over a connection of its own.
///
/// The reply is passed on as it arrives, and so is the body of the call if the call was decided before. The handshake of a
/// WebSocket is passed on as one; its connection is the caller's when the origin has accepted. Not thread-safe: used
/// only on one event loop.
final class ForwardedCall {
  private let origin: Origin
  private let call: MockCall
  /// The body, if it is passed on as it arrives; otherwise, `call` has it.
  private let upload: Upload?
  /// This server's name in `Via` (RFC 9110 §7.6.3), which identifies a call that it has forwarded before.
  private let pseudonym: String
  /// TLS for the scheme `https`.
  private let tls: any ClientTLS
  private let own: OwnAddresses
  /// Whether the origin can be this machine.
  private let entersLoopback: Bool
  /// Whether the call asks the origin for a WebSocket.
  private let opensSocket: Bool
  private let loop: any EventLoop
  private var onEvent: ((ForwardedReply.Event) -> Void)?
  private var takesMore: () -> Bool = { true }
  private var reply: ForwardedReply?
  private var channel: (any Channel)?
  private var timer: Scheduled<Void>?
  /// The maximum time without a part of the call or of the reply.
  private var timeout = Duration.zero
  private var idleTime: IdleTime
  /// How much of the call is sent.
  private var progress = Progress.none
  /// The part of the body that is written next. Bytes that arrive before the write are added to it.
  private var unwritten = ByteBuffer()
  /// Whether all of the body has arrived.
  private var isWhole = false
  private var isWriteScheduled = false
  /// The number of bytes of the body that were written.
  private var written = 0

  private enum Progress {
    case none, part, all
  }

  /// - Parameters:
  ///   - upload: The body, if it is passed on as it arrives.
  ///   - own: The addresses of all servers of this program, to which nothing is forwarded.
  ///   - entersLoopback: Whether the origin can be this machine.
  ///   - opensSocket: Whether the call asks the origin for a WebSocket.
  init(
    _ call: MockCall, _ upload: Upload? = nil, to origin: Origin, by pseudonym: String, own: OwnAddresses,
    tls: any ClientTLS, loop: any EventLoop, entersLoopback: Bool = true, opensSocket: Bool = false
  ) {
    self.opensSocket = opensSocket
    self.own = own
    self.entersLoopback = entersLoopback
    self.call = call
    self.upload = upload
    self.origin = origin
    self.pseudonym = pseudonym
    self.tls = tls
    self.loop = loop
    idleTime = IdleTime(start: loop.now)
  }

  /// Sends the call.
  ///
  /// - Parameters:
  ///   - local: The address of this server, to which nothing is forwarded.
  ///   - timeout: The maximum time for connecting, and then the maximum time in which the origin neither receives a
  ///     part of the call nor sends a part of the reply. Pauses of the reply don't count.
  ///   - takesMore: Returns whether more of the reply is read. If not, `readOn()` is called later.
  ///   - onEvent: Called with each part of the reply, on the event loop. Nothing follows `end`, `switched`, `failure` and
  ///     `cancel()`.
  func start(
    from local: SocketAddress?, timeout: Duration, takesMore: @escaping () -> Bool,
    onEvent: @escaping (ForwardedReply.Event) -> Void
  ) {
    self.takesMore = takesMore
    self.onEvent = onEvent
    if origin.isEncrypted, let missing = tls as? MissingTLS {
      return refuse(ForwardingError("\(origin): \(missing.reason)"))
    }
    if call.fields[values: .via].contains(where: { $0.contains(pseudonym) }) {
      return refuse(ForwardingError("\(origin): the call has passed this server before", isRefusal: true))
    }
    self.timeout = timeout
    watch()
    connect(local, timeout)
  }

  /// Reads on after a pause.
  func readOn() {
    guard let channel else { return }
    idleTime.end(loop.now)
    reply?.readOn(channel)
  }

  /// Closes the connection. No event follows, and nothing refers to the call any more.
  ///
  /// If only a part of the call is sent, the connection is reset without an end of TLS, so that the origin doesn't
  /// mistake that part for the whole call.
  func cancel() {
    (onEvent, takesMore) = (nil, { false })
    timer.take()?.cancel()
    upload?.cancel()
    reply = nil
    guard let channel = channel.take() else { return }
    let transport = try? channel.pipeline.syncOperations.context(handlerType: OriginTransport.self)
    if progress == .part, let transport { transport.reset() } else { channel.close(promise: nil) }
  }

  private func receive(_ event: ForwardedReply.Event) {
    let onEvent = onEvent
    switch event {
    case .informational, .head, .body: idleTime.end(loop.now)
    case .end, .failure: cancel()
    case .switched:
      // Otherwise it would be closed.
      channel = nil
      cancel()
    }
    onEvent?(event)
  }

  /// Ends a call that makes no progress. Parts don't set the timer: when it fires, it compares times, and is set again.
  private func watch() {
    let limit = TimeAmount(timeout)
    // The time is exceeded by at most a quarter.
    timer = loop.assumeIsolated().scheduleTask(in: TimeAmount(max(timeout / 4, .milliseconds(1)))) { [self] in
      let now = loop.now
      if reply?.isPaused == true || awaitsClient { idleTime.end(now) }
      guard idleTime.duration(written, missing: reply?.unreceivedBytes ?? 0, now) >= limit else { return watch() }
      receive(.failure(ForwardingError(reasonForTimeout)))
    }
  }

  /// Whether the client, which has limits of its own, must send more of the body.
  private var awaitsClient: Bool { upload.map { !$0.hasEnded && $0.takesMore } ?? false }

  private var reasonForTimeout: String {
    if reply?.hasHead == true { return "\(origin) has sent nothing more for \(timeout)" }
    return upload?.hasEnded == false && channel != nil
      ? "\(origin) has taken no more of the body for \(timeout)" : "\(origin) hasn't answered within \(timeout)"
  }

  /// Fails asynchronously, so that many calls that fail at once don't recurse.
  private func refuse(_ reason: ForwardingError) {
    loop.assumeIsolated().execute { self.receive(.failure(reason)) }
  }

  private func connect(_ local: SocketAddress?, _ timeout: Duration) {
    let bound = NIOLoopBound(self, eventLoop: loop)
    let connector = OriginConnector(origin, local: local, own: own, loop: loop, entersLoopback: entersLoopback)
    connector.connect(within: timeout, halfCloses: opensSocket) { channel in
      let forwarded = bound.value
      let reply = ForwardedReply(opensSocket: forwarded.opensSocket, takesMore: { forwarded.takesMore() })
      var configuration = HTTPRequestEncoder.Configuration()
      // The encoder would frame some bodies differently from the client.
      configuration.automaticallySetFramingHeaders = false
      let handlers: [any ChannelHandler] = [
        OriginTransport(), LateEnd(),
        HTTPRequestEncoder(configuration: configuration),
        ByteToMessageHandler(
          HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes, informationalResponseStrategy: .forward)), reply,
      ]
      try channel.pipeline.syncOperations.addHandlers(handlers)
    } onEnd: { [self] result in
      switch result {
      case .failure(let error): receive(.failure(error))
      case .success(let channel):
        if onEvent == nil { return channel.close(promise: nil) }
        self.channel = channel
        idleTime.end(loop.now)
        reply = try? channel.pipeline.syncOperations.handler(type: ForwardedReply.self)
        begin(on: channel)
      }
    }
  }

  /// Sends the call, after a handshake if the origin has the scheme `https`, and reads.
  private func begin(on channel: any Channel) {
    do {
      if origin.isEncrypted {
        let pipeline = channel.pipeline.syncOperations
        let transport = try pipeline.handler(type: OriginTransport.self)
        try pipeline.addHandlers(tls.makeHandlers(host: origin.host.withoutBrackets), position: .after(transport))
      }
    } catch {
      return receive(.failure(ForwardingError(receiving: error)))
    }
    reply?.start(channel) { [self] in receive($0) }
    send(on: channel)
  }

  private func send(on channel: any Channel) {
    write(.head(head), to: channel) { [self] in if progress == .none { progress = .part } }
    scheduleWrite()
    if let upload { return upload.start { [self] in send($0) } }
    send(.body(ByteBuffer(bytes: call.body)))
    send(.end)
  }

  private func send(_ part: CallScanner.Part) {
    guard channel != nil else { return }
    idleTime.end(loop.now)
    switch part {
    case .head: break
    case .body(let bytes): unwritten.append(bytes)
    case .end: isWhole = true
    }
    scheduleWrite()
  }

  /// Writes what arrives in this turn of the event loop, all at once: a body can arrive in thousands of chunks.
  private func scheduleWrite() {
    guard !isWriteScheduled else { return }
    isWriteScheduled = true
    loop.assumeIsolated().execute { [self] in
      isWriteScheduled = false
      guard let channel else { return }
      let size = unwritten.readableBytes
      if size > 0 {
        written += size
        write(.body(.byteBuffer(unwritten)), to: channel) { [self] in
          idleTime.end(loop.now)
          upload?.sent(size)
        }
        unwritten = ByteBuffer()
      }
      if isWhole { write(.end(nil), to: channel) { [self] in progress = .all } }
      channel.flush()
    }
  }

  private func write(_ part: HTTPClientRequestPart, to channel: any Channel, onSent: @escaping () -> Void) {
    let promise = loop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenSuccess(onSent)
    channel.write(part, promise: promise)
  }

  private var head: HTTPRequestHead {
    var headers = HTTPHeaders()
    headers.add(name: "Host", value: origin.authority)
    for field in call.fields.endToEnd {
      if HTTPFields.ofSender.contains(field.name.canonicalName) { continue }
      let maxForwards = field.name == .maxForwards ? call.maxForwards.map { String($0 - 1) } : nil
      headers.add(name: field.name.rawName, value: maxForwards ?? field.value)
    }
    let via = call.fields[values: .via].map { $0 + ", " }.joined()
    headers.add(name: "Via", value: "\(via)1.1 \(pseudonym)")
    headers.add(name: "Connection", value: opensSocket ? "Upgrade" : "close")
    if opensSocket { headers.add(name: "Upgrade", value: "websocket") }
    if let upload {
      let framing = upload.length.map { ("Content-Length", String($0)) } ?? ("Transfer-Encoding", "chunked")
      headers.add(name: framing.0, value: framing.1)
    } else if ["POST", "PUT", "PATCH"].contains(call.method) || !call.body.isEmpty
      || call.fields[.contentLength] != nil
    {
      // These methods have a length even without a body (RFC 9110 §8.6).
      headers.add(name: "Content-Length", value: String(call.body.count))
    }
    let target = call.path + (call.query.map { "?" + $0 } ?? "")
    return HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: call.method), uri: target, headers: headers)
  }
}

/// The first handler of a connection to an origin. Resetting the connection from here doesn't send the end of TLS.
private final class OriginTransport: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer

  /// The TLS handler keeps decrypted bytes until a read is complete, which isn't reported after an error.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.fireChannelReadComplete()
    context.fireErrorCaught(error)
  }
}

/// Passes the end of the connection on in the next turn of the event loop. The decoder would drop what follows a reply if the
/// end came before the decoder has left the pipeline.
private final class LateEnd: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  func channelInactive(context: ChannelHandlerContext) {
    context.eventLoop.assumeIsolated().execute { context.fireChannelInactive() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed = event else { return context.fireUserInboundEventTriggered(event) }
    context.eventLoop.assumeIsolated().execute { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
  }
}

extension HTTPField.Name {
  fileprivate static let via = HTTPField.Name("Via")!
}

extension Origin {
  fileprivate var authority: String { host + (port.map { ":\($0)" } ?? "") }
}
