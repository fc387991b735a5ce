import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

/// Replies of language models in specs, and what calls get.
struct ModelStreamTests {
  private struct NoReply: Error {}

  private static func engine(_ stream: String, template: Bool = false) throws -> MockEngine {
    let spec =
      "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {template: \(template), stream: {\(stream)}}}}}\n"
    let project = try Specs.load(try TemporaryFolder(["a.mock.yaml": spec]), ".")
    return MockEngine(
      try #require(project.sets, "\(project.diagnostics.map(\.message))"),
      environment: EngineEnvironment(now: { .seconds(1000) }))
  }

  private static func call(_ body: String) -> MockCall {
    MockCall("POST /a", [.contentType: "application/json"], body: body)
  }

  private static func events(_ stream: String, _ body: String) throws -> [String] {
    let events = try #require(engine(stream).decide(call(body)).events)
    return events.stream.events.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Returns the answer to a call that asks for no stream.
  private static func whole(_ stream: String, _ body: String = "{}") throws -> Reply {
    let decision = try engine(stream).decide(call(body))
    guard case .reply(let reply) = decision.outcome, decision.events == nil else { throw NoReply() }
    return reply
  }

  /// Returns what is at a pointer in the data of each event, where there is something.
  private static func values(_ pointer: [String], in events: [String]) -> [String] {
    events.compactMap { event in
      let line = event.split(separator: "\n").first { $0.hasPrefix("data: ") }
      var node = line.flatMap { DocumentParser.parseJSON(Array($0.dropFirst(6).utf8))?.root }
      for part in pointer { node = node.flatMap { $0.kind == .sequence ? Array($0.elements).first : $0.value(part) } }
      return node.flatMap { $0.kind == .null ? nil : $0.kind == .mapping ? "{}" : $0.text }
    }
  }

  @Test func `a chat completion is sent in chunks, with the usage if it is asked for, until DONE`() throws {
    let body = #"{"model": "m-1", "stream": true, "stream_options": {"include_usage": true}}"#
    let events = try Self.events("format: openai-chat, text: 'Hello, unbelievable lamp'", body)
    #expect(
      Self.values(["choices", "0", "delta", "content"], in: events) == ["", "Hello,", " unbelie", "vable", " lamp"])
    #expect(Self.values(["choices", "0", "finish_reason"], in: events) == ["stop"])
    #expect(Self.values(["usage", "completion_tokens"], in: events) == ["4"])
    #expect(Set(Self.values(["model"], in: events)) == ["m-1"] && Set(Self.values(["id"], in: events)).count == 1)
    #expect(Set(Self.values(["created"], in: events)) == ["1000"])
    #expect(events.last == "data: [DONE]\n\n" && events.count == 8)
    let plain = try Self.events("format: openai-chat, text: Hi", #"{"stream": true}"#)
    #expect(plain.count == 4 && !plain.joined().contains("usage"))
  }

  @Test func `calls of tools are sent after the text, with their arguments in pieces`() throws {
    let tools = "toolCalls: [{name: find, arguments: {id: 7, city: São Paulo}}, {name: stop}]"
    let chat = try Self.events("format: openai-chat, text: Hm, \(tools)", #"{"stream": true}"#)
    let call = ["choices", "0", "delta", "tool_calls", "0"]
    #expect(Self.values(call + ["function", "name"], in: chat) == ["find", "stop"])
    #expect(Self.values(call + ["index"], in: chat).last == "1")
    #expect(
      Self.values(call + ["function", "arguments"], in: chat).joined() == "{\"id\":7,\"city\":\"São Paulo\"}{}")
    #expect(Self.values(["choices", "0", "finish_reason"], in: chat) == ["tool_calls"])

    let messages = try Self.events("format: anthropic-messages, text: Hm, \(tools)", #"{"stream": true}"#)
    #expect(
      messages.map { $0.prefix { $0 != "\n" }.dropFirst(7) } == [
        "message_start", "ping", "content_block_start", "content_block_delta", "content_block_stop",
        "content_block_start", "content_block_delta", "content_block_delta", "content_block_delta",
        "content_block_delta", "content_block_stop", "content_block_start", "content_block_delta",
        "content_block_stop", "message_delta", "message_stop",
      ])
    #expect(
      Self.values(["delta", "partial_json"], in: messages).joined() == "{\"id\":7,\"city\":\"São Paulo\"}{}")
    #expect(Self.values(["delta", "text"], in: messages) == ["Hm"])
    #expect(Self.values(["delta", "stop_reason"], in: messages) == ["tool_use"])
  }

