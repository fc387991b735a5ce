import MockSpecDiagnostics

extension SpecDraft {
  /// A stream of events.
  package struct Stream: Sendable, Hashable {
    package struct Event: Sendable, Hashable {
      package var fields: EventFields<Body>
      package var delay: Delay?

      package init(_ fields: EventFields<Body>, delay: Delay? = nil) { (self.fields, self.delay) = (fields, delay) }
    }

    package var format = StreamFormat.sse
    package var every: Delay?
    package var events: [Event]
    /// How often all events are sent; `nil` for forever.
    package var times: Int? = 1
    package var end = EventStream.End.close

    package init(events: [Event]) { self.events = events }
  }
}

extension SpecWriter {
  mutating func write(_ stream: SpecDraft.Stream) {
    object { spec in
      for key in StreamKey.allCases {
        let name = key.rawValue
        switch key {
        case .format: if stream.format != .sse { spec.text.member(name, stream.format.rawValue) }
        case .every: if let every = stream.every { spec.member(name) { $0.write(every) } }
        case .events:
          var writes = stream.events.map { event in { (spec: inout SpecWriter) in spec.write(event) } }
          if case .fault(let fault, let delay) = stream.end { writes.append { $0.write(fault, delay) } }
          spec.member(name) { $0.list(writes) { spec, write in write(&spec) } }
        case .times:
          if let times = stream.times {
            if times > 1 { spec.text.member(name, times) }
          } else {
            spec.text.member(name, "forever")
          }
        case .end: if stream.end == .open { spec.text.member(name, "open") }
        // No draft has the reply of a model.
        case .firstDelay, .text, .toolCalls, .model, .usage, .finish, .error, .fault: break
        }
      }
    }
  }

  private mutating func write(_ event: SpecDraft.Stream.Event) {
    object { spec in
      let fields = event.fields
      for key in EventKey.allCases {
        switch key {
        case .data, .base64, .file: if let data = fields.data { spec.write(key, data) }
        case .event: if let name = fields.name { spec.write(key, name) }
        case .id: if let id = fields.id { spec.write(key, id) }
        case .comment: if let comment = fields.comment { spec.write(key, comment) }
        case .retry: if let retry = fields.retry { spec.text.member(key.rawValue, DurationText.write(retry)) }
        case .delay: if let delay = event.delay { spec.member(key.rawValue) { $0.write(delay) } }
        case .fault: break
        }
      }
    }
  }

  private mutating func write(_ fault: Fault, _ delay: Delay?) {
    object { spec in
      if let delay { spec.member(EventKey.delay.rawValue) { $0.write(delay) } }
      spec.text.member(EventKey.fault.rawValue, fault.rawValue)
    }
  }

  /// Writes a value if this is its key.
  private mutating func write(_ key: EventKey, _ value: SpecDraft.Body) {
    switch (key, value) {
    case (.base64, .base64(let bytes)): text.member(key.rawValue, Base64.encode(bytes))
    case (.file, .file(let path, _)): text.member(key.rawValue, path)
    case (.base64, _), (.file, _), (_, .base64), (_, .file), (_, .stream): break
    case (_, .text(let content)): text.member(key.rawValue, content)
    case (_, .json(let json)):
      text.key(key.rawValue)
      text.raw(json.bytes)
    }
  }
}
