import MockSpecDiagnostics
import MockSpecDocument

// Decodes `stream`.
extension SpecDecoder {
  mutating func stream(_ node: Node) -> Spec.Stream {
    var format = StreamFormat.sse
    var every: Delay?
    var times: Int? = 1
    var end = EventStream.End.close
    var written: [Node] = []
    var timesNode: Node?
    var firstDelay: Delay?
    var fault: Fault?
    for (key, value) in filled(node, StreamKey.self, { _ in false }) {
      switch key {
      case .format:
        guard let known = StreamFormat(rawValue: value.text) else {
          return Spec.Stream(format: format, events: [], range: node.range)
        }
        format = known
      case .every: every = delay(value)
      case .events: written = Array(value.elements)
      case .times: (times, timesNode) = (value.kind == .string ? nil : max(1, value.intValue ?? .max), value)
      case .end: if value.text == "open" { end = .open }
      case .firstDelay: firstDelay = delay(value)
      case .fault: fault = Fault(rawValue: value.text)
      case .text, .toolCalls, .model, .usage, .finish, .error: break
      }
    }
    if refusesKeys(of: node, format) { return Spec.Stream(format: format, events: [], range: node.range) }
    if format.model != nil {
      refuseNumbersBeyondJSON(node)
      let reply = Spec.Stream.Event(fields: EventFields(data: .json(node)), delay: firstDelay, range: node.range)
      end = fault.map { .fault($0, delay: nil) } ?? .close
      return Spec.Stream(format: format, events: [reply], every: every, end: end, range: node.range)
    }
    var events: [Spec.Stream.Event] = []
    for (index, node) in written.enumerated() where node.kind == .mapping {
      let fault = node.value(EventKey.fault.rawValue)
      let event = event(node, format)
      guard let fault else {
        if let event { events.append(event) }
        continue
      }
      if index < written.count - 1 {
        diagnostics.append(Self.faultBeforeEnd(at: fault.range))
      } else if times != 1, let timesNode {
        diagnostics.append(Self.faultWith("times", at: timesNode.range))
      } else if end == .open {
        diagnostics.append(Self.faultWith("end: open", at: fault.range))
      }
      if let fault = Fault(rawValue: fault.text) { end = .fault(fault, delay: event?.delay) }
    }
    let pauses = events.map { $0.delay ?? every }
    if times == nil, let timesNode, !pauses.contains(where: { $0?.isPause == true }) {
      diagnostics.append(Self.noPause(at: timesNode.range))
    }
    return Spec.Stream(format: format, events: events, every: every, times: times, end: end, range: node.range)
  }

  /// Reports keys that the format doesn't have, and a model's reply without content.
  ///
  /// - Returns: Whether something was reported.
  private mutating func refusesKeys(of node: Node, _ format: StreamFormat) -> Bool {
    let count = diagnostics.count
    let hasFormat = node.value(StreamKey.format.rawValue) != nil
    for (key, value) in node.entries {
      guard let known = StreamKey(rawValue: key.text), known != .format, known != .every else { continue }
      let isOfEvents = [.events, .times, .end].contains(known)
      // The schema reports another value of 'error', which may be meant as that of a response.
      if isOfEvents == (format.model == nil) || known == .error && value.kind != .mapping { continue }
      diagnostics.append(Self.key(known, beside: format, isWritten: hasFormat, at: key.range))
      // Without a format, one diagnostic is about all keys of a reply.
      if !hasFormat, known != .firstDelay { break }
    }
    let content = [StreamKey.text, .toolCalls, .error]
    // Unknown keys are reported, and probably meant as one of these.
    let lacksKeys =
      node.lacksReportedKeys
      || node.entries.contains { key, _ in
        StreamKey(rawValue: key.text) == nil && !key.text.hasPrefix("x-")
      }
    if format.model != nil, !lacksKeys, content.allSatisfy({ node.value($0.rawValue) == nil }),
      diagnostics.count == count
    {
      diagnostics.append(Self.noReply(format, at: node.range))
    }
    return diagnostics.count > count
  }

