import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHPACK
import Synchronization
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// Requests whose heads arrive again, byte for byte.
@Suite(.timeLimit(.minutes(20)))
struct ReplyCacheTests {
  private static let spec = """
    mockspec: 1
    requests:
      A: {match: GET /a, responses: {R: {text: r}, S: {status: 201, headers: {X-One: '1'}, text: s}}}
      Paged: {match: {path: /a, query: {page: '2'}}, responses: {R: {text: two}}}
      Turn: {match: GET /turn, sequence: [R, S], afterSequence: restart, responses: {R: {text: '1'}, S: {text: '2'}}}
      Echo: {match: 'GET /echo/{id}', responses: {R: {text: '{{request.path.id}}', template: true}}}
      Empty: {match: /empty, responses: {R: {status: 204}}}
      Large: {match: GET /large, responses: {R: {text: \(String(repeating: "x", count: 20_000))}}}
      Broken: {match: GET /broken, responses: {R: {error: cannotConnectToHost}}}
    """

  private static let heads: [String] = [
    "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", "GET /a HTTP/1.1\r\nHost: y\r\nAccept: */*\r\n\r\n",
    "HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n", "GET /a?page=2 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: x\r\nMockspec-Response: A=S\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: x\r\nMockspec-Session: s\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret\r\n\r\n",
    "GET /turn HTTP/1.1\r\nHost: x\r\n\r\n", "GET /echo/1 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /empty HTTP/1.1\r\nHost: x\r\n\r\n", "GET /large HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /none HTTP/1.1\r\nHost: x\r\n\r\n",
    "\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n", "GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
    "PUT /empty HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /empty HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "OPTIONS /a HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: x\r\nOrigin: http://page.example\r\n\r\n",
    "OPTIONS /a HTTP/1.1\r\nHost: x\r\nOrigin: http://page.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n",
    // These close the connection.
    "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "GET /a HTTP/1.0\r\n\r\n", "GET /a HTTP/1.1\r\n\r\n",
    "nonsense\r\n\r\n", "GET /broken HTTP/1.1\r\nHost: x\r\n\r\n",
  ]

  private static let changes: [@Sendable (MockEngine) throws -> Void] = [
    { try $0.session.select("S", for: "A") }, { try $0.session.deselect("A") },
    { try $0.session.setEnabled(false, for: "A") }, { try $0.session.setEnabled(true, for: "A") },
    { $0.session.reset() },
    {
      let spec = spec.replacing("text: r", with: "text: reloaded")
      $0.replace(with: try ResponseSets.load(text: spec))
    },
    { $0.replace(with: try ResponseSets.load(text: spec)) },
  ]

  /// A connection without a socket, of a server that repeats decisions or decides each call.
  private struct Connection {
    let engine: MockEngine
    let loop = EmbeddedEventLoop()
    let state: EventLoopState
    let log: Log
    var channel: EmbeddedChannel

    final class Log: Sendable {
      let lines = Mutex<[String]>([])
    }

    init(repeating: Bool) throws {
      engine = MockEngine(try ResponseSets.load(text: spec))
      log = Log()
      var each = ClosureDecisions(timeout: .seconds(1)) { [engine] in engine.decide($0) }
      each.allowedOrigins = engine.allowedOrigins
      each.optionsAreAnswered = { [engine] in engine.answersOptions($0) }
      var context = ServerContext(
        repeating ? engine : each, onCall: { [log] call in log.lines.withLock { $0.append(call.description) } })
      context.currentSecond = { 0 }
      state = EventLoopState(context: context, loop: loop)
      channel = try Self.open(state, loop)
    }

    private static func open(_ state: EventLoopState, _ loop: EmbeddedEventLoop) throws -> EmbeddedChannel {
      let channel = EmbeddedChannel(handler: ConnectionHandler(loop: state), loop: loop)
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
      return channel
    }

