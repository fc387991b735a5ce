import MockSpec
import MockSpecServer
import Testing

/// Requests that another server answers: the same for those who asked in process and over the wire.
@Suite(.timeLimit(.minutes(20)))
struct ForwardContractTests {
  /// Shows what it was asked.
  static let backend = """
    mockspec: 1
    requests:
      Echo:
        match: {path: /echo/**}
        responses:
          Shown:
            template: true
            status: 203
            headers:
              X-Host: '{{request.headers.host}}'
              X-One: '{{request.headers.x-one}}'
              X-Kept: '{{#request.headers.keep-alive}}{{.}}{{/request.headers.keep-alive}}{{#request.headers.x-two}}{{.}}{{/request.headers.x-two}}'
              X-Type: '{{#request.headers.content-type}}{{.}}{{/request.headers.content-type}}'
              Keep-Alive: '5'
              Mockspec-Note: ours
            text: '{{request.method}} {{request.path}} {{request.query}} {{request.body}}'
      Moved: {match: /moved, responses: {R: {status: 302, headers: {Location: /echo/moved}}}}
      Nothing: {match: /nothing, responses: {R: {status: 204}}}
      Broken: {match: /broken, responses: {R: {fault: connectionReset}}}
    """

  static func run(
    _ subject: Subject, _ body: (Int, @escaping @Sendable (Exchange) async throws -> Outcome) async throws -> Void
  )
    async throws
  {
    let backend = MockServer(engine: MockEngine(try ResponseSets.load(text: Self.backend)), port: 0)
    let port = try await backend.start().port
    let spec = """
      mockspec: 1
      requests:
        All:
          match: /**
          responses:
            There: {forward: 'http://127.0.0.1:\(port)'}
            Here: {text: here}
      """
    try await subject.perform(spec) { ask in try await body(port, ask) }
    await backend.stop()
  }

  @Test(arguments: [Subject.interceptor, .server, .http2, .connected])
  func `the origin's answer comes back, and only what is meant for both ends goes over`(subject: Subject) async throws {
    try await Self.run(subject) { port, ask in
      let exchange = Exchange(
        "POST /echo/a%2Fb?c=%3Cd%3E",
        [
          ("Mockspec-Response", "All=There"), ("Keep-Alive", "1"), ("X-One", "1"), ("Content-Type", "text/x"),
        ], body: "payload",
        .reply(
          203,
          fields: [
            "X-Host": "127.0.0.1:\(port)", "X-One": "1", "X-Type": "text/x", "X-Kept": "",
            "Content-Type": "text/plain; charset=utf-8",
          ], body: "POST /echo/a%2Fb c=%3Cd%3E payload"))
      let answer = try await ask(exchange)
      #expect(answer.limited(to: exchange.answer) == exchange.answer)
      guard case .reply(_, let fields, _) = answer else { return }
      #expect(fields.keys.filter { ["keep-alive", "mockspec-note"].contains($0.lowercased()) } == [])
    }
  }

  @Test(arguments: [Subject.interceptor, .server, .http2, .connected])
  func `redirects, empty answers and HEAD are handed on as they are`(subject: Subject) async throws {
    try await Self.run(subject) { _, ask in
      for exchange in [
        Exchange("GET /moved", .reply(302, fields: ["Location": "/echo/moved"])),
        Exchange("GET /nothing", .reply(204)),
        Exchange("HEAD /echo/a", [("X-One", "1")], .reply(203, fields: ["X-One": "1"])),
        Exchange("GET /a", [("Mockspec-Response", "All=Here")], .text("here")),
        Exchange("GET /a", [("Mockspec-Response", "All=Nowhere")], .rejected),
      ] {
        let answer = try await ask(exchange)
        #expect(answer.limited(to: exchange.answer) == exchange.answer, "\(exchange.method) \(exchange.path)")
      }
    }
  }
}