  private mutating func event(_ node: Node, _ format: StreamFormat) -> Spec.Stream.Event? {
    var fields = EventFields<Spec.Body>()
    var delay: Delay?
    var isFault = false
    for (key, value) in filled(node, EventKey.self, { _ in false }) {
      switch key {
      case .data: fields.data = data(value, format)
      case .event: fields.name = text(value).map(Spec.Body.text)
      case .id: fields.id = text(value).map(Spec.Body.text)
      case .comment: fields.comment = text(value).map(Spec.Body.text)
      case .retry: fields.retry = DurationText.parse(value.text)
      case .base64: fields.data = text(value).flatMap { Base64.decode($0.value) }.map(Spec.Body.base64)
      case .file: fields.data = text(value).map(Spec.Body.file)
      case .delay: delay = self.delay(value)
      case .fault: isFault = true
      }
      if !isFault, key != .delay, !format.keys.contains(key) {
        let hasData = format.keys.contains { node.value($0.rawValue) != nil }
        diagnostics.append(Self.key(key, beside: format, isExtra: hasData, at: value.range))
      }
    }
    // Unknown keys are reported, and probably meant as one of ours.
    let keys = node.entries.map(\.key.text)
    if !isFault, !keys.isEmpty, keys.allSatisfy({ $0 == EventKey.delay.rawValue || $0.hasPrefix("x-") }) {
      diagnostics.append(Self.emptyEvent(format, at: node.range))
    }
    for case (let key, .text(let text)?) in [(EventKey.event, fields.name), (.id, fields.id)] {
      let bytes = Array(text.value.utf8)
      let problem = key == .id ? EventFields(id: bytes).problem : EventFields(name: bytes).problem
      if let problem { diagnostics.append(Self.badField(problem, at: text.range)) }
    }
    return Spec.Stream.Event(fields: fields, delay: delay, range: node.range)
  }

  private mutating func data(_ node: Node, _ format: StreamFormat) -> Spec.Body? {
    if node.kind == .string, format != .ndjson { return text(node).map(Spec.Body.text) }
    if node.isEmptyNull { diagnostics.append(Self.noValue(of: EventKey.data.rawValue, at: node.range)) }
    refuseNumbersBeyondJSON(node)
    return .json(node)
  }
}

extension StreamFormat {
  /// The keys that an event can have, besides `delay` and `fault`.
  fileprivate var keys: [EventKey] {
    switch self {
    case .sse: [.data, .event, .id, .comment, .retry]
    case .ndjson, .lines: [.data]
    case .bytes: [.base64, .file]
    case .openAIChat, .anthropicMessages: []
    }
  }
}

extension Delay {
  /// Whether the delay can be longer than zero.
  var isPause: Bool {
    switch self {
    case .fixed(let delay): delay > .zero
    case .uniform(_, let high): high > .zero
    case .logNormal(let median, _): median > .zero
    }
  }
}

extension SpecDecoder {
  /// - Parameter isExtra: Whether the event has a key of the format, too.
  static func key(
    _ key: EventKey, beside format: StreamFormat, isExtra: Bool, at range: SourceRange
  ) -> Diagnostic {
    let known = format.keys.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    let isOfSSE = StreamFormat.sse.keys.contains(key)
    let other = isOfSSE ? "'format: sse'" : "'format: bytes'"
    return Diagnostic(
      .error, "conflicting-keys", "'\(key.rawValue)' can't be combined with the format '\(format.rawValue)'", at: range,
      help: (isExtra ? "remove it, or write \(other) for the stream" : "write \(known), or \(other) for the stream"))
  }

  /// - Parameter isWritten: Whether the format is written.
  static func key(
    _ key: StreamKey, beside format: StreamFormat, isWritten: Bool, at range: SourceRange
  ) -> Diagnostic {
    let models = ModelFormat.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
    let added = ModelFormat.allCases.map { "'format: \($0.rawValue)'" }.joined(separator: " or ")
    let help =
      switch key {
      case .events: "write the reply with 'text' and 'toolCalls', or remove 'format'"
      case .times, .end: "remove '\(key.rawValue)': a reply is sent once"
      case .firstDelay:
        "write 'delay' in the response, or in the first event; 'firstDelay' is part of the formats \(models)"
      case _ where !isWritten: "add \(added) for the reply of a language model"
      default: "it is part of the formats \(models)"
      }
    return Diagnostic(
      .error, "conflicting-keys", "'\(key.rawValue)' can't be combined with the format '\(format.rawValue)'", at: range,
      help: help)
  }

  static func noReply(_ format: StreamFormat, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "missing-key", "expected 'text', 'toolCalls' or 'error' for the format '\(format.rawValue)'", at: range,
      help: "write the reply of the model: 'text: Hello!'")
  }

  static func emptyEvent(_ format: StreamFormat, at range: SourceRange) -> Diagnostic {
    let known = format.keys.map { "'\($0.rawValue)'" }
    return Diagnostic(
      .error, "missing-key", "expected \(known.joined(separator: " or ")) in an event", at: range,
      help: "a pause before the next event is its 'delay'")
  }

  static func badField(_ problem: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "\(problem)", at: range, help: "remove it; only 'data' and 'comment' have several lines")
  }

  static func faultBeforeEnd(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "conflicting-keys", "only the last event can be a fault", at: range, help: "remove the events after it")
  }

  static func faultWith(_ key: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "conflicting-keys", "'\(key)' can't be combined with a fault, which ends the stream", at: range,
      help: "remove '\(key)', or the fault")
  }

  static func noPause(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "a stream that is repeated forever needs a pause", at: range,
      help: "add 'every: 1s' to the stream, or 'delay' to an event")
  }

  static func lengthOfStream(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "conflicting-keys", "'Content-Length' can't be combined with 'stream', whose length isn't known",
      at: range,
      help: "remove 'Content-Length'")
  }
}
