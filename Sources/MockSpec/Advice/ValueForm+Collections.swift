import MockSpecDiagnostics
import MockSpecDocument

// Lists and mappings in place of single values, and the reverse.
extension ValueForm {
  static func ofMember(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    guard node.index == site.value.index else { return nil }
    if site.level == .fields, node.kind == .mapping {
      return ValueForm(help: "write the value itself: \(site.key.excerpt): …")
    }
    if site.level == .scenes, node.kind != .mapping, !node.isEmptyNull {
      return ValueForm(help: "write requests with their responses: {Login: Offline, Items: Empty}")
    }
    guard site.level == .responses, node.isScalar else { return nil }
    if node.isEmptyNull { return ValueForm(help: "write {} for status 200 without a body") }
    if let status = node.intValue, (200...599).contains(status) {
      return ValueForm(help: "write {status: \(status)}", fix: Fix(node.range, "{status: \(status)}"))
    }
    guard node.kind == .string else { return nil }
    if let parts = node.text.wholeMatch(of: /(\w+)(?: *= *| +)(.+)/), Level.response.keys[String(parts.1)] != nil {
      return ValueForm(help: "write \(parts.1): \(parts.2)")
    }
    return ValueForm(help: "write {text: …}, or {file: …} for the path of a body file")
  }

  /// Returns advice about the keys that a mapping lacks.
  static func missing(_ keys: [String], _ site: FailedPlaces.Site) -> String? {
    switch (site.level, site.level.child(site.key.text), keys) {
    case (.collections, _, _): missingInCollection(keys, site)
    case (.requests, _, ["match"]): "add the method and the path, such as 'match: GET /items'"
    case (.requests, _, ["responses"]): "add 'responses: {OK: {status: 200}}'"
    case (_, .delay, ["max"]): "write {min: \(site.value.value("min")?.excerpt ?? "100ms"), max: …}"
    case (_, .delay, ["min"]): "write {min: 0ms, max: \(site.value.value("max")?.excerpt ?? "2s")}"
    default: nil
    }
  }

