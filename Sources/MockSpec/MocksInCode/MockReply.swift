import HTTPTypes

/// An HTTP reply built in code.
///
/// `Content-Type` is inferred from the kind of body, unless a header sets it.
public struct MockReply: Sendable {
  /// A kind of body.
  enum Kind: Sendable {
    case json, text
    /// Bytes of any type, or none.
    case bytes
    case file(SourceFileLocation)
    /// No reply: the call is sent to its real destination, or to an origin.
    case passThrough
    case forward(origin: String)
    case stream(PieceStream)
  }

  /// The status code, from 200 to 599.
  public var status: Int
  /// The headers in the order in which they are sent. A name can occur several times.
  public var headers: [(name: String, value: String)]
  /// The body; empty if it is in a file, or made while it is sent.
  public let body: [UInt8]
  let kind: Kind
  /// The first error in a JSON body, such as `json, line 1, column 2: expected a value`; `nil` if there is none.
  let jsonProblem: String?

  /// Creates a reply without a body.
  ///
  /// - Parameters:
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:]) {
    self.init(status, headers, [], .bytes)
  }

  /// Creates a reply with a JSON body.
  ///
  /// - Parameters:
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - json: The body, which is sent as written. The reply is invalid if this isn't JSON.
  public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], json: String) {
    self.init(status: status, headers: headers, json: WrittenJSON(json))
  }

  /// Creates a reply with a text body.
  ///
  /// - Parameters:
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - text: The body, which is sent as UTF-8.
  public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], text: String) {
    self.init(status, headers, Array(text.utf8), .text)
  }

  /// Creates a reply with a body of any bytes. No `Content-Type` is inferred.
  ///
  /// - Parameters:
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - body: The bytes of the body, such as a `Data`.
  public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: some Sequence<UInt8>) {
    self.init(status, headers, Array(body), .bytes)
  }

  /// Creates a reply whose body is in a file.
  ///
  /// `Content-Type` is inferred from the file's extension. The file of a response is read when its request is added; the
  /// file of a closure's reply is read for each call.
  ///
  /// - Parameters:
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - file: The location of the file; a string literal is a path.
  ///   - filePath: The source file from which a relative path is looked up.
  public init(
    status: Int = 200, headers: KeyValuePairs<String, String> = [:], file: FileLocation, filePath: String = #filePath
  ) {
    self.init(status, headers, [], .file(SourceFileLocation(file, calledFrom: filePath)))
  }

  /// The reply of the call's real destination, to which the call is sent.
  ///
  ///     MockedResponse("Live for guests") { call in
  ///       call.queryParameters["user"] == "guest" ? .passThrough : MockReply(text: "mocked")
  ///     }
  public static var passThrough: MockReply { MockReply(200, [:], [], .passThrough) }

  /// The reply of another server, to which the call is sent.
  ///
  /// - Parameter origin: The server, such as `http://localhost:8000`, without a path.
  public static func forward(to origin: String) -> MockReply { MockReply(200, [:], [], .forward(origin: origin)) }

  /// Creates a reply whose body is made while it is sent. No `Content-Type` is inferred.
  ///
  ///     MockedResponse("Countdown") { _ in
  ///       MockReply(headers: ["Content-Type": "text/plain"], pieces: AsyncStream { pieces in
  ///         for number in (1...3).reversed() { pieces.yield("\(number)\n".utf8) }
  ///         pieces.finish()
  ///       })
  ///     }
  ///
  /// Each piece is sent at once: over HTTP/1.1 as a chunk, over HTTP/2 in frames of its own, and a URLSession delegate gets
  /// it in one call. The next piece is requested when the previous one has been sent, so a client that reads slowly slows
  /// the sequence down. If the sequence throws an error, the connection is reset after the pieces before; in process, the
  /// call fails with that error. If a piece can't be sent, since the client has left, the sequence's task is cancelled.
  ///
  /// The sequence is iterated for each call. If that is possible only once, as with an `AsyncStream`, create it in a closure
  /// of the response. The reply can't be a template, and isn't throttled.
  ///
  /// - Parameters:
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - pieces: The pieces of the body, such as `Data` values. Empty ones are skipped.
  public init<Pieces: AsyncSequence & Sendable>(
    status: Int = 200, headers: KeyValuePairs<String, String> = [:], pieces: Pieces
  ) where Pieces.Element: Sequence<UInt8> {
    self.init(status, headers, [], .stream(PieceStream(pieces)))
  }

  /// Creates a reply whose body is a stream of server-sent events, which are made while it is sent.
  ///
  ///     MockedResponse("Countdown", .stream {
  ///       AsyncStream { events in
  ///         for number in (1...3).reversed() { events.yield(ServerSentEvent("\(number)", id: "\(number)")) }
  ///         events.finish()
  ///       }
  ///     })
  ///
  /// Each event is sent whole, as a piece of ``init(status:headers:pieces:)`` is. An `event` or `id` with a line break ends
  /// the stream like an error of the sequence.
  ///
  /// - Parameters:
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent. Without a `Content-Type`, it is `text/event-stream`.
  ///   - events: Returns the events. Called for each call.
  public static func stream<Events: AsyncSequence & Sendable>(
    status: Int = 200, headers: KeyValuePairs<String, String> = [:], _ events: @escaping @Sendable () -> Events
  ) -> MockReply where Events.Element == ServerSentEvent {
    var reply = MockReply(status, headers, [], .stream(PieceStream { events().map { try $0.bytes() } }))
    if let type = StreamFormat.sse.contentType, !headers.contains(where: { $0.key.lowercased() == "content-type" }) {
      reply.headers.append(("Content-Type", type))
    }
    return reply
  }

  /// Creates a reply with a JSON body.
  package init(status: Int, headers: KeyValuePairs<String, String>, json: WrittenJSON) {
    self.init(status, headers, json.bytes, .json, problem: json.problem.map { "json\($0)" })
  }

  private init(
    _ status: Int, _ headers: KeyValuePairs<String, String>, _ body: [UInt8], _ kind: Kind, problem: String? = nil
  ) {
    self.status = status
    self.headers = headers.map { ($0.key, $0.value) }
    self.body = body
    self.kind = kind
    jsonProblem = problem
  }
}