    /// Returns the bytes that are sent, and whether the connection is open then.
    mutating func answers(to head: String) throws -> (String, Bool) {
      if !channel.isActive { channel = try Self.open(state, loop) }
      try channel.writeInbound(ByteBuffer(string: head))
      var text = ""
      while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
      let isOpen = channel.isActive
      // The client of a refused request closes, too.
      if !text.isEmpty, text.contains("Connection: close") { channel.close(promise: nil) }
      loop.run()
      return (text, isOpen)
    }
  }

  /// Sends few heads often, changes the session now and then, and compares with a server that decides each call.
  @Test(arguments: 0..<TestScale.count(1, long: 8))
  func `a repeated request is answered as if it were decided`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var known = try Connection(repeating: true)
    var decided = try Connection(repeating: false)
    var knownCount = 0
    for step in 0..<600 {
      if generator.once(in: 25) {
        let change = generator.pick(Self.changes)
        try change(known.engine)
        try change(decided.engine)
      }
      // The last few close the connection.
      let head = generator.once(in: 10) ? generator.pick(Self.heads) : generator.pick(Array(Self.heads.dropLast(5)))
      let (found, expected) = (try known.answers(to: head), try decided.answers(to: head))
      try #require(found == expected, "step \(step): \(head)")
      knownCount = max(knownCount, known.state.cache.count)
    }
    let (calls, expected) = (known.engine.session.calls, decided.engine.session.calls)
    #expect(calls.map(\.description) == expected.map(\.description))
    #expect(calls.map(\.number) == expected.map(\.number))
    #expect(calls.map(\.fields) == expected.map(\.fields))
    #expect(try known.engine.session.count(of: "A") == decided.engine.session.count(of: "A"))
    #expect(known.log.lines.withLock { $0 } == decided.log.lines.withLock { $0 })
    #expect(knownCount > 2 && decided.state.cache.count == 0)
  }

  @Test func `a head is kept when it is received for the second time`() throws {
    var connection = try Connection(repeating: true)
    for count in [0, 1, 1, 1] {
      _ = try connection.answers(to: Self.heads[0])
      #expect(connection.state.cache.count == count)
    }
    try connection.engine.session.select("S", for: "A")
    for count in [0, 1, 1] {
      #expect(try connection.answers(to: Self.heads[0]).0.hasSuffix("\r\n\r\ns"))
      #expect(connection.state.cache.count == count)
    }
  }

  @Test func `known heads are forgotten when any request arrives after a change`() throws {
    var connection = try Connection(repeating: true)
    for head in Self.heads.prefix(2) { for _ in 0..<2 { _ = try connection.answers(to: head) } }
    #expect(connection.state.cache.count == 2)
    try connection.engine.session.select("S", for: "A")
    _ = try connection.answers(to: "GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(connection.state.cache.count == 0)
  }

  @Test func `event loops don't share the memory of an answer`() throws {
    let engine = MockEngine(try ResponseSets.load(text: Self.spec))
    let context = ServerContext(engine)
    let addresses = try (0..<2).map { _ in
      let loop = EmbeddedEventLoop()
      let channel = EmbeddedChannel(
        handler: ConnectionHandler(loop: EventLoopState(context: context, loop: loop)), loop: loop)
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
      var answer: ByteBuffer?
      for _ in 0..<3 {
        try channel.writeInbound(ByteBuffer(string: Self.heads[0]))
        answer = try channel.readOutbound(as: ByteBuffer.self)
      }
      return try #require(answer).withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) }
    }
    #expect(addresses[0] != addresses[1])
  }

  @Test func `unique heads aren't kept, and the memory of others is limited`() throws {
    let body = String(repeating: "x", count: 10_000)
    let engine = MockEngine(
      try ResponseSets.load(text: "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {text: \(body)}}}}"))
    let call = MockCall(
      method: "GET", target: .originForm, scheme: "http", host: "x", port: nil, path: "/a", query: nil)
    let (decision, found) = engine.decide(call, version: engine.version)
    let repeatable = try #require(found)
    let head = try #require(try CallScannerTests.heads("GET /a HTTP/1.1\r\nHost: x\r\n\r\n").first)
    let decided = DecidedCall(head: head, call: call, decision: decision, access: nil)
    var known = ReplyCache()

    let long = String(repeating: "x", count: 1000)
    var counts: Set<Int> = []
    for number in 0..<4_000 {
      let bytes = ByteBuffer(string: "GET /a HTTP/1.1\r\nHost: x\r\nX-Name: \(number)\r\nX-Long: \(long)\r\n\r\n")
      guard case .new = known.find(bytes, .http11, version: 1),
        case .repeated(let key) = known.find(bytes, .http11, version: 1)
      else {
        Issue.record("request \(number) was known")
        break
      }
      known.add(key, bytes, repeatable, decided, nil, HTTPDate(second: 0))
      counts.insert(known.count)
      guard case .cached = known.find(bytes, .http11, version: 1) else {
        Issue.record("request \(number) wasn't kept")
        break
      }
      // The same bytes are another request in HTTP/2.
      guard case .new = known.find(bytes, .http2, version: 1) else {
        Issue.record("request \(number) was known in HTTP/2")
        break
      }
    }
    #expect(try 2_000...2_300 ~= #require(counts.max()))
    #expect(known.count < 2_000)
    guard case .new = known.find(ByteBuffer(string: long + long + long + "\r\n\r\n"), .http11, version: 1) else {
      Issue.record("a large head was kept")
      return
    }
  }

  @Test func `thousands of heads that arrive in turn are found to be repeated`() {
    var known = ReplyCache()
    let heads = (0..<10_000).map { ByteBuffer(string: "GET /items-\($0)/details HTTP/1.1\r\nHost: x\r\n\r\n") }
    for head in heads { _ = known.find(head, .http11, version: 1) }
    let repeated = heads.count { if case .repeated = known.find($0, .http11, version: 1) { true } else { false } }
    #expect(repeated > 9_900)
  }

  @Test func `the date of a repeated answer advances`() throws {
    let second = Mutex(0)
    let engine = MockEngine(try ResponseSets.load(text: Self.spec))
    var context = ServerContext(engine)
    context.currentSecond = { second.withLock { $0 } }
    let loop = EmbeddedEventLoop()
    let channel = EmbeddedChannel(
      handler: ConnectionHandler(loop: EventLoopState(context: context, loop: loop)), loop: loop)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    for number in 0..<10 {
      second.withLock { $0 = number }
      try channel.writeInbound(ByteBuffer(string: Self.heads[0]))
      let answer = try #require(try channel.readOutbound(as: ByteBuffer.self))
      #expect(String(buffer: answer).contains("Date: Thu, 01 Jan 1970 00:00:0\(number) GMT"))
    }
  }
  @Test func `over HTTP/2, too, and the fields are rendered once a second`() throws {
    let engine = MockEngine(try ResponseSets.load(text: Self.spec))
    var second = 0
    let renderer = ReplyRenderer(currentSecond: { second })
    let section = HeaderSection([":method": "GET", ":scheme": "http", ":path": "/a", ":authority": "x"])
    let head = try section.head(isEnd: true, within: ServerLimits())
    let call = try MockCall(head, body: ByteBuffer())
    let (decision, found) = engine.decide(call, version: engine.version)
    var requests = ReplyCache()
    _ = requests.find(section.bytes, .http2, version: 1)
    guard case .repeated(let key) = requests.find(section.bytes, .http2, version: 1) else {
      Issue.record("the head isn't repeated")
      return
    }
    let decided = DecidedCall(head: head, call: call, decision: decision, access: nil)
    requests.add(key, section.bytes, try #require(found), decided, nil, renderer.currentDate())
    guard case .cached(let known) = requests.find(section.bytes, .http2, version: 1) else {
      Issue.record("the head isn't known")
      return
    }
    for number in [0, 0, 1, 1, 2] {
      second = number
      let answer = renderer.streamReply(known)
      #expect(answer.head[":status"] == ["200"])
      #expect(answer.head["date"] == ["Thu, 01 Jan 1970 00:00:0\(number) GMT"])
    }
  }
}
