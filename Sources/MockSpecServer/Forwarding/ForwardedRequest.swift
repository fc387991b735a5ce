import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

/// A request that is forwarded to another server, over a connection of its own.
///
/// The response is passed on as it arrives. Not thread-safe: used only on one event loop.
final class ForwardedRequest {
  private let origin: Origin
  private let request: MockRequest
  /// This server's name in `Via` (RFC 9110 §7.6.3), which identifies a request that it has forwarded before.
  private let pseudonym: String
  /// TLS for the scheme `https`; `nil` if only `http` is supported.
  private let tls: (any ClientTLS)?
  private let own: OwnAddresses
  private let loop: any EventLoop
  private var onEvent: ((ForwardedResponse.Event) -> Void)?
  private var takesMore: () -> Bool = { true }
  private var response: ForwardedResponse?
  private var channel: (any Channel)?
  private var timer: Scheduled<Void>?
  /// The maximum time without a part of the response.
  private var timeout = Duration.zero
  /// When the last part of the response arrived.
  private var lastPart: NIODeadline?

  /// - Parameter own: The addresses of all servers of this program, to which nothing is forwarded.
  init(
    _ request: MockRequest, to origin: Origin, by pseudonym: String, own: OwnAddresses, tls: (any ClientTLS)?,
    loop: any EventLoop
  ) {
    self.own = own
    self.request = request
    self.origin = origin
    self.pseudonym = pseudonym
    self.tls = tls
    self.loop = loop
  }

  /// Sends the request.
  ///
  /// - Parameters:
  ///   - local: The address of this server, to which nothing is forwarded.
  ///   - timeout: The maximum time for connecting and until the response begins, and then for each of its parts. A pause
  ///     doesn't count.
  ///   - takesMore: Returns whether more of the response is read. If not, `readOn()` is called later.
  ///   - onEvent: Called with each part of the response, on the event loop. Nothing follows `end`, `failure` and `cancel()`.
  func start(
    from local: SocketAddress?, timeout: Duration, takesMore: @escaping () -> Bool,
    onEvent: @escaping (ForwardedResponse.Event) -> Void
  ) {
    self.takesMore = takesMore
    self.onEvent = onEvent
    if origin.isEncrypted, tls == nil {
      return refuse(ForwardingError("\(origin): this server forwards only over http, not over TLS"))
    }
    if request.fields[values: .via].contains(where: { $0.contains(pseudonym) }) {
      return refuse(ForwardingError("\(origin): this server has forwarded the request before"))
    }
    self.timeout = timeout
    timer = loop.assumeIsolated().scheduleTask(in: TimeAmount(timeout)) { [self] in
      receive(.failure(ForwardingError("\(origin) hasn't answered within \(timeout)")))
    }
    connect(local, timeout)
  }

  /// Reads on after a pause.
  func readOn() {
    guard let channel else { return }
    lastPart = loop.now
    response?.readOn(channel)
  }

  /// Closes the connection. No event follows, and nothing refers to the request any more.
  func cancel() {
    (onEvent, takesMore) = (nil, { false })
    timer.take()?.cancel()
    channel.take()?.close(promise: nil)
    response = nil
  }

  private func receive(_ event: ForwardedResponse.Event) {
    let onEvent = onEvent
    switch event {
    case .head:
      timer?.cancel()
      lastPart = loop.now
      watch()
    case .body: lastPart = loop.now
    case .end, .failure: cancel()
    }
    onEvent?(event)
  }

  /// Ends a response that doesn't go on. No part sets the timer: when it fires, times are compared, and it is set again.
  private func watch() {
    guard let lastPart else { return }
    let end = lastPart + TimeAmount(timeout)
    timer = loop.assumeIsolated().scheduleTask(deadline: end) { [self] in
      if response?.isPaused == true { self.lastPart = loop.now }
      if self.lastPart != lastPart { return watch() }
      receive(.failure(ForwardingError("\(origin) has sent nothing more for \(timeout)")))
    }
  }

  /// Fails asynchronously, so that many requests that fail at once don't recurse.
  private func refuse(_ reason: ForwardingError) {
    loop.assumeIsolated().execute { self.receive(.failure(reason)) }
  }

  private func connect(_ local: SocketAddress?, _ timeout: Duration) {
    let bound = NIOLoopBound(self, eventLoop: loop)
    OriginConnector(origin, local: local, own: own, loop: loop).connect(within: timeout) { channel in
      let request = bound.value
      let response = ForwardedResponse(takesMore: { request.takesMore() })
      try channel.pipeline.syncOperations.addHandler(TrailingTabs(isInHead: { !response.hasHead }))
      try channel.pipeline.syncOperations.addHTTPClientHandlers()
      try channel.pipeline.syncOperations.addHandler(response)
    } onEnd: { [self] result in
      switch result {
      case .failure(let error): receive(.failure(error))
      case .success(let channel):
        if onEvent == nil { return channel.close(promise: nil) }
        self.channel = channel
        response = try? channel.pipeline.syncOperations.handler(type: ForwardedResponse.self)
        begin(on: channel)
      }
    }
  }

  /// Sends the request, after a handshake if the origin has the scheme `https`, and reads.
  private func begin(on channel: any Channel) {
    do {
      if origin.isEncrypted, let tls {
        try channel.pipeline.syncOperations.addHandlers(
          tls.makeHandlers(host: origin.host.withoutBrackets), position: .first)
      }
    } catch {
      return receive(.failure(ForwardingError(receiving: error)))
    }
    send(on: channel)
    response?.start(channel) { [self] in receive($0) }
  }

  private func send(on channel: any Channel) {
    var headers = HTTPHeaders()
    headers.add(name: "Host", value: origin.authority)
    for field in request.fields.endToEnd {
      if ["host", "content-length", "expect", "via"].contains(field.name.canonicalName) { continue }
      headers.add(name: field.name.rawName, value: field.value)
    }
    let via = request.fields[values: .via].map { $0 + ", " }.joined()
    headers.add(name: "Via", value: "\(via)1.1 \(pseudonym)")
    headers.add(name: "Connection", value: "close")
    // Without a length, the encoder would frame an empty body of these methods as chunks.
    let expectsBody = ["POST", "PUT", "PATCH"].contains(request.method)
    if expectsBody || !request.body.isEmpty || request.fields[.contentLength] != nil {
      headers.add(name: "Content-Length", value: String(request.body.count))
    }
    let target = request.path + (request.query.map { "?" + $0 } ?? "")
    let head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method), uri: target, headers: headers)
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    if !request.body.isEmpty {
      channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: request.body))), promise: nil)
    }
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
  }
}

extension HTTPField.Name {
  fileprivate static let via = HTTPField.Name("Via")!
}

extension Origin {
  fileprivate var isEncrypted: Bool { scheme == "https" }

  fileprivate var authority: String { host + (port.map { ":\($0)" } ?? "") }
}