extension MockReply {
  /// Whether the body is in a file.
  var isFile: Bool { if case .file = kind { true } else { false } }
  /// Whether the body is made while it is sent.
  var isStream: Bool { if case .stream = kind { true } else { false } }

  /// Whether another server replies.
  var isElsewhere: Bool {
    switch kind {
    case .passThrough, .forward: true
    case .json, .text, .bytes, .file, .stream: false
    }
  }

  /// Whether the reply is valid. The schema's rules are repeated here, since closures build replies for single calls.
  /// If a reply isn't valid, the schema provides the error message.
  var isValid: Bool {
    (200...599).contains(status) && jsonProblem == nil && headers.count <= HTTPFields.countLimit
      && headers.allSatisfy { HTTPField.Name($0.name) != nil && Self.isValidValue($0.value) }
  }

  /// Returns whether a header value is valid (RFC 9110 §5.5), by the same rule as the schema.
  private static func isValidValue(_ value: String) -> Bool {
    let isVisible = { (byte: UInt8) in byte > 0x20 && byte != 0x7F }
    guard let first = value.utf8.first, let last = value.utf8.last else { return true }
    return isVisible(first) && isVisible(last)
      && value.utf8.allSatisfy { isVisible($0) || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// Creates a reply from a reply of the engine. Its body is in memory.
  init(_ reply: Reply) {
    self.init(status: reply.status, body: reply.body)
    headers = reply.fields.map { ($0.name.rawName, $0.value) }
  }

  /// Returns the reply for the engine. The body must not be in a file.
  ///
  /// - Parameter isShared: Whether many calls get the reply.
  func reply(isShared: Bool) -> Reply {
    var fields = HTTPFields()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    if let type = inferredType, fields[.contentType] == nil { fields[.contentType] = type }
    let source: Reply.Source = if case .stream(let stream) = kind { .stream(stream) } else { .bytes(body[...]) }
    return Reply(status: status, fields: fields, source, isShared: isShared)
  }

  private var inferredType: String? {
    switch kind {
    case .json: ContentType.json
    case .text: ContentType.text
    case .bytes, .file, .stream, .passThrough, .forward: nil
    }
  }
}
