import MockSpecDiagnostics
import MockSpecDocument

enum UnlikelyEvent: SpecRule {
  static let name = "unlikely-event"
  static let summary = "a client drops or can't read an event of a stream, or server-sent events are throttled"
  static let explanation = """
    Clients report no event without 'data', read JSON that isn't valid as an error or drop it, and don't read what follows \
    '[DONE]'. A 'throttle' divides a text at any byte and announces its length, so that it isn't a stream: write the events \
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
      guard case .text(let text)? = fields.data else { continue }
      if text.value == "[DONE]" { isDone = true }
      let isJSON = text.value.hasPrefix("{") && !text.value.hasPrefix("{{")
      if isJSON, !isTemplate, DocumentParser.parseJSON(Array(text.value.utf8)) == nil {
        return warning(
          "the text looks like JSON, but isn't valid", at: text.range,
          help: "write a mapping, which is sent as JSON: data: {…}")
      }
    }
    return nil
  }
}
