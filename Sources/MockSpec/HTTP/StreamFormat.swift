/// The format of a stream of events.
package enum StreamFormat: String, Sendable, CaseIterable {
  /// Server-sent events (HTML Standard, *Server-sent events*).
  case sse
  /// A JSON value on each line.
  case ndjson
  /// A text on each line.
  case lines
  /// Bytes as they are.
  case bytes
  /// The replies of models, as server-sent events; see `ModelFormat`.
  case openAIChat = "openai-chat"
  case anthropicMessages = "anthropic-messages"

  /// The API of models that has the format; `nil` for other formats.
  package var model: ModelFormat? { ModelFormat(rawValue: rawValue) }

  /// The `Content-Type` if no header sets it; `nil` if there is none.
  package var contentType: String? {
    switch self {
    case .sse, .openAIChat, .anthropicMessages: "text/event-stream"
    case .ndjson: "application/x-ndjson"
    case .lines: ContentType.text
    case .bytes: nil
    }
  }

  /// Returns an event as it is sent.
  func bytes(of event: EventFields<[UInt8]>) -> [UInt8] {
    switch self {
    case .bytes, .openAIChat, .anthropicMessages: return event.data ?? []
    case .ndjson, .lines: return (event.data ?? []) + [Self.lineFeed]
    case .sse: break
    }
    var bytes: [UInt8] = []
    func add(_ name: String, _ value: some Collection<UInt8>) {
      bytes += name.utf8
      if !value.isEmpty {
        bytes.append(UInt8(ascii: " "))
        bytes += value
      }
      bytes.append(Self.lineFeed)
    }
    for line in event.comment.map(Self.lines) ?? [] { add(":", line) }
    if let name = event.name { add("event:", name) }
    if let id = event.id { add("id:", id) }
    if let retry = event.retry { add("retry:", String(Int64(retry / .milliseconds(1))).utf8) }
    for line in event.data.map(Self.lines) ?? [] { add("data:", line) }
    return bytes + [Self.lineFeed]
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Returns the lines of a text, which end with LF, CR or both.
  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = text[...]
    while let end = rest.firstIndex(where: { $0 == lineFeed || $0 == carriageReturn }) {
      lines.append(rest[..<end])
      let isPair = rest[end] == carriageReturn && end + 1 < rest.endIndex && rest[end + 1] == lineFeed
      rest = rest[(end + (isPair ? 2 : 1))...]
    }
    return lines + [rest]
  }
}

/// An API of language models, in whose format a stream answers.
package enum ModelFormat: String, Sendable, CaseIterable {
  /// Chat completions of OpenAI, which many others have, too.
  case openAIChat = "openai-chat"
  /// Messages of Anthropic.
  case anthropicMessages = "anthropic-messages"
}

/// The fields of an event, with values that are written, parsed as templates, or as they are sent.
package struct EventFields<Value> {
  /// The data of the event, or its bytes.
  var data: Value?
  /// The type of the event.
  var name: Value?
  var id: Value?
  var comment: Value?
  var retry: Duration?

  init(data: Value? = nil, name: Value? = nil, id: Value? = nil, comment: Value? = nil, retry: Duration? = nil) {
    (self.data, self.name, self.id, self.comment, self.retry) = (data, name, id, comment, retry)
  }

  /// The values, in the order in which they are sent.
  var values: [Value] { [comment, name, id, data].compactMap(\.self) }

  func map<Other, Failure: Error>(_ body: (Value) throws(Failure) -> Other) throws(Failure) -> EventFields<Other> {
    var fields = EventFields<Other>(retry: retry)
    if let comment { fields.comment = try body(comment) }
    if let name { fields.name = try body(name) }
    if let id { fields.id = try body(id) }
    if let data { fields.data = try body(data) }
    return fields
  }
}

extension EventFields: Sendable where Value: Sendable {}
extension EventFields: Equatable where Value: Equatable {}
extension EventFields: Hashable where Value: Hashable {}

extension EventFields<[UInt8]> {
  /// Why clients would misread the fields; `nil` if they don't.
  var problem: String? {
    for (key, value) in [("event", name), ("id", id)] {
      if value?.contains(where: { $0 == 0x0A || $0 == 0x0D }) == true { return "'\(key)' contains a line break" }
    }
    return id?.contains(0) == true ? "'id' contains a NUL character, so clients ignore it" : nil
  }
}
