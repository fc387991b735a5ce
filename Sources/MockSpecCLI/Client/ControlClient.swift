import MockSpec
import MockSpecControl
import MockSpecServer
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Calls the control API of a running server, with a new connection for each call.
struct ControlClient: Sendable {
  struct Body: Sendable {
    let type: String
    let bytes: [UInt8]
  }

  let server: ServerURL
  /// TLS for `https`; `nil` for other schemes. It also trusts the local authority.
  private let tls: (any ClientTLS)?
  var token: String?
  var session: String?
  /// The timeout of connecting.
  var connectionPatience = TimeAmount.seconds(5)
  /// The timeout of a reply; for a stream, of its head.
  var patience = TimeAmount.seconds(60)

  /// - Parameter authority: The folder of a local authority; `nil` for that of the user.
  init(server: ServerURL, token: String?, session: String?, authority: String?) {
    let folder = authority ?? UserEnvironment.authority
    (self.server, self.token, self.session) = (server, token, session)
    let root = folder.flatMap { try? BuiltInTLS.library?.openAuthority(in: $0).root }
    tls = server.isEncrypted ? BuiltInTLS.clientTLS(trusting: root.map { [$0] } ?? []) : nil
  }

  /// The threads are never shut down, since the process ends after its last call.
  private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  /// The maximum size of a reply.
  private static let sizeLimit = 256 << 20

  /// Returns the reply of a resource.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The segments below the prefix.
  ///   - query: Names and values.
  ///   - body: The body.
  func reply(
    _ method: String, _ path: [String], query: [(name: String, value: String)] = [], body: Body? = nil
  ) async throws(ClientError) -> ReceivedReply {
    var bytes: [UInt8] = []
    let head = try await exchange(method, path, query, body: body) { _, piece in
      bytes += piece
      return bytes.count <= Self.sizeLimit
    }
    return try ReceivedReply(head, bytes, server)
  }

  /// Receives server-sent events until the connection ends.
  ///
  /// - Parameters:
  ///   - last: The ID of the last event that was received.
  ///   - receive: Called for each event.
  /// - Returns: The reply, if it isn't a stream.
  func events(after last: String, _ receive: (ServerEvent) -> Void) async throws(ClientError) -> ReceivedReply? {
    var (bytes, parser) = ([UInt8](), ServerEvent.Parser())
    let head = try await exchange("GET", ["events"], [], fields: [("Last-Event-ID", last)]) { head, piece in
      if head.status == .ok {
        for event in parser.events(in: piece) { receive(event) }
      } else {
        bytes += piece
      }
      return bytes.count <= Self.sizeLimit
    }
    return head.status == .ok ? nil : try ReceivedReply(head, bytes, server)
  }

  /// - Parameter receive: Called for each piece of the reply's body. Returns whether to continue.
  /// - Returns: The head of the reply.
  private func exchange(
    _ method: String, _ path: [String], _ query: [(name: String, value: String)], fields: [(String, String)] = [],
    body: Body? = nil, _ receive: (HTTPResponseHead, ByteBufferView) -> Bool
  ) async throws(ClientError) -> HTTPResponseHead {
    let isLate = Atomic(false)
    do {
      let connection = try await connect()
      let channel = connection.channel
      let alarm = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
      alarm.futureResult.whenSuccess { isLate.store(true, ordering: .relaxed) }
      return try await connection.executeThenClose { inbound, outbound in
        let head = HTTPRequestHead(
          version: .http1_1, method: HTTPMethod(rawValue: method), uri: Self.target(path, query),
          headers: self.fields(fields, body))
        do {
          try await outbound.write(.head(head))
          if let body { try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: body.bytes)))) }
          try await outbound.write(.end(nil))
        } catch ChannelError.ioOnClosedChannel {
          // The handshake may have failed already. The received data, or the error of receiving it, shows the reason.
        }
        var answer: HTTPResponseHead?
        for try await part in inbound {
          switch part {
          case .head(let head):
            answer = head
            if head.headers["Content-Type"].first == "text/event-stream" { alarm.cancel() }
          case .body(let piece):
            guard let answer, receive(answer, piece.readableBytesView) else {
              throw ClientError(description: "the answer of \(server) is larger than \(Self.sizeLimit >> 20) MiB")
            }
          case .end:
            alarm.cancel()
            if let answer { return answer }
          }
        }
        throw ClientError(incomplete: server)
      }
    } catch {
      if isLate.load(ordering: .relaxed) { throw ClientError(silent: server) }
      // The connection was closed before the end of the reply.
      if error as? HTTPParserError == .invalidEOFState { throw ClientError(incomplete: server) }
      if error is HTTPParserError { throw ClientError(foreign: "something else than HTTP", server) }
      throw ClientError(error, server)
    }
  }

  private func connect() async throws -> NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart> {
    let bootstrap = ClientBootstrap(group: Self.threads).connectTimeout(connectionPatience)
    let setUp:
      @Sendable (any Channel) -> EventLoopFuture<NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>> =
        { channel in
          channel.eventLoop.makeCompletedFuture {
            if let tls {
              try channel.pipeline.syncOperations.addHandlers(tls.makeHandlers(host: server.certifiedHost))
            }
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
          }
        }
    if let socket = server.socket {
      return try await bootstrap.connect(unixDomainSocketPath: socket, channelInitializer: setUp)
    }
    return try await bootstrap.connect(host: server.address, port: server.port, channelInitializer: setUp)
  }

  private func fields(_ more: [(String, String)], _ body: Body?) -> HTTPHeaders {
    var fields = HTTPHeaders([
      ("Host", "\(server.host):\(server.port)"), ("Accept", "application/json"), ("Connection", "close"),
    ])
    if let token { fields.add(name: "Authorization", value: "Bearer \(token)") }
    if let session { fields.add(name: "Mockspec-Session", value: session) }
    if let body {
      fields.add(name: "Content-Type", value: body.type)
      fields.add(name: "Content-Length", value: "\(body.bytes.count)")
    }
    fields.add(contentsOf: more)
    return fields
  }

  private static func target(_ path: [String], _ query: [(name: String, value: String)]) -> String {
    let path = ([MockControl.prefix] + path).map { "/" + encoded($0) }.joined()
    if query.isEmpty { return path }
    return path + "?" + query.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
  }

  /// Encodes all characters except unreserved ones (RFC 3986 §2.3). The dots of `.` and `..` are encoded, too, since such
  /// segments have another meaning.
  private static func encoded(_ text: String) -> String {
    PercentText.encode(text.utf8, keeping: text == "." || text == ".." ? "-_~" : "-._~")
  }
}