  /// The only element of a list, without the list.
  static func element(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    let text = node.range.text
    let isPlain = node.text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) }
    let list = isPlain ? "[\(text)]" : "[…]"
    let words = ["true", "false", "yes", "no", "on", "off", "none", "all", "any", "null"]
    var isCertain = isPlain && !words.contains(text.lowercased())
    if site.key.text == "sequence", site.mapping.value("responses")?.value(node.text) == nil { isCertain = false }
    return ValueForm(
      help: "write a list: \(site.key.excerpt): \(list)", fix: isCertain ? Fix(node.range, list) : nil)
  }

  /// A name that can't be one.
  static func ofName(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    dividedValue(node, site) ?? jsonPath(node, site)
  }

  /// The format of a stream by the name of an API or of a media type.
  private static func streamFormat(_ node: Node) -> ValueForm? {
    let name = node.text.lowercased()
    let words = [
      ("openai", StreamFormat.openAIChat), ("gpt", .openAIChat), ("chat", .openAIChat),
      ("anthropic", .anthropicMessages),
      ("claude", .anthropicMessages), ("event", .sse), ("json", .ndjson), ("text", .lines), ("binary", .bytes),
    ]
    guard Suggestion.only(to: node.text, among: StreamFormat.allCases.map(\.rawValue)) == nil else { return nil }
    return words.first { name.contains($0.0) }.map { ValueForm(help: "write \($0.1.rawValue)") }
  }

  /// The rest of a value that its comma has ended: `{Cache-Control: no-store, max-age=0}`.
  static func dividedValue(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    guard [.fields, .matchers, .event, .sentMessage].contains(site.level), site.value.isEmptyNull,
      site.mapping.range.text.hasPrefix("{")
    else { return nil }
    let entries = site.mapping.entries.map(\.self)
    guard let index = entries.firstIndex(where: { $0.key.index == node.index }),
      let start = entries[..<index].lastIndex(where: { !$0.value.isEmptyNull }), entries[start].value.isScalar
    else { return nil }
    let rest = entries[(start + 1)...].prefix { $0.value.isEmptyNull }.map(\.key.text)
    let whole = ([entries[start].value.text] + rest).joined(separator: ", ").replacing("'", with: "''")
    return ValueForm(help: "put the whole value of '\(entries[start].key.excerpt)' in quotes: '\(whole)'")
  }

  /// A JSONPath in place of a JSON Pointer.
  private static func jsonPath(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    guard site.level == .matchers, node.text.hasPrefix("$") else { return nil }
    let steps = node.text.dropFirst().split { ".[]'\"".contains($0) }
    guard !steps.isEmpty, !node.text.contains("*"), !node.text.contains("..") else {
      return ValueForm(help: "write a JSON Pointer, such as /user/name; a JSONPath is written under 'paths'")
    }
    return ValueForm(
      help: "write a JSON Pointer: /\(steps.joined(separator: "/")); a JSONPath is written under 'paths'")
  }

  static func ofCollection(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    switch (site.level, site.key.text, node.kind) {
    case (.spec, "requests", .sequence):
      return ValueForm(help: "each request has a name: requests: {Login: {match: POST /login, responses: {…}}}")
    case (.request, "responses", .sequence):
      return ValueForm(help: "each response has a name: responses: {Success: {status: 200}}")
    case (.request, "match", .sequence):
      return ValueForm(
        help: node.index == site.value.index
          ? "write one match, such as POST /login, or a list of alternatives" : "write all alternatives in one list")
    case (.defaults, "match", .sequence):
      return ValueForm(help: "requests inherit one match: write alternatives in 'match' of a request")
    case (.match, "headers", .sequence):
      return ValueForm(help: "write headers: {Authorization: {present: true}}; a text in its place is the whole value")
    case (.response, "text", .mapping), (.response, "text", .sequence): return ValueForm(help: "write 'json' for JSON")
    case (.response, "stream", .sequence): return ValueForm(help: "write stream: {events: […]}")
    case (.response, "stream", .string) where StreamFormat(rawValue: node.text) != nil:
      return ValueForm(help: "write stream: {format: \(node.text), events: […]}")
    case (.response, "stream", .string), (.response, "stream", .bool):
      return ValueForm(help: "write stream: {events: [{data: …}]}")
    case (.stream, "format", .string): return streamFormat(node)
    case (.stream, "error", .string):
      return ValueForm(
        help: URLErrorName(rawValue: node.text) == nil
          ? "write error: {type: \(inFlow(node.text)), message: …}"
          : "write 'error' in the response, for a call that fails, or {fault: connectionReset} as the last event")
    case (.stream, "toolCalls", .mapping):
      return ValueForm(help: "write a list: toolCalls: [{name: …, arguments: {…}}]")
    case (.stream, "usage", .integer): return ValueForm(help: "write usage: {input: 10, output: \(node.text)}")
    case (.toolCall, "arguments", .string):
      return ValueForm(help: "write a mapping, without quotes around it: arguments: {id: 7}")
    case (_, "times", .string) where [.stream, .socketMessage].contains(site.level):
      return ValueForm(help: "write a number, or forever")
    case (.callback, "retry", .integer):
      return ValueForm(help: "write {times: \(node.text)}", fix: Fix(node.range, "{times: \(node.text)}"))
    case (.callback, "retry", .bool): return ValueForm(help: "write {times: 3, every: 1s}")
    case (.response, "callbacks", .mapping): return ValueForm(help: "write a list: callbacks: [{call: …}]")
    case (.response, "callbacks", .string):
      let call = "{call: \(inFlow(node.text))}"
      return ValueForm(help: "write \(node.index == site.value.index ? "a list: callbacks: [\(call)]" : call)")
    case (.project, "allowCallbacks", .string) where node.index == site.value.index:
      return ValueForm(
        help: "write a list: allowCallbacks: [\(node.range.text)]", fix: Fix(node.range, "[\(node.range.text)]"))
    case (.project, "allowCallbacks", .bool):
      return ValueForm(help: "write the origins of all callbacks: allowCallbacks: [http://localhost:3000]")
    case (.stream, "events", .string) where node.text.prefixMatch(of: /(?:data|event|id|comment|retry):[^ ]/) != nil:
      let name = node.text.prefix { $0 != ":" }
      return ValueForm(
        help: "add a space after the colon: \(name): …",
        fix: replacing(node, node.text.prefix(name.count + 1), "\(name): "), code: "missing-space")
    case (.stream, "events", .string) where node.index != site.value.index:
      return ValueForm(help: "write {data: \(inFlow(node.text))}")
    case (.stream, "events", .mapping) where node.range.text.hasPrefix("-{"):
      return ValueForm(help: "add a space after the dash: - {…}")
    case (.stream, "events", .mapping): return ValueForm(help: "write a list: events: [{data: …}]")
    case (.response, "websocket", .sequence): return ValueForm(help: "write websocket: {messages: […]}")
    case (.websocket, "messages", .mapping): return ValueForm(help: "write a list: messages: [{send: …}]")
    case (.websocket, "messages", .string) where node.index != site.value.index:
      return ValueForm(help: "write {send: {text: \(inFlow(node.text))}}")
    case (.response, "websocket", .string) where node.text == "echo":
      return ValueForm(help: "write websocket: {otherwise: echo}", fix: Fix(node.range, "{otherwise: echo}"))
    case (.response, "websocket", .bool):
      return ValueForm(help: "write websocket: {messages: [{send: …}]}, or {otherwise: echo}")
    case (.websocket, "otherwise", .string)
    where ["echo", "ignore"].contains(node.text.lowercased()) || Int(node.text) != nil:
      return ValueForm(help: "write \(node.text.lowercased())", fix: Fix(node.range, node.text.lowercased()))
    case (.websocket, "otherwise", .string):
      return ValueForm(help: "write ignore, echo, or the code with which the WebSocket is closed, such as 1008")
    case (.socketMessage, "receive", .string) where ["*", "any", "all"].contains(node.text),
      (.socketMessage, "receive", .bool):
      return ValueForm(help: "write {text: {present: true}} for any message")
    case (.socketMessage, "send", .sequence)
    where node.elements.contains(where: { $0.value("text") ?? $0.value("json") != nil }):
      return ValueForm(help: "write an entry for each message: - {send: …}")
    case (.socketMessage, "send", .string), (.socketMessage, "receive", .string):
      return ValueForm(help: "write \(site.key.text): {text: \(inFlow(node.text))}")
    case (.socketMessage, "send", .sequence), (.socketMessage, "receive", .sequence):
      return ValueForm(help: "write \(site.key.text): {json: […]}")
    case (.response, "headers", .sequence), (.defaults, "headers", .sequence), (.callback, "headers", .sequence):
      return ValueForm(help: "write headers: {Content-Type: text/plain}; a header can have a list of values")
    case (.match, "query", .sequence), (.match, "cookies", .sequence), (.match, "params", .sequence):
      return ValueForm(help: "write \(site.key.text): {name: value}")
    case (.match, "query", .bool): return ValueForm(help: "remove 'query': without it, any query matches")
    case (.request, "responses", .string):
      return ValueForm(help: "each response has a name: responses: {Success: {status: 200}}")
    case (.match, "query", .string):
      return ValueForm(help: "write query: {name: value}, or put it after the path of a short match: GET /items?page=2")
    case (.match, "headers", .string), (.response, "headers", .string), (.defaults, "headers", .string):
      return ValueForm(help: "write headers: {Content-Type: text/plain}")
    case (.match, "body", .string):
      return ValueForm(help: "write body: {text: …}, or body: {json: …} for JSON")
    case (.match, "host", .sequence):
      return ValueForm(
        help: "a match has one host: write a request for each, or '*.example.com' for the hosts of a domain")
    case (.match, "port", .sequence):
      return ValueForm(help: "a match has one port: write a request for each, or none for any port")
    case (.match, "scheme", .sequence): return ValueForm(help: "remove 'scheme': without it, any scheme matches")
    case (.response, "status", .sequence), (.defaults, "status", .sequence):
      return ValueForm(help: "a response has one status: write a response for each")
    case (.request, "default", .sequence):
      return ValueForm(help: "write one name, or 'sequence' for one after the other")
    case (.scene, "extends", .sequence):
      return ValueForm(
        help: "a scene extends one other: write one name, and the selections of the others under 'select'")
    case (.scene, _, .mapping) where node.value("response")?.isScalar == true:
      return ValueForm(help: "write only the name of the response: \(node.value("response")?.excerpt ?? "")")
    case (.match, "path", .mapping): return noExpressions
    case (.match, "path", .sequence):
      return ValueForm(help: "a match has one path: write several matches, match: [/a, /b], or a wildcard: /items/*")
    case (.project, "scenes", .sequence):
      return ValueForm(help: "each scene has a name: scenes: {Airplane mode: {Login: Offline}}")
    case (.project, "server", .integer):
      return ValueForm(help: "write {port: \(node.text)}", fix: Fix(node.range, "{port: \(node.text)}"))
    case (.request, "sequence", .mapping):
      return ValueForm(help: "write a list: sequence: [{response: Busy, times: 2}, Found]")
    case (.server, "cors", .mapping):
      return ValueForm(help: "write true, or a list of origins: cors: [http://localhost:5173]")
    case (.server, "cors", .string) where node.text == "*":
      return ValueForm(help: "write true for any origin", fix: Fix(node.range, "true"))
    case (.server, "cors", .string) where node.index == site.value.index && node.text.contains("://"):
      return ValueForm(help: "write a list: cors: [\(node.range.text)]", fix: Fix(node.range, "[\(node.range.text)]"))
    case (.project, "passthrough", .bool):
      return ValueForm(help: "write 'unmatched: passthrough' for all hosts, instead of 'passthrough'")
    case (.response, "passthrough", .bool): return ValueForm(help: "remove 'passthrough'")
    case (_, "delay", .sequence):
      return ValueForm(help: "write {min: 100ms, max: 2s}")
    case (_, "throttle", .integer), (_, "throttle", .string):
      return ValueForm(help: MappingForm.throttle)
    case (.response, "passthrough", .string):
      return flag(node) ?? ValueForm(help: "write 'passthrough: true', or 'forward' with another origin")
    default: return nil
    }
  }
}
