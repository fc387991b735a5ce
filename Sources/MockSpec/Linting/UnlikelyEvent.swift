import MockSpecDiagnostics
import MockSpecDocument

enum UnlikelyEvent: SpecRule {
  static let name = "unlikely-event"
  static let summary = "a client drops or can't read an event of a stream, or server-sent events are throttled"
  static let explanation = """
    Clients report no event without 'data', read JSON that isn't valid as an error or drop it, and don't read what follows \
    '[DONE]', which needs quotes. A text is sent as the data, without the names of fields: 'data:' and the blank line after \
    an event are added. In 'lines', a line break begins another line. A reply of a model ends for one of the reasons that \
    its API has. A 'throttle' divides a text at any byte and announces its length, so that it isn't a stream: write the events \
    with 'stream'.
    """
  static let example = RuleExample(
    wrong: """
      mockspec: 1
      requests:
        Answer: {match: GET /answers, responses: {Tokens: {stream: {events: [{data: '{"delta": "Hel}'}]}}}}
      """,
    right: """
      mockspec: 1
      requests:
        Answer: {match: GET /answers, responses: {Tokens: {stream: {events: [{data: {delta: Hel}}]}}}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.responses.compactMap { response in
      guard let reply = response.reply else { return nil }
      if case .stream(let stream, _) = reply.body { return event(of: stream, isTemplate: reply.template != nil) }
      return throttled(response, reply)
    }
  }

  /// Returns a warning about events in a throttled text or file.
  private static func throttled(_ response: ResolvedResponse, _ reply: ResolvedResponse.HTTPReply) -> Diagnostic? {
    guard response.throttle != nil, let (rule, type) = response.header("content-type"),
      ContentType.essence(of: type) == StreamFormat.sse.contentType
    else { return nil }
    switch reply.body {
    case .text, .file:
      return warning(
        "the throttle divides server-sent events at any byte", at: rule.name.range,
        help: "write the events with 'stream': {every: 100ms, events: [{data: …}]}")
    case .none, .json, .base64, .stream: return nil
    }
  }

  /// Returns a warning about the first event that clients drop or can't read.
  private static func event(of stream: Spec.Stream, isTemplate: Bool) -> Diagnostic? {
    if let model = stream.format.model, case .json(let reply)? = stream.events.first?.fields.data {
      return finish(of: reply, model)
    }
    if stream.times == nil, stream.end == .open {
      return warning(
        "'end: open' has no effect on events that are sent forever", at: stream.range, help: "remove 'end' or 'times'")
    }
    var isDone = false
    for event in stream.events {
      let fields = event.fields
      if isDone, fields.data != nil {
        return warning(
          "clients don't read what follows '[DONE]'", at: event.range, help: "move '[DONE]' to the last event")
      }
      if let name = fields.name, fields.data == nil, case .text(let text) = name {
        return warning("clients report no event without 'data'", at: text.range, help: "add 'data'")
      }
      switch fields.data {
      case .json(let node) where stream.format != .ndjson && node.range.text == "[DONE]":
        return warning(
          "without quotes, '[DONE]' is a list, which is sent as [\"DONE\"]", at: node.range,
          help: Quoting.help("[DONE]"), fix: Fix(node.range, "'[DONE]'"))
      case .text(let text):
        isDone = text.value == "[DONE]"
        if isDone, stream.times != 1 {
          return warning(
            "clients don't read what follows '[DONE]', and the events are sent again", at: event.range,
            help: "remove 'times', or '[DONE]'")
        }
        if let warning = data(text, stream.format, isTemplate: isTemplate) { return warning }
      default: break
      }
    }
    return nil
  }

  private static func data(_ text: Located<String>, _ format: StreamFormat, isTemplate: Bool) -> Diagnostic? {
    let lines = text.value.split(separator: "\n", omittingEmptySubsequences: false)
    let names = ["data:", "event:", "id:", "retry:"]
    if format == .sse, names.contains(where: text.value.hasPrefix), lines.contains(where: { $0.hasPrefix("data:") }) {
      return warning(
        "'data:' is sent as a part of the data", at: text.range.firstRange(of: "data:"),
        help: "write only its content; other fields are keys of the event: {event: …, id: …, data: …}")
    }
    if format == .sse, lines.count > 2, !lines[0].isEmpty, lines.suffix(2).allSatisfy(\.isEmpty) {
      return warning(
        "the empty lines at the end are a part of the data", at: text.range,
        help: "remove them: a blank line ends each event by itself")
    }
    if format == .lines, lines.count > 1 {
      return warning(
        "the event has \(lines.count) lines", at: text.range,
        help: "write an event for each line; a block after '|' ends with a line break, and one after '|-' doesn't")
    }
    if isTemplate || !looksLikeJSON(text.value) || DocumentParser.parseJSON(Array(text.value.utf8)) != nil {
      return nil
    }
    return warning(
      "the text looks like JSON, but isn't valid", at: text.range,
      help: "write a mapping or a list, which is sent as JSON: data: {…}")
  }

  /// Whether a text begins with a key or an element of JSON, as `{"`, `{id:` and `[{` do.
  private static func looksLikeJSON(_ text: String) -> Bool {
    guard let first = text.first, first == "{" || first == "[", !text.hasPrefix("{{") else { return false }
    return text.prefixMatch(of: /{\s*(?:["'}]|\w+\s*:)|\[\s*(?:[{\["']|-?[0-9.]+\s*,)/) != nil
  }

  private static func finishes(of model: ModelFormat) -> Set<String> {
    let known = model.api.finishes
    return known.others.union([known.text, known.toolCalls])
  }

  /// Returns a warning about the reason for the end of a reply, if it is one of another API or doesn't fit.
  private static func finish(of reply: Node, _ model: ModelFormat) -> Diagnostic? {
    guard let node = reply.value(StreamKey.finish.rawValue) else { return nil }
    if ModelFormat.allCases.contains(where: { $0 != model && finishes(of: $0).contains(node.text) }) {
      return warning(
        "'\(model.rawValue)' has no reason '\(node.text)'", at: node.range,
        help: "write one of: \(finishes(of: model).sorted().joined(separator: ", "))")
    }
    guard node.text == model.api.finishes.toolCalls, reply.value(StreamKey.toolCalls.rawValue) == nil else {
      return nil
    }
    return warning(
      "the reply ends with '\(node.text)', but has no calls of tools", at: node.range, help: "add 'toolCalls'")
  }
}
