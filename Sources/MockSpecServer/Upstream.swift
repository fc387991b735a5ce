import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One request on its way to another server, over a connection of its own. Everything happens on one event loop.
///
/// TLS isn't spoken, so that the mock server stays without it. The answer is handed back when all of it is there.
final class Upstream {
  /// Of an answer's body, in bytes.
  static let bodyLimit = 64 << 20

  private let origin: Origin
  private let request: MockRequest
  /// This server's name in `Via` (RFC 9110 §7.6.3), by which it knows a request that it has forwarded before.
  private let pseudonym: String
  private let loop: any EventLoop
  private let promise: EventLoopPromise<Reply>
  private var channel: (any Channel)?
  private var timer: Scheduled<Void>?
  private var isOver = false

  init(_ request: MockRequest, to origin: Origin, by pseudonym: String, loop: any EventLoop) {
    self.request = request
    self.origin = origin
    self.pseudonym = pseudonym
    self.loop = loop
    promise = loop.makePromise(of: Reply.self)
  }

  /// - Parameters:
  ///   - local: Where the client has reached this server, which isn't asked again.
  ///   - done: Called once, on the event loop, unless the request is cancelled before.
  func start(from local: SocketAddress?, timeout: Duration, done: @escaping (Result<Reply, UpstreamError>) -> Void) {
    promise.futureResult.assumeIsolated().whenComplete { [self] result in
      isOver = true
      timer?.cancel()
      channel?.close(promise: nil)
      done(result.mapError { $0 as? UpstreamError ?? UpstreamError("\(origin) can't be reached: \($0)") })
    }
    if origin.scheme != "http" {
      return refuse(UpstreamError("\(origin): this server forwards over http only, and not over TLS"))
    }
    if request.fields[values: .via].contains(where: { $0.contains(pseudonym) }) {
      return refuse(UpstreamError("\(origin): this server has forwarded the request before"))
    }
    let (name, port) = (origin.name, origin.port ?? 80)
    if let address = try? SocketAddress(ipAddress: name, port: port) {
      if let reason = refusal(of: address, local) { return refuse(reason) }
    } else if origin.hasNumericName {
      return refuse(UpstreamError("\(origin) has no address: an IPv4 address has four decimal numbers"))
    }
    timer = loop.assumeIsolated().scheduleTask(in: TimeAmount(timeout)) { [self] in
      promise.fail(UpstreamError("\(origin) hasn't answered within \(timeout)"))
    }
    connect(name, port, local, timeout)
  }

  /// Nobody waits for the answer any more.
  func cancel() { promise.fail(UpstreamError("cancelled")) }

  /// Later, since who starts this may have a thousand requests more that end likewise.
  private func refuse(_ reason: UpstreamError) {
    let promise = promise
    loop.execute { promise.fail(reason) }
  }

  private func refusal(of address: SocketAddress, _ local: SocketAddress?) -> UpstreamError? {
    if address.isLinkLocal { return UpstreamError("\(origin) is a link-local address, to which nothing is forwarded") }
    if let local, address.leads(to: local) { return UpstreamError("\(origin) is this server itself") }
    return nil
  }

  /// A name may have several addresses, of which the first that answers is taken; it is looked at before anything is sent.
  private func connect(_ name: String, _ port: Int, _ local: SocketAddress?, _ timeout: Duration) {
    let promise = promise
    ClientBootstrap(group: loop)
      .connectTimeout(TimeAmount(timeout))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(UpstreamHandler(promise))
        }
      }
      .connect(host: name, port: port).assumeIsolated().whenComplete { [self] result in
        switch result {
        case .failure(let error): promise.fail(UpstreamError(connecting: origin, error))
        case .success(let channel):
          if isOver { return channel.close(promise: nil) }
          self.channel = channel
          if let reason = channel.remoteAddress.flatMap({ refusal(of: $0, local) }) {
            promise.fail(reason)
          } else {
            send(on: channel)
          }
        }
      }
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
    if !request.body.isEmpty || request.fields[.contentLength] != nil {
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

/// Why a request couldn't be forwarded.
struct UpstreamError: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  init(connecting origin: Origin, _ error: any Error) {
    let attempts = (error as? NIOConnectionError)?.connectionErrors.map(\.error) ?? [error]
    let reasons = attempts.map { error in
      (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
    }
    let listed = reasons.joined(separator: ", ")
    self.init(reasons.isEmpty ? "\(origin) has no address" : "\(origin) can't be reached: \(listed)")
  }
}

/// Collects the answer.
private final class UpstreamHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let promise: EventLoopPromise<Reply>
  private var head: HTTPResponseHead?
  private var body: [UInt8] = []

  init(_ promise: EventLoopPromise<Reply>) { self.promise = promise }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body(let bytes):
      guard body.count + bytes.readableBytes <= Upstream.bodyLimit else {
        return promise.fail(UpstreamError("the answer has more than \(Upstream.bodyLimit >> 20) MiB"))
      }
      body.append(contentsOf: bytes.readableBytesView)
    case .end:
      guard let head else { return }
      var fields = HTTPFields()
      for (name, value) in head.headers {
        guard let name = HTTPField.Name(name) else { continue }
        fields.append(HTTPField(name: name, value: value))
      }
      promise.succeed(Reply(forwarded: Int(head.status.code), fields: fields.endToEnd, body: body))
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.fail(UpstreamError("the connection ended before the answer did"))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    promise.fail(UpstreamError("the answer can't be read: \(error)"))
    context.close(promise: nil)
  }
}

extension HTTPField.Name {
  fileprivate static let via = HTTPField.Name("Via")!
}

extension Origin {
  /// Without the brackets of an IPv6 address.
  fileprivate var name: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }

  /// `127.1`, `0x7f000001`, …: what a resolver would take for an address, though it doesn't look like one.
  fileprivate var hasNumericName: Bool {
    guard let last = name.split(separator: ".").last else { return false }
    return last.allSatisfy(\.isNumber) || last.hasPrefix("0x")
  }

  fileprivate var authority: String { host + (port.map { ":\($0)" } ?? "") }
}