  @Test func `a call that asks for no stream gets the reply as one document`() throws {
    let tools = "toolCalls: [{name: find, arguments: {id: 7}}]"
    let chat = try Self.whole("format: openai-chat, text: Hi, \(tools), usage: {input: 3}", #"{"model": "m"}"#)
    #expect(chat.fields[values: .contentType] == ["application/json"] && chat.status == 200)
    let id = try #require(Self.values(["id"], in: ["data: \(String(decoding: chat.body, as: UTF8.self))"]).first)
    let call = id.replacing("chatcmpl-", with: "")
    #expect(call.count == 16)
    let text = String(decoding: chat.body, as: UTF8.self)
    #expect(text.contains(#""message":{"role":"assistant","content":"Hi","refusal":null,"tool_calls":[{"id":"call_"#))
    #expect(text.contains(#""function":{"name":"find","arguments":"{\"id\":7}"}}]},"logprobs":null,"finish_reason":"#))
    #expect(text.hasSuffix(#""usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}"#))
    #expect(try Self.whole("format: openai-chat, text: Hi, \(tools), usage: {input: 3}", #"{"model": "m"}"#) == chat)

    let message = try Self.whole("format: anthropic-messages, \(tools), model: m-2, finish: pause_turn", "{}")
    let body = String(decoding: message.body, as: UTF8.self)
    #expect(body.contains(#""model":"m-2","content":[{"type":"tool_use","id":"toolu_"#))
    #expect(body.contains(#","name":"find","input":{"id":7}}],"stop_reason":"pause_turn","stop_sequence":null"#))
  }

  @Test(arguments: [
    ("openai-chat", #"data: {"error":{"message":"Too much","type":"busy","param":null,"code":null}}"#),
    (
      "anthropic-messages",
      #"event: error\#ndata: {"type":"error","error":{"type":"busy","message":"Too much"}}"#
    ),
  ])
  func `an error takes the place of the end`(format: String, last: String) throws {
    let stream = "format: \(format), text: Hi, error: {type: busy, message: Too much, status: 529}"
    #expect(try Self.events(stream, #"{"stream": true}"#).last == last + "\n\n")
    let reply = try Self.whole(stream)
    #expect(reply.status == 529)
    #expect(last.hasSuffix("data: \(String(decoding: reply.body, as: UTF8.self))"))
  }

  @Test func `a fault takes the place of the end, also of a whole reply`() throws {
    let engine = try Self.engine("format: anthropic-messages, text: Hi, fault: truncatedBody")
    let stream = try #require(engine.decide(Self.call(#"{"stream": true}"#)).events?.stream)
    #expect(stream.end == .fault(.truncatedBody, delay: nil) && stream.events.count == 4)
    guard case .fault(.truncatedBody, let reply) = engine.decide(Self.call("{}")).outcome else { throw NoReply() }
    #expect(reply.status == 200 && !reply.body.isEmpty)
  }

  @Test func `only pieces have pauses, and the first one can have another`() throws {
    let engine = try Self.engine("format: openai-chat, text: a b, every: 30ms, firstDelay: 1s")
    let events = try #require(engine.decide(Self.call(#"{"stream": true}"#)).events)
    var pieces = BodyPieces(events)
    var pauses: [Duration] = []
    while let pause = pieces.pause, !pieces.next().isEmpty { pauses.append(pause) }
    #expect(pauses == [.zero, .seconds(1), .milliseconds(30), .zero, .zero])
  }

  @Test func `texts and arguments are templates`() throws {
    let stream = """
      format: openai-chat, text: 'You said {{request.json.messages.0.content}}',
      toolCalls: [{name: a, arguments: {n: '{{request.json.n | number}}'}}]
      """
    let call = Self.call(#"{"messages": [{"content": "\"hi\""}], "n": 7}"#)
    guard case .reply(let reply) = try Self.engine(stream, template: true).decide(call).outcome else { throw NoReply() }
    let body = String(decoding: reply.body, as: UTF8.self)
    #expect(body.contains(#""content":"You said \"hi\"""#) && body.contains(#""arguments":"{\"n\":7}""#))
  }

  @Test func `a long text has about as many pieces as fit into a stream`() throws {
    let text = String(repeating: "word ", count: 100_000)
    let events = try Self.events("format: openai-chat, text: '\(text)x'", #"{"stream": true}"#)
    #expect(events.count < 10_100)
    #expect(Self.values(["choices", "0", "delta", "content"], in: events).joined() == text + "x")
  }

  @Test(arguments: [
    ("format: openai-chat", "missing-key"), ("format: openai-chat, events: [{data: a}]", "conflicting-keys"),
    ("format: openai-chat, text: a, times: 2", "conflicting-keys"),
    ("events: [{data: a}], text: a", "conflicting-keys"),
    ("events: [{data: a}], model: m", "conflicting-keys"),
    ("format: openai-chat, text: a, fault: hang, error: {type: a, message: b}", "conflicting-keys"),
    ("format: openai-chat, error: {type: a}", "missing-key"),
    ("format: anthropic-messages, toolCalls: [{arguments: {}}]", "missing-key"),
    ("format: anthropic-messages, toolCalls: [{name: a, arguments: [1]}]", "wrong-type"),
    ("format: anthropic-messages, text: a, usage: {input: -1}", "bad-value"),
    ("format: openai_chat, events: [{data: a}]", "bad-value"),
  ])
  func `a mistake is reported`(stream: String, code: String) throws {
    let spec = "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {stream: {\(stream)}}}}}\n"
    let project = try Specs.load(try TemporaryFolder(["a.mock.yaml": spec]), ".")
    #expect(project.diagnostics.map(\.code) == [code], "\(project.diagnostics.map(\.message))")
  }
}
