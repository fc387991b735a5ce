import HTTPTypes
import MockSpecControl
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// Requests that are forwarded to another server.
@Suite(.timeLimit(.minutes(20)))
struct ForwardTests {
  static func origin(_ live: LiveServer) -> Origin {
    Origin(scheme: "http", host: "127.0.0.1", port: live.server.port)
  }

  /// Answers with the request as text.
  @Sendable static func show(_ call: MockCall) -> Decision {
    var fields: HTTPFields = [.contentType: "text/plain", .init("Keep-Alive")!: "1"]
    fields.append(HTTPField(name: .setCookie, value: "a=1"))
    fields.append(HTTPField(name: .setCookie, value: "b=2"))
    let shown = call.fields.map { "\($0.name): \($0.value)" }.sorted().joined(separator: "\n")
    let body = "\(call.method) \(call.path)?\(call.query ?? "")\n\(shown)\n\n"
    return .reply(
      body + String(decoding: call.body, as: UTF8.self), status: 203, fields: fields,
      head: call.method == "HEAD")
  }

  @Test func `a request is forwarded, and the response returned`() async throws {
    try await LiveServer(decide: Self.show).run { backend in
      let origin = Self.origin(backend)
      try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
        let client = try live.client()
        try await client.send(
          "POST /a%2Fb?c=d HTTP/1.1\r\nHost: api.example.com\r\nMockspec-Response: A=B\r\nX-One: 1\r\n"
            + "Connection: X-Two\r\nX-Two: 2\r\nVia: 1.0 a\r\nContent-Length: 7\r\n\r\npayload")
        let answer = try await client.answer()
        #expect(answer.status == 203)
        #expect(answer["set-cookie"] == ["a=1", "b=2"])
        #expect(answer["keep-alive"].isEmpty)
        #expect(
          answer.body.replacing(/mockspec-[0-9a-f]+/, with: "NAME")
            == "POST /a%2Fb?c=d\nConnection: close\nContent-Length: 7\nHost: 127.0.0.1:\(origin.port!)\n"
            + "Via: 1.0 a, 1.1 NAME\nX-One: 1\n\npayload")
        #expect(await live.nextServed()?.description == "POST /a%2Fb?c=d → 203, forwarded to \(origin)")
        try await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await client.answer(hasBody: false)["content-length"] != ["0"])
      }
    }
  }

  private struct WeakCall {
    weak var call: ForwardedCall?
  }

  @Test(arguments: [true, false])
  func `a request that has ended isn't kept`(isAnswered: Bool) async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let origin = isAnswered ? Self.origin(live) : Origin(scheme: "http", host: "127.0.0.1", port: 1)
      let loop = MultiThreadedEventLoopGroup.singleton.next()
      let ended = loop.makePromise(of: Void.self)
      let kept = try await loop.submit {
        let call = ForwardedCall(
          MockCall(method: "GET", target: .originForm, scheme: "http", host: "x", port: nil, path: "/a", query: nil),
          to: origin, by: "test", own: OwnAddresses(), tls: MissingTLS.inServer, loop: loop)
        call.start(from: nil, timeout: .seconds(60), takesMore: { true }) { event in
          switch event {
          case .end, .failure: ended.succeed()
          case .informational, .head, .body, .switched: break
          }
        }
        return NIOLoopBound(WeakCall(call: call), eventLoop: loop)
      }.get()
      try await ended.futureResult.get()
      // The connection to the origin is closed a little later.
      var isKept = true
      for _ in 0..<10_000 where isKept {
        isKept = try await loop.submit { kept.value.call != nil }.get()
      }
      #expect(!isKept)
    }
  }

  @Test func `a request without a body is forwarded without chunks`() async throws {
    try await LiveServer(decide: Self.show).run { backend in
      let origin = Self.origin(backend)
      try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
        let client = try live.client()
        for (method, length) in [("POST", true), ("PUT", true), ("PATCH", true), ("GET", false), ("DELETE", false)] {
          try await client.send("\(method) /a HTTP/1.1\r\nHost: x\r\n\r\n")
          let body = try await client.answer().body
          #expect(!body.contains("Transfer-Encoding"), "\(body)")
          #expect(body.contains("Content-Length: 0\n") == length, "\(body)")
        }
      }
    }
  }

  @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0", "127.1.2.3"])
  func `a server doesn't forward to itself, by whatever address`(host: String) async throws {
    // The path contains the port, which is known only when the server runs.
    let decide: @Sendable (MockCall) -> Decision = { call in
      .outcome(.forward(Origin(scheme: "http", host: host, port: Int(call.path.dropFirst()))))
    }
    try await LiveServer(decide: decide).run { live in
      let answer = try await live.client().get("/\(try #require(live.server.port))")
      #expect(answer.status == 502)
      #expect(answer.body.contains("is this server itself"))
    }
  }

  @Test func `nor does it to the server of its control API`() async throws {
    let control = MockControl(MockEngine(try ResponseSets.load(text: "mockspec: 1\nrequests: {}")))
    try await LiveServer(decide: {
      .outcome(.forward(.init(scheme: "http", host: "127.0.0.1", port: Int($0.path.dropFirst()))))
    })
    .run { live in
      let beside = MockServer(control: control, host: "127.0.0.1", port: 0, tls: nil, own: live.server.ownAddresses)
      let port = try await beside.start().port
      let answer = try await live.client().get("/\(port)")
      #expect(answer.status == 502)
      #expect(answer.body.contains("is this server itself"))
      await beside.stop()
      #expect(try await live.client().get("/\(port)").body.contains("can't be reached"))
    }
  }

  @Test(arguments: [
    (Origin(scheme: "http", host: "169.254.169.254", port: nil), "is a link-local address"),
    (Origin(scheme: "http", host: "[fe80::1]", port: nil), "is a link-local address"),
    (Origin(scheme: "http", host: "[::ffff:169.254.1.1]", port: nil), "is a link-local address"),
    (Origin(scheme: "http", host: "2852039166", port: nil), "has no address"),
    (Origin(scheme: "http", host: "127.1", port: nil), "has no address"),
    (Origin(scheme: "https", host: "localhost", port: nil), "not over TLS"),
    (Origin(scheme: "http", host: "127.0.0.1", port: 1), "can't be reached: Connection refused\n"),
    (Origin(scheme: "http", host: "nowhere.invalid", port: nil), "has no address"),
  ])
  func `a request that can't be forwarded is 502 with the reason`(origin: Origin, reason: String) async throws {
    try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
      let client = try live.client()
      for _ in 0..<2 {
        let answer = try await client.get("/")
        #expect(answer.status == 502)
        #expect(answer.body.contains(reason))
      }
    }
  }

  @Test func `a request that returns through other servers is refused`() async throws {
    // The path contains the ports of the servers, which are known only when they run.
    let decide: @Sendable (MockCall) -> Decision = { call in
      let ports = call.path.split(separator: "/").compactMap { Int($0) }
      let passed = call.fields[.init("Via")!].map { $0.split(separator: ",").count } ?? 0
      return .outcome(.forward(Origin(scheme: "http", host: "127.0.0.1", port: ports[passed % ports.count])))
    }
    try await LiveServer(decide: decide).run { first in
      try await LiveServer(decide: decide).run { second in
        let (one, two) = try (#require(first.server.port), #require(second.server.port))
        let answer = try await first.client().get("/\(two)/\(one)")
        #expect(answer.status == 502)
        #expect(answer.body.contains("the call has passed this server before"))
      }
    }
  }

  @Test func `all addresses of a name are tried`() async throws {
    try await LiveServer(decide: Self.show).run { backend in
      let origin = Origin(scheme: "http", host: "localhost", port: backend.server.port)
      try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
        let answer = try await live.client().get("/a")
        #expect(answer.status == 203)
      }
    }
  }

  @Test func `an answer to HEAD has the length that the origin sent, or none`() async throws {
    let renderer = ReplyRenderer(currentSecond: { 0 })
    func answer(_ length: Int?) -> String {
      String(buffer: renderer.head(200, [:], length: length, connection: nil))
    }
    #expect(answer(14).contains("\r\nContent-Length: 14\r\n"))
    #expect(!answer(nil).contains("Content-Length"))
  }

  @Test func `many requests can be refused at once`() async throws {
    let origin = Origin(scheme: "https", host: "x", port: nil)
    try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
      let client = try live.client()
      try await client.send(String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 2000))
      for _ in 0..<2000 { #expect(try await client.answer().status == 502) }
    }
  }

  @Test func `forwarding ends with the project's timeout, and closes the connection to the origin`() async throws {
    let hasArrived = Atomic(false)
    let late: @Sendable (MockCall) -> Decision = { _ in
      hasArrived.store(true, ordering: .relaxed)
      return .reply("late", delay: .seconds(600))
    }
    try await LiveServer(decide: late).run { backend in
      let origin = Self.origin(backend)
      let decide: @Sendable (MockCall) -> Decision = { _ in .outcome(.forward(origin)) }
      try await LiveServer(timeout: .milliseconds(50), decide: decide).run { live in
        // On a busy machine, the time can be over before the request has reached the origin.
        var answer = try await live.client().get("/")
        while !hasArrived.load(ordering: .relaxed) { answer = try await live.client().get("/") }
        #expect(answer.body.contains("hasn't answered within"))
      }
      #expect(await backend.nextServed()?.note == "client left before the answer")
    }
  }

  @Test func `requests pass through only to origins that the project names`() throws {
    let sets = try ResponseSets.load(
      text: """
        mockspec: 1
        requests:
          A: {match: GET http://api.example.com/a, responses: {R: {passthrough: true}, S: {forward: 'http://b:8000'}}}
          B: {match: GET http://*.example.org/a, responses: {R: {}}}
        """)
    func isNamed(_ host: String, _ port: Int? = nil) -> Bool {
      sets.isNamed(Origin(scheme: "http", host: host, port: port))
    }
    #expect(isNamed("api.example.com"))
    #expect(isNamed("b", 8000))
    #expect(!isNamed("b", 8001))
    #expect(!isNamed("c.example.org"))
    #expect(!isNamed("localhost", 22))
  }
}
