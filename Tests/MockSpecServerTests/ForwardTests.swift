import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// Requests that another server answers.
@Suite(.timeLimit(.minutes(1)))
struct ForwardTests {
  static func origin(_ live: LiveServer) throws -> Origin {
    Origin(scheme: "http", host: "127.0.0.1", port: try #require(live.server.port))
  }

  /// Shows what was asked.
  @Sendable static func show(_ request: MockRequest) -> Decision {
    var fields: HTTPFields = [.contentType: "text/plain", .init("Keep-Alive")!: "1"]
    fields.append(HTTPField(name: .setCookie, value: "a=1"))
    fields.append(HTTPField(name: .setCookie, value: "b=2"))
    let shown = request.fields.map { "\($0.name): \($0.value)" }.sorted().joined(separator: "\n")
    let body = "\(request.method) \(request.path)?\(request.query ?? "")\n\(shown)\n\n"
    return .reply(
      body + String(decoding: request.body, as: UTF8.self), status: 203, fields: fields,
      sendsBody: request.method != "HEAD")
  }

  @Test func `the request goes there, and the answer comes back`() async throws {
    try await LiveServer(decide: Self.show).run { backend in
      let origin = try Self.origin(backend)
      try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
        let client = try live.client()
        try await client.send(
          "POST /a%2Fb?c=d HTTP/1.1\r\nHost: api.example.com\r\nMockspec-Response: A=B\r\nX-One: 1\r\n"
            + "Connection: X-Two\r\nX-Two: 2\r\nContent-Length: 7\r\n\r\npayload")
        let answer = try await client.answer()
        #expect(answer.status == 203)
        #expect(answer["set-cookie"] == ["a=1", "b=2"])
        #expect(answer["keep-alive"].isEmpty)
        #expect(
          answer.body
            == "POST /a%2Fb?c=d\nConnection: close\nContent-Length: 7\nHost: 127.0.0.1:\(origin.port!)\n"
            + "Via: 1.1 mockspec\nX-One: 1\n\npayload")
        #expect(await live.nextServed()?.description == "POST /a%2Fb?c=d → 203, forwarded to \(origin)")
        try await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await client.answer(hasBody: false)["content-length"] != ["0"])
      }
    }
  }

  @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0", "127.1.2.3"])
  func `a server doesn't forward to itself, however it is called`(host: String) async throws {
    // The request says where the server is, since only a running one knows.
    let decide: @Sendable (MockRequest) -> Decision = { request in
      .outcome(.forward(Origin(scheme: "http", host: host, port: Int(request.path.dropFirst()))))
    }
    try await LiveServer(decide: decide).run { live in
      let answer = try await live.client().get("/\(try #require(live.server.port))")
      #expect(answer.status == 502)
      #expect(answer.body.contains("is this server itself"))
    }
  }

  @Test(arguments: [
    (Origin(scheme: "http", host: "169.254.169.254", port: nil), "is a link-local address"),
    (Origin(scheme: "http", host: "[fe80::1]", port: nil), "is a link-local address"),
    (Origin(scheme: "http", host: "[::ffff:169.254.1.1]", port: nil), "is a link-local address"),
    (Origin(scheme: "https", host: "localhost", port: nil), "not over TLS"),
    (Origin(scheme: "http", host: "127.0.0.1", port: 1), "can't be reached"),
  ])
  func `what can't be asked is 502 with the reason`(origin: Origin, reason: String) async throws {
    try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
      let client = try live.client()
      for _ in 0..<2 {
        let answer = try await client.get("/")
        #expect(answer.status == 502)
        #expect(answer.body.contains(reason))
      }
    }
  }

  @Test func `servers that forward to each other notice`() async throws {
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: 1)
    try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
      let answer = try await live.client().get("/", "Via: 1.1 a, 1.1 mockspec")
      #expect(answer.body.contains("has been forwarded by a mock server before"))
    }
  }

  @Test func `the project's timeout bounds it, and gives up what was asked`() async throws {
    try await LiveServer(decide: { _ in .reply("late", delay: .seconds(60)) }).run { backend in
      let origin = try Self.origin(backend)
      let decide: @Sendable (MockRequest) -> Decision = { _ in .outcome(.forward(origin)) }
      try await LiveServer(timeout: .milliseconds(50), decide: decide).run { live in
        #expect(try await live.client().get("/").body.contains("hasn't answered within"))
      }
      #expect(await backend.nextServed()?.note == "client left before the answer")
    }
  }

  @Test func `only what the project names is passed through to`() throws {
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
