import TestSupport
import Testing

@testable import MockSpec

/// Reloads after a change of one key, for each key of the language that a request or a response can have. The switches have no
/// `default`, so that a new key doesn't compile until there are two values of it here.
struct EachKeyReloadTests {
  /// A request with one value of a key, and with another one.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let after: String
    /// Whether the request answers other calls or in another way.
    var isVisible = true

    init(_ key: some RawRepresentable<String>, in place: String, _ before: String, _ after: String) {
      testDescription = "\(place): \(key.rawValue)"
      (self.before, self.after) = (before, after)
    }
  }

  static let changes: [Change] =
    RequestKey.allCases.map(request) + StepKey.allCases.map(step) + MatchKey.allCases.map(match)
    + BodyMatcherKey.allCases.map(body) + GraphQLKey.allCases.map(graphQL) + ValueMatcherKey.allCases.map(value)
    + ResponseKey.allCases.map(response) + StreamKey.allCases.map(stream) + EventKey.allCases.map(event)
    + CallbackKey.allCases.map(callback)
    + SocketKey.allCases.map(socket) + SocketMessageKey.allCases.map(message) + SentMessageKey.allCases.map(sent)
    + DelayKey.allCases.map(delay) + ThrottleKey.allCases.map(throttle)
    + CustomErrorKey.allCases.map(error) + DefaultsKey.allCases.map(defaults)

  private static func request(_ key: RequestKey) -> Change {
    func change(_ before: String, _ after: String) -> Change {
      let rest = "responses: {R: {}, S: {status: 204}}"
      return Change(
        key, in: "request", "requests: {A: {match: /a, \(before), \(rest)}}",
        "requests: {A: {match: /a, \(after), \(rest)}}")
    }
    switch key {
    case .description:
      var change = change("description: one", "description: two")
      change.isVisible = false
      return change
    case .match:
      return Change(
        key, in: "request", "requests: {A: {match: /a, responses: {R: {}}}}",
        "requests: {A: {match: /b, responses: {R: {}}}}")
    case .when: return stateful(key, in: "request", "when: {a: one}", "when: {a: two}")
    case .priority: return change("priority: 1", "priority: 2")
    case .enabled: return change("enabled: true", "enabled: false")
    case .default: return change("default: R", "default: S")
    case .sequence: return change("sequence: [R, S]", "sequence: [S, R]")
    case .afterSequence: return change("sequence: [R], afterSequence: stay", "sequence: [R], afterSequence: restart")
    case .responses:
      return Change(
        key, in: "request", "requests: {A: {match: /a, responses: {R: {}}}}",
        "requests: {A: {match: /a, responses: {R: {}, S: {}}}}")
    }
  }

  private static func stateful(
    _ key: some RawRepresentable<String>, in place: String, _ before: String, _ after: String
  ) -> Change {
    func spec(_ value: String) -> String {
      let (request, response) = place == "request" ? (", \(value)", "") : ("", value)
      return "states: {a: [one, two]}\nrequests: {A: {match: /a\(request), responses: {R: {\(response)}, S: {}}}}"
    }
    return Change(key, in: place, spec(before), spec(after))
  }

  private static func step(_ key: StepKey) -> Change {
    func spec(_ step: String) -> String {
      "requests: {A: {match: /a, sequence: [{\(step)}, R], responses: {R: {}, S: {status: 204}}}}"
    }
    return switch key {
    case .response: Change(key, in: "step", spec("response: R"), spec("response: S"))
    case .times: Change(key, in: "step", spec("response: S, times: 2"), spec("response: S, times: 3"))
    }
  }

  private static func match(_ key: MatchKey) -> Change {
    func change(_ before: String, _ after: String, path: String = "path: '/{id}', ") -> Change {
      Change(
        key, in: "match", "requests: {A: {match: {\(path)\(before)}, responses: {R: {}}}}",
        "requests: {A: {match: {\(path)\(after)}, responses: {R: {}}}}")
    }
    return switch key {
    case .method: change("method: PUT", "method: PATCH")
    case .scheme: change("scheme: http", "scheme: https")
    case .host: change("host: a.example", "host: b.example")
    case .port: change("port: 8080", "port: 8081")
    case .path: change("path: /a", "path: /b", path: "")
    case .params: change("params: {id: a}", "params: {id: b}")
    case .query: change("query: {q: a}", "query: {q: b}")
    case .exactQuery: change("query: {q: a}, exactQuery: false", "query: {q: a}, exactQuery: true")
    case .headers: change("headers: {X-A: a}", "headers: {X-A: b}")
    case .cookies: change("cookies: {c: a}", "cookies: {c: b}")
    case .body: change("body: {text: a}", "body: {text: b}")
    }
  }

  private static func body(_ key: BodyMatcherKey) -> Change {
    func change(_ before: String, _ after: String) -> Change {
      func spec(_ value: String) -> String {
        "requests: {A: {match: {method: POST, path: /a, body: {\(key.rawValue): \(value)}}, responses: {R: {}}}}"
      }
      return Change(key, in: "body", spec(before), spec(after))
    }
    return switch key {
    case .json, .jsonEquals: change("{a: 1}", "{a: 2}")
    case .pointers: change("{/a: '1'}", "{/b: '1'}")
    case .paths: change("{$.a: '1'}", "{$.b: '1'}")
    case .schema: change("{type: object}", "{type: array}")
    case .form, .multipart: change("{a: b}", "{a: c}")
    case .graphql: change("{operationName: A}", "{operationName: B}")
    case .text: change("{contains: a}", "{contains: b}")
    }
  }

  private static func graphQL(_ key: GraphQLKey) -> Change {
    func spec(_ value: String) -> String {
      "requests: {A: {match: {method: POST, path: /a, body: {graphql: {\(value)}}}, responses: {R: {}}}}"
    }
    return switch key {
    case .operationName: Change(key, in: "graphql", spec("operationName: A"), spec("operationName: B"))
    case .variables: Change(key, in: "graphql", spec("variables: {a: 1}"), spec("variables: {a: 2}"))
    }
  }

  private static func value(_ key: ValueMatcherKey) -> Change {
    func change(_ before: String, _ after: String) -> Change {
      func spec(_ value: String) -> String {
        "requests: {A: {match: {path: /a, query: {q: {\(value)}}}, responses: {R: {}}}}"
      }
      return Change(key, in: "operator", spec(before), spec(after))
    }
    return switch key {
    case .equals, .contains, .startsWith, .endsWith, .matches:
      change("\(key.rawValue): a", "\(key.rawValue): b")
    case .not: change("not: {contains: a}", "not: {contains: b}")
    case .above, .below, .atLeast, .atMost: change("\(key.rawValue): 1", "\(key.rawValue): 2")
    case .after, .before: change("\(key.rawValue): now", "\(key.rawValue): now+1h")
    case .oneOf: change("oneOf: [a, b]", "oneOf: [a, c]")
    case .present: change("present: true", "present: false")
    case .ignoreCase: change("equals: a, ignoreCase: false", "equals: a, ignoreCase: true")
    }
  }

  private static func response(_ key: ResponseKey) -> Change {
    func change(_ before: String, _ after: String) -> Change {
      Change(
        key, in: "response", "requests: {A: {match: /a, responses: {R: {\(before)}}}}",
        "requests: {A: {match: /a, responses: {R: {\(after)}}}}")
    }
    switch key {
    case .description:
      var change = change("description: one", "description: two")
      change.isVisible = false
      return change
    case .when: return stateful(key, in: "response", "when: {a: one}", "when: {a: two}")
    case .set: return stateful(key, in: "response", "set: {a: one}", "set: {a: two}")
    case .status: return change("status: 201", "status: 202")
    case .headers: return change("headers: {X-A: a}", "headers: {X-A: b}")
    case .file: return change("file: a.txt", "file: b.txt")
    case .ranges: return change("file: a.txt, ranges: false", "file: a.txt, ranges: true")
    case .json: return change("json: {a: 1}", "json: {a: 2}")
    case .text: return change("text: a", "text: b")
    case .base64: return change("base64: YQ==", "base64: Yg==")
    case .stream: return change("stream: {events: [{data: a}]}", "stream: {events: [{data: b}]}")
    case .websocket: return change("websocket: {}", "websocket: {otherwise: echo}")
    case .template:
      return change("text: '{{request.method}}', template: false", "text: '{{request.method}}', template: true")
    case .delay: return change("delay: 1ms", "delay: 2ms")
    case .throttle: return change("text: a, throttle: {bytesPerSecond: 1}", "text: a, throttle: {bytesPerSecond: 2}")
    case .error: return change("error: timedOut", "error: cannotFindHost")
    case .fault: return change("fault: emptyResponse", "fault: connectionReset")
    case .forward: return change("forward: 'http://a.example'", "forward: 'http://b.example'")
    case .passthrough: return change("status: 204", "passthrough: true")
    case .callbacks:
      return change("callbacks: [{call: GET http://a.example}]", "callbacks: [{call: GET http://b.example}]")
    }
  }

  private static func callback(_ key: CallbackKey) -> Change {
    func change(_ before: String, _ after: String) -> Change {
      func spec(_ callback: String) -> String {
        "requests: {A: {match: /a, responses: {R: {callbacks: [{\(callback)}]}}}}"
      }
      return Change(key, in: "callback", spec(before), spec(after))
    }
    let call = "call: POST http://a.example"
    return switch key {
    case .call: change(call, "call: PUT http://a.example")
    case .delay: change(call, "\(call), delay: 1s")
    case .headers: change("\(call), headers: {X-A: a}", "\(call), headers: {X-A: b}")
    case .json: change("\(call), json: 1", "\(call), json: 2")
    case .text: change("\(call), text: a", "\(call), text: b")
    case .base64: change("\(call), base64: YQ==", "\(call), base64: Yg==")
    case .file: change("\(call), file: a.txt", "\(call), file: b.txt")
    case .retry: change("\(call), retry: {times: 1}", "\(call), retry: {times: 2}")
    }
  }

  private static func delay(_ key: DelayKey) -> Change {
    func spec(_ value: String) -> String { "requests: {A: {match: /a, responses: {R: {delay: {\(value)}}}}}" }
    return switch key {
    case .min: Change(key, in: "delay", spec("min: 1ms, max: 9ms"), spec("min: 2ms, max: 9ms"))
    case .max: Change(key, in: "delay", spec("min: 1ms, max: 9ms"), spec("min: 1ms, max: 8ms"))
    case .median: Change(key, in: "delay", spec("median: 1ms, sigma: 0.5"), spec("median: 2ms, sigma: 0.5"))
    case .sigma: Change(key, in: "delay", spec("median: 1ms, sigma: 0.5"), spec("median: 1ms, sigma: 0.6"))
    }
  }

  private static func stream(_ key: StreamKey) -> Change {
    func spec(_ value: String) -> String { "requests: {A: {match: /a, responses: {R: {stream: {\(value)}}}}}" }
    let events = "events: [{data: a}]"
    let reply = "format: openai-chat"
    return switch key {
    case .format: Change(key, in: "stream", spec(events), spec("format: lines, \(events)"))
    case .every: Change(key, in: "stream", spec("every: 1ms, \(events)"), spec("every: 2ms, \(events)"))
    case .events: Change(key, in: "stream", spec(events), spec("events: [{data: b}]"))
    case .times: Change(key, in: "stream", spec(events), spec("times: 2, \(events)"))
    case .end: Change(key, in: "stream", spec(events), spec("end: open, \(events)"))
    case .firstDelay: Change(key, in: "stream", spec("\(reply), text: a"), spec("\(reply), text: a, firstDelay: 1s"))
    case .text: Change(key, in: "stream", spec("\(reply), text: a"), spec("\(reply), text: b"))
    case .toolCalls:
      Change(key, in: "stream", spec("\(reply), text: a"), spec("\(reply), text: a, toolCalls: [{name: b}]"))
    case .model: Change(key, in: "stream", spec("\(reply), text: a"), spec("\(reply), text: a, model: b"))
    case .usage: Change(key, in: "stream", spec("\(reply), text: a"), spec("\(reply), text: a, usage: {input: 1}"))
    case .finish: Change(key, in: "stream", spec("\(reply), text: a"), spec("\(reply), text: a, finish: length"))
    case .error:
      Change(
        key, in: "stream", spec("\(reply), text: a"), spec("\(reply), text: a, error: {type: b, message: c}"))
    case .fault: Change(key, in: "stream", spec("\(reply), text: a"), spec("\(reply), text: a, fault: hang"))
    }
  }

  private static func socket(_ key: SocketKey) -> Change {
    func change(_ before: String, _ after: String) -> Change {
      func spec(_ value: String) -> String { "requests: {A: {match: /a, responses: {R: {websocket: {\(value)}}}}}" }
      return Change(key, in: "websocket", spec("\(key.rawValue): \(before)"), spec("\(key.rawValue): \(after)"))
    }
    return switch key {
    case .protocols: change("[a]", "[b]")
    case .messages: change("[{send: {text: a}}]", "[{send: {text: b}}]")
    case .otherwise: change("ignore", "1000")
    }
  }

  private static func message(_ key: SocketMessageKey) -> Change {
    func change(_ before: String, _ after: String) -> Change {
      func spec(_ value: String) -> String {
        "requests: {A: {match: /a, responses: {R: {websocket: {messages: [{\(value)}]}}}}}"
      }
      return Change(key, in: "message", spec(before), spec(after))
    }
    return switch key {
    case .receive: change("receive: {text: a}", "receive: {text: b}")
    case .send: change("send: {text: a}", "send: {base64: YQ==}")
    case .close: change("close: 1000", "close: 1001")
    case .every: change("send: {text: a}, every: 1s", "send: {text: a}, every: 2s")
    case .times: change("send: {text: a}, every: 1s, times: 2", "send: {text: a}, every: 1s, times: forever")
    case .delay: change("send: {text: a}, delay: 1s", "send: {text: a}, delay: 2s")
    }
  }

  private static func sent(_ key: SentMessageKey) -> Change {
    func change(_ before: String, _ after: String) -> Change {
      func spec(_ value: String) -> String {
        "requests: {A: {match: /a, responses: {R: {websocket: {messages: [{send: {\(key.rawValue): \(value)}}]}}}}}"
      }
      return Change(key, in: "send", spec(before), spec(after))
    }
    return switch key {
    case .json: change("{a: 1}", "{a: 2}")
    case .text: change("a", "b")
    case .base64: change("YQ==", "Yg==")
    }
  }

  private static func event(_ key: EventKey) -> Change {
    func change(_ before: String, _ after: String, format: String = "sse") -> Change {
      func spec(_ event: String) -> String {
        "requests: {A: {match: /a, responses: {R: {stream: {format: \(format), events: [{\(event)}]}}}}}"
      }
      return Change(key, in: "event", spec(before), spec(after))
    }
    return switch key {
    case .data: change("data: a", "data: b")
    case .event: change("data: a", "data: a, event: b")
    case .id: change("data: a", "data: a, id: b")
    case .comment: change("data: a", "data: a, comment: b")
    case .retry: change("retry: 1s", "retry: 2s")
    case .base64: change("base64: YQ==", "base64: Yg==", format: "bytes")
    case .file: change("file: a.txt", "file: b.txt", format: "bytes")
    case .delay: change("data: a", "data: a, delay: 1s")
    case .fault: change("data: a", "fault: hang")
    }
  }

  private static func throttle(_ key: ThrottleKey) -> Change {
    func spec(_ value: String) -> String {
      "requests: {A: {match: /a, responses: {R: {text: abc, throttle: {\(value)}}}}}"
    }
    return switch key {
    case .bytesPerSecond: Change(key, in: "throttle", spec("bytesPerSecond: 10"), spec("bytesPerSecond: 20"))
    case .chunk: Change(key, in: "throttle", spec("chunk: 1, every: 1ms"), spec("chunk: 2, every: 1ms"))
    case .every: Change(key, in: "throttle", spec("chunk: 1, every: 1ms"), spec("chunk: 1, every: 2ms"))
    }
  }

  private static func error(_ key: CustomErrorKey) -> Change {
    func spec(_ value: String) -> String {
      "requests: {A: {match: /a, responses: {R: {error: {\(value)}}}}}"
    }
    return switch key {
    case .domain: Change(key, in: "error", spec("domain: a, code: 1"), spec("domain: b, code: 1"))
    case .code: Change(key, in: "error", spec("domain: a, code: 1"), spec("domain: a, code: 2"))
    case .message: Change(key, in: "error", spec("domain: a, code: 1"), spec("domain: a, code: 1, message: c"))
    }
  }

  private static func defaults(_ key: DefaultsKey) -> Change {
    func change(_ before: String, _ after: String) -> Change {
      let rest = "requests: {A: {match: {path: /a}, responses: {R: {text: '{{request.method}}'}}}}"
      return Change(
        key, in: "defaults", "defaults: {\(key.rawValue): \(before)}\n\(rest)",
        "defaults: {\(key.rawValue): \(after)}\n\(rest)")
    }
    return switch key {
    case .match: change("{host: a.example}", "{host: b.example}")
    case .basePath: change("/v1", "/v2")
    case .status: change("201", "202")
    case .headers: change("{X-A: a}", "{X-A: b}")
    case .delay: change("1ms", "2ms")
    case .throttle: change("{bytesPerSecond: 1}", "{bytesPerSecond: 2}")
    case .template: change("false", "true")
    }
  }

  private static let collections: [(key: CollectionKey, before: String, after: String)] =
    CollectionKey.allCases.map { key in
      switch key {
      case .path: (key, "path: /a", "path: /b")
      case .items: (key, "items: [{id: 1}]", "items: [{id: 2}]")
      case .idName: (key, "idName: id", "idName: key")
      case .newIds: (key, "newIds: counter", "newIds: uuid")
      case .schema: (key, "schema: {type: object}", "schema: {required: [id]}")
      case .parameters: (key, "parameters: {page: p}", "parameters: {page: q}")
      case .responses: (key, "responses: {list: {OK: {text: a}}}", "responses: {list: {OK: {text: b}}}")
      }
    }

  @Test(arguments: collections)
  func `a reload has the new value of a collection`(key: CollectionKey, before: String, after: String) throws {
    let folder = try TemporaryFolder(["0.mock.yaml": "mockspec: 1\nrequests: {Z: {match: '/z', responses: {R: {}}}}\n"])
    let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
    func load(_ value: String, after last: LoadedProject?, number: Int) throws -> LoadedProject {
      let others = [("path", "path: /a"), ("items", "items: [{id: 1, key: 1}]")].filter { $0.0 != key.rawValue }.map(
        \.1)
      let text = "mockspec: 1\ncollections: {a: {\((others + [value]).joined(separator: ", "))}}\n"
      try folder.save(text, to: "1.mock.yaml")
      return try loader.loadSettled(number: number, after: last, changed: last.map { _ in [folder["1.mock.yaml"]] })
    }
    let first = try load(before, after: nil, number: 1)
    let next = try load(after, after: first, number: 2)
    let (new, whole) = (try #require(next.sets), try #require(try loader.load(number: 3).sets))
    #expect(zip(new.sets, whole.sets).allSatisfy { $0 == $1 } && new.sets.count == whole.sets.count)
    let changed = Reload(of: next, after: first, notices: [], duration: .zero).changed
    let all = ["create", "delete", "get", "list", "replace", "update"].map { "a \($0)" }
    #expect(changed.sorted() == (key == .responses ? ["a list"] : all))
  }

  /// Also of a request between others, whose place in the indexes doesn't change with some of the keys.
  @Test(arguments: changes)
  func `a reload has the new value, and reports the request`(change: Change) throws {
    let folder = try TemporaryFolder([
      "0.mock.yaml": "mockspec: 1\nrequests: {Z: {match: '/{any}', responses: {R: {}}}}\n",
      "2.mock.yaml": "mockspec: 1\nrequests: {B: {match: '/b/**', responses: {R: {}}}}\n",
      "a.txt": "a", "b.txt": "b",
    ])
    let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
    func load(_ text: String, after last: LoadedProject?, number: Int) throws -> LoadedProject {
      try folder.save("mockspec: 1\n\(text)\n", to: "1.mock.yaml")
      return try loader.loadSettled(number: number, after: last, changed: last.map { _ in [folder["1.mock.yaml"]] })
    }
    var last = try load(change.before, after: nil, number: 1)
    // Both directions, since one can be that from a default value.
    for (number, text) in [change.after, change.before].enumerated() {
      let next = try load(text, after: last, number: number + 2)
      let cold = try loader.load(number: number + 2)
      let (new, whole) = (try #require(next.sets, "\(next.problems)"), try #require(cold.sets))
      #expect(new.sets.map(\.name) == whole.sets.map(\.name))
      #expect(zip(new.sets, whole.sets).allSatisfy { $0 == $1 })
      let reload = Reload(of: next, after: last, notices: [], duration: .zero)
      #expect(reload.changed == (change.isVisible ? ["A"] : []))
      #expect(reload.added == [] && reload.removed == [])
      last = next
    }
  }
}
