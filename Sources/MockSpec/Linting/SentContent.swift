import MockSpecDiagnostics
import MockSpecDocument

/// A content that a response sends: its body, a value of an event, a message of a WebSocket, or a callback.
struct SentContent {
  enum Kind { case body, event, message, callback }

  let kind: Kind
  /// The headers that are sent with it, without those of the defaults.
  var headers: [HeaderRule] = []
  let body: Spec.Body?
  /// The URL of a callback.
  var url: Located<String>?

  /// Returns the first result for a text: the URL, a value of a header, the text of the body or a string in its JSON.
  func first<Result>(_ find: (String, SourceRange) -> Result?) -> Result? {
    if let url, let found = find(url.value, url.range) { return found }
    for value in headers.lazy.flatMap({ $0.values.value ?? [] }) {
      if let found = find(value.value, value.range) { return found }
    }
    switch body {
    case .text(let text): return find(text.value, text.range)
    case .json(let node):
      return node.subtree.lazy.filter { $0.kind == .string }.compactMap { find($0.text, $0.range) }.first
    case .file, .base64, .stream, nil: return nil
    }
  }
}

extension Spec.Response {
  /// All contents that it sends.
  var contents: [SentContent] {
    var found = reply.map { [SentContent(kind: .body, headers: $0.headers, body: $0.body)] } ?? []
    if case .stream(let stream)? = body { found += stream.contents.map { SentContent(kind: .event, body: $0) } }
    if let socket = reply?.socket {
      found += socket.entries.compactMap(\.send).map { SentContent(kind: .message, body: $0) }
    }
    // Most responses have none.
    if callbacks.isEmpty { return found }
    return found
      + callbacks.map {
        SentContent(kind: .callback, headers: $0.message.headers, body: $0.message.body, url: $0.url)
      }
  }

  /// The conditions for the messages that a WebSocket answers.
  var receivedConditions: [BodyMatcher] {
    guard let socket = reply?.socket else { return [] }
    return socket.entries.compactMap { entry in
      if case .matcher(let condition)? = entry.receive { condition } else { nil }
    }
  }
}

extension Spec.Stream {
  /// The values of the events. Of a model's reply, these are its texts and its calls of tools.
  fileprivate var contents: [Spec.Body] {
    guard format.model != nil else { return events.flatMap(\.fields.values) }
    guard case .json(let reply)? = events.first?.fields.data else { return [] }
    let error = reply.value(StreamKey.error.rawValue)?.value(ModelErrorKey.message.rawValue)
    let texts = [reply.value(StreamKey.text.rawValue), reply.value(StreamKey.model.rawValue), error].compactMap(\.self)
    let calls = reply.value(StreamKey.toolCalls.rawValue).map { Array($0.elements) } ?? []
    return texts.map { .text(Located($0.text, at: $0.range)) }
      + calls.compactMap { $0.value(ToolCallKey.arguments.rawValue) }.map { .json($0) }
  }
}

extension LintedSpec {
  /// Whether the texts of a response are templates.
  func isTemplate(_ response: ResolvedResponse) -> Bool {
    // A template without tags has been replaced by a plain reply.
    let byDefault = defaults.response.template.over(inherited.response.template)
    return response.reply?.template != nil || response.spec.reply?.template.over(byDefault).value == true
  }
}
