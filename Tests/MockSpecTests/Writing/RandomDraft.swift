import MockSpecDiagnostics
import TestSupport

@testable import MockSpec

/// Random drafts with texts that are difficult to write. They are valid, so they can be loaded.
struct RandomDraft {
  private static let fragments = [
    "yes", "No", "1e3", "~", "null", "true", "False", "- a", "-", "?", "? x", ": ", ":", "a: b", "a:b", "# x", " #",
    "#", "{{x}}", "[a]", "{", "}", ",", "&a", "*a", "!t", "|", ">", "%", "@", "`", "'", "\"", "\\", "\\n", "---",
    "...", "<<", "=", "\t", "\r\n", "\r", "\n", "\n\n", "  ", " ", "", "0x1F", "007", ".5", "+49", "0644", ".nan",
    "2026-11-21", "12:30", "http://x/y?z", "😀", "👩‍👩‍👧", "日本", "é", "e\u{301}", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}",
    "\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "“curly”", "word", "two words",
    "line\nline\n", String(repeating: "long ", count: 500), "x-a", "select", "extends", "mockspec",
  ]

  private var generator: SeededGenerator
  /// Whether there is something to inherit, which null removes.
  private var inherits = true

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  mutating func spec() -> SpecDraft {
    var names = Set<ExactText>()
    return SpecDraft(
      defaults: generator.once(in: 2) ? defaults() : .init(),
      requests: generator.some(0...3) { _ in 0 }.map { _ in request(name(&names)) })
  }

  mutating func project() -> ProjectDraft {
    inherits = false
    var server = ProjectSettings.Server()
    if generator.once(in: 2) {
      server.host = generator.pick(["::1", "localhost", "0.0.0.0", "10.0.0.1"])
      server.port = Int.random(in: 0...65535, using: &generator)
      server.threads = 4
      server.cors = generator.pick([.none, .all, .only(["http://localhost:5173", "https://a.example"])])
      _ = server.limits.set(.idleTimeout, to: "1.5s")
      _ = server.limits.set(.connections, to: "7")
    }
    var names = Set<ExactText>()
    return ProjectDraft(
      defaults: defaults(), unmatched: generator.pick([.error, .passthrough]),
      passthrough: generator.pick([[], ["*.example.com", "a.example"]]), timeout: duration(),
      seed: generator.pick([nil, .random, .text("42"), .text("a: b")]), redact: uniqueNames(0...3),
      allowOutside: uniqueNames(0...2),
      allowCallbacks: generator.pick([[], ["http://localhost:3000", "https://client.example"]]),
      scenes: list(0...3) { draft in
        var requests = Set<ExactText>()
        return ProjectDraft.Scene(
          name: draft.name(&names), extends: draft.generator.once(in: 3) ? draft.filledText() : nil,
          selections: draft.list(1...3) { draft in
            ProjectDraft.Selection(request: draft.name(&requests), response: draft.filledText())
          })
      }, server: server)
  }

  private mutating func defaults() -> SpecDraft.Defaults {
    SpecDraft.Defaults(
      match: match(hasPath: false), basePath: setting { _ in "/api/v1" },
      status: setting { _ in 404 }, headers: headers(), delay: setting { $0.delay() },
      throttle: setting { $0.throttle() }, template: setting { $0.generator.once(in: 2) })
  }

  private mutating func request(_ name: String) -> SpecDraft.Request {
    var names = Set<ExactText>()
    let responses = list(1...3) { draft in draft.response(draft.name(&names)) }
    var request = SpecDraft.Request(name: name, match: match(hasPath: true), responses: responses)
    if generator.once(in: 4) { request.otherMatches = list(1...2) { $0.match(hasPath: true) } }
    if generator.once(in: 2) { request.description = text() }
    request.priority = generator.pick([0, 0, -3, 1_000_000_000])
    request.isEnabled = !generator.once(in: 4)
    if generator.once(in: 3) { request.defaultName = responses[0].name }
    if generator.once(in: 3) {
      request.sequence = list(1...3) { draft in
        .response(draft.generator.pick(responses).name, times: draft.generator.pick([1, 1, 2, 1000]))
      }
      request.afterSequence = generator.pick(AfterSequence.allCases)
    }
    if generator.once(in: 3) { request.extensions = ["x-note": text(), "x-a": text()] }
    return request
  }

  // MARK: - Match

  private mutating func match(hasPath: Bool) -> MatchDraft {
    var match = MatchDraft()
    match.methods = setting { $0.generator.pick([["GET"], ["POST", "PUT"], ["M-SEARCH"]]) }
    if generator.once(in: 2) { match.host = setting { $0.generator.pick(["a.example", "*.example.com", "[::1]"]) } }
    if generator.once(in: 3) { match.scheme = setting { $0.generator.pick(["http", "https", "a+b"]) } }
    if generator.once(in: 3) { match.port = setting { $0.generator.pick([1, 80, 65535]) } }
    if hasPath || generator.once(in: 4) {
      match.path = .set(
        generator.pick([
          "/", "/items", "/items/{id}", "/a b", "//x", "/a//b/", "/**", "/a:b", "/%20", "/é", "/'\"", "/a\u{85}b",
        ]))
    }
    if generator.once(in: 3) {
      match.query = list(0...4) { draft in
        draft.generator.pick(["page", "q", "sort"])
      }.uniqued().map { name in
        ConditionDraft(name: name, conditions: .set([.equals(generator.pick(["1", "a-b", "", "a b"]))]))
      }
    } else if generator.once(in: 2) {
      match.query = conditions()
    }
    if generator.once(in: 4) { match.params = conditions(isList: false) }
    if generator.once(in: 4) { match.exactQuery = setting { $0.generator.once(in: 2) } }
    if generator.once(in: 3) {
      match.headers = ["Accept", "X-Api-Key"].map { name in
        ConditionDraft(name: name, conditions: setting { [$0.condition()] })
      }.filter { $0.conditions != .inherited }
    }
    if generator.once(in: 4) { match.cookies = conditions() }
    if generator.once(in: 2) { match.body = setting { $0.body() } }
    return match
  }

  private mutating func conditions(
    _ count: ClosedRange<Int> = 0...3, isList: Bool = true, isInherited: Bool = true
  ) -> [ConditionDraft] {
    var names = Set<ExactText>()
    return list(count) { draft in
      let conditions: Setting<[ValueCondition]> =
        isInherited && draft.inherits && draft.generator.once(in: 4)
        ? .removed : .set(draft.list(isList ? 1...2 : 1...1) { $0.condition() })
      return ConditionDraft(name: draft.name(&names), conditions: conditions)
    }
  }

  private mutating func condition(depth: Int = 0) -> ValueCondition {
    var condition: ValueCondition
    switch Int.random(in: 0..<11, using: &generator) {
    case 0...2: condition = .equals(text())
    case 3: condition = ValueCondition.contains(text()).and(.startsWith(text()))
    case 4: condition = .endsWith(text())
    case 5: condition = .oneOf(list(1...3) { $0.text() })
    case 6: condition = .matches(generator.pick(["^a: b$", "#[0-9]+", "\\d{3} ", "'\""]))
    case 7:
      condition = generator.pick([ValueCondition.above(-1), .above(0.5), .atLeast(2)]).and(
        generator.pick([.below(10), .atMost(7.25)]))
    case 8:
      condition = generator.pick([ValueCondition.after("now-2d"), .after("2026-01-31T09:30:00.5+01:00")]).and(
        generator.pick([.before("now+1.5h"), .before("Sat, 31 Jan 2026 09:30:00 GMT")]))
    default: condition = generator.pick([.present, .absent])
    }
    if depth < 2, generator.once(in: 4) { condition = condition.and(.not(self.condition(depth: depth + 1))) }
    return depth == 0 && generator.once(in: 4) ? condition.ignoringCase() : condition
  }

  private mutating func body() -> BodyDraft {
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: .json(json())
    case 1: .jsonEquals(json())
    case 2:
      .pointers(
        list(1...2) { _ in 0 }.enumerated().map { index, _ in
          ConditionDraft(name: index == 0 ? "" : "/a~1b/0", conditions: .set([condition()]))
        })
    case 3: .schema(SpecDraft.JSON(checked: Array(generator.pick([#"{"type":"object"}"#, "true", "{}"]).utf8)))
    case 4: .form(conditions(1...3, isInherited: false))
    case 5: .multipart(conditions(1...3, isInherited: false))
    case 6:
      .paths(
        list(1...2) { _ in 0 }.enumerated().map { index, _ in
          let conditions = list(1...2) { $0.condition() }
          return ConditionDraft(name: index == 0 ? "$" : "$[?@['a: b'] == \"#\"]", conditions: .set(conditions))
        })
    case 7: .graphQL(operationName: text(), variables: generator.once(in: 2) ? json(isObject: true) : nil)
    default: generator.once(in: 4) ? .schemaFile(path: filledText()) : .text(condition())
    }
  }

  // MARK: - Responses

  private mutating func response(_ name: String) -> SpecDraft.Response {
    var response = SpecDraft.Response(name: name)
    if generator.once(in: 3) { response.description = text() }
    if generator.once(in: 3) { response.delay = setting { $0.delay() } }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: response.outcome = .failure(.urlError(.timedOut))
    case 1:
      response.outcome = .failure(.custom(domain: text(), code: -7, message: generator.once(in: 2) ? text() : nil))
    case 2: response.outcome = .forward(origin: generator.pick(["http://localhost:8000", "https://[::1]"]))
    case 3: response.outcome = .passThrough
    case 4: response.outcome = .fault(.truncatedBody, reply())
    default:
      var reply = reply()
      if generator.once(in: 4) {
        (reply.body, reply.acceptsRanges, reply.throttle) = (.stream(stream()), false, .inherited)
      }
      response.outcome = .reply(reply)
    }
    return response
  }

  private mutating func stream() -> SpecDraft.Stream {
    var stream = SpecDraft.Stream(events: [])
    stream.format = generator.pick([.sse, .sse, .sse, .ndjson, .lines, .bytes])
    stream.events = list(1...3) { $0.event(stream.format) }
    if generator.once(in: 2) { stream.every = delay() }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      (stream.times, stream.every) = (nil, .fixed(.seconds(1)))
      // One that is repeated forever needs a pause.
      for index in stream.events.indices { stream.events[index].delay = nil }
    case 1: (stream.times, stream.end) = (3, .open)
    case 2: stream.end = .fault(.hang, delay: generator.once(in: 2) ? delay() : nil)
    default: break
    }
    return stream
  }

  private mutating func event(_ format: StreamFormat) -> SpecDraft.Stream.Event {
    var fields = EventFields<SpecDraft.Body>()
    switch format {
    case .sse:
      fields.comment = .text(text())
      if generator.once(in: 2) { (fields.name, fields.id, fields.retry) = (.text("1"), .text("true"), .seconds(3)) }
      fields.data = generator.once(in: 2) ? .json(json(isObject: true)) : .text(text())
    case .ndjson: fields.data = .json(json())
    case .lines: fields.data = .text(text())
    // No draft has the reply of a model.
    case .openAIChat, .anthropicMessages: break
    case .bytes: fields.data = generator.once(in: 2) ? .file(path: filledText(), content: nil) : .base64([0, 1])
    }
    return SpecDraft.Stream.Event(fields, delay: generator.once(in: 4) ? delay() : nil)
  }

  private mutating func reply() -> SpecDraft.Reply {
    var reply = SpecDraft.Reply(status: setting { $0.generator.pick([200, 404, 599]) }, headers: headers())
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      reply.body = .file(path: filledText(), content: nil)
      reply.acceptsRanges = generator.once(in: 2)
    case 1, 2: reply.body = .json(json())
    case 3: reply.body = .text(text())
    case 4: reply.body = .base64(list(0...9) { .random(in: 0...255, using: &$0.generator) })
    default: break
    }
    reply.template = setting { $0.generator.once(in: 2) }
    reply.throttle = setting { $0.throttle() }
    return reply
  }

  private mutating func headers() -> [SpecDraft.Header] {
    list(0...3) { _ in 0 }.enumerated().map { index, _ in
      SpecDraft.Header(
        name: ["X-One", "Set-Cookie", "404"][index],
        values: inherits && generator.once(in: 5) ? .removed : .set(headerValues()))
    }
  }

  private mutating func headerValues() -> [String] {
    list(1...2) { $0.generator.pick(["", "1", "true", "a: b", "a #b", "W/\"x\"", "é", "{{x}}", "max-age=1, b"]) }
  }

  private mutating func delay() -> Delay {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: .fixed(duration())
    case 1: .uniform(.zero, duration())
    default: .logNormal(median: duration(), sigma: generator.pick([0, 1, 0.5, 1e-7, 1e20]))
    }
  }

  private mutating func throttle() -> Throttle {
    generator.once(in: 2)
      ? Throttle(bytesPerSecond: generator.pick([1, 7, 20, 1000, 65536, 1_000_000]))
      : Throttle(piece: generator.pick([1, 10, 4096]), interval: duration())
  }

  private mutating func duration() -> Duration {
    generator.pick([
      .zero, .nanoseconds(1), .milliseconds(300), .milliseconds(1500), .seconds(2), .seconds(999_999_999),
    ])
  }

  // MARK: - Texts

  private mutating func json(isObject: Bool = false, depth: Int = 0) -> SpecDraft.JSON {
    var json = JSONText()
    write(&json, isObject: isObject, depth: 0)
    return SpecDraft.JSON(checked: json.bytes)
  }

  private mutating func write(_ json: inout JSONText, isObject: Bool, depth: Int) {
    switch isObject ? 7 : Int.random(in: 0..<(depth < 3 ? 8 : 5), using: &generator) {
    case 0: json.raw(generator.pick(["1", "-2", "1.5", "1e400", "0", "12345678901234567890"]))
    case 1: json.raw(generator.pick(["true", "false", "null"]))
    case 2...4: json.string(text())
    case 5, 6:
      json.raw("[")
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        json.separate()
        write(&json, isObject: false, depth: depth + 1)
      }
      json.raw("]")
    default:
      var names = Set<ExactText>()
      json.raw("{")
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        json.key(text(&names))
        write(&json, isObject: false, depth: depth + 1)
      }
      json.raw("}")
    }
  }

  private mutating func text() -> String {
    generator.some(0...4) { $0.pick(Self.fragments) }.joined()
  }

  private mutating func filledText() -> String {
    let text = text()
    return text.isEmpty ? "a" : text
  }

  /// Returns a text that isn't in a set.
  private mutating func text(_ used: inout Set<ExactText>) -> String {
    while true {
      let text = text()
      if used.insert(ExactText(text)).inserted { return text }
    }
  }

  /// Returns a text that isn't empty and isn't in a set.
  private mutating func name(_ used: inout Set<ExactText>) -> String {
    used.insert(ExactText(""))
    return text(&used)
  }

  private mutating func uniqueNames(_ count: ClosedRange<Int>) -> [String] {
    var used = Set<ExactText>()
    return list(count) { $0.name(&used) }
  }

  private mutating func list<Element>(
    _ count: ClosedRange<Int>, _ make: (inout RandomDraft) -> Element
  ) -> [Element] {
    (0..<Int.random(in: count, using: &generator)).map { _ in make(&self) }
  }

  private mutating func setting<Value: Sendable>(_ make: (inout RandomDraft) -> Value) -> Setting<Value> {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0, 1: .inherited
    case 2 where inherits: .removed
    default: .set(make(&self))
    }
  }
}

extension [String] {
  fileprivate func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
