import MockSpecDiagnostics

extension SpecWriter {
  mutating func write(_ response: SpecDraft.Response) {
    let reply: SpecDraft.Reply? =
      switch response.outcome {
      case .reply(let reply), .fault(_, let reply): reply
      case .failure, .forward, .passThrough: nil
      }
    object { spec in
      for key in ResponseKey.allCases {
        let name = key.rawValue
        switch (key, response.outcome) {
        case (.description, _): if let text = response.description { spec.text.member(name, text) }
        case (.when, _): spec.write(name, response.when, asList: false)
        case (.set, _): spec.write(name, response.changes, asList: false)
        case (.status, _): if let reply { spec.member(name, reply.status) { $0.text.raw(String($1)) } }
        case (.headers, _): if let reply { spec.write(name, reply.headers) }
        case (.file, _), (.json, _), (.text, _), (.base64, _), (.stream, _):
          if let body = reply?.body { spec.write(key, body) }
        case (.ranges, _): if reply?.acceptsRanges == true { spec.text.member(name, true) }
        case (.template, _): if let reply { spec.member(name, reply.template) { $0.text.raw($1 ? "true" : "false") } }
        case (.delay, _): spec.member(name, response.delay) { $0.write($1) }
        case (.throttle, _): if let reply { spec.member(name, reply.throttle) { $0.write($1) } }
        case (.error, .failure(let failure)): spec.member(name) { $0.write(failure) }
        case (.fault, .fault(let fault, _)): spec.text.member(name, fault.rawValue)
        case (.forward, .forward(let origin)): spec.text.member(name, origin)
        case (.passthrough, .passThrough): spec.text.member(name, true)
        // No draft has a WebSocket or callbacks.
        case (.websocket, _), (.callbacks, _), (.error, _), (.fault, _), (.forward, _), (.passthrough, _): break
        }
      }
    }
  }

  /// Writes a body if this is its key.
  private mutating func write(_ key: ResponseKey, _ body: SpecDraft.Body) {
    switch (key, body) {
    case (.file, .file(let path, _)): text.member(key.rawValue, path)
    case (.json, .json(let json)):
      text.key(key.rawValue)
      text.raw(json.bytes)
    case (.text, .text(let content)): text.member(key.rawValue, content)
    case (.base64, .base64(let bytes)): text.member(key.rawValue, Base64.encode(bytes))
    case (.stream, .stream(let stream)): member(key.rawValue) { $0.write(stream) }
    default: break
    }
  }

  mutating func write(_ key: String, _ headers: [SpecDraft.Header]) {
    if headers.isEmpty { return }
    member(key) { spec in
      spec.object { spec in
        for header in headers { spec.member(header.name, header.values) { $0.write($1) } }
      }
    }
  }

  private mutating func write(_ failure: URLFailure) {
    switch failure {
    case .urlError(let name): text.string(name.rawValue)
    case .custom(let domain, let code, let message):
      object { spec in
        for key in CustomErrorKey.allCases {
          switch key {
          case .domain: spec.text.member(key.rawValue, domain)
          case .code: spec.text.member(key.rawValue, code)
          case .message: if let message { spec.text.member(key.rawValue, message) }
          }
        }
      }
    }
  }

  mutating func write(_ delay: Delay) {
    switch delay {
    case .fixed(let duration): text.string(DurationText.write(duration))
    case .uniform(let low, let high):
      object { spec in
        spec.text.member(DelayKey.min.rawValue, DurationText.write(low))
        spec.text.member(DelayKey.max.rawValue, DurationText.write(high))
      }
    case .logNormal(let median, let sigma):
      object { spec in
        spec.text.member(DelayKey.median.rawValue, DurationText.write(median))
        spec.text.key(DelayKey.sigma.rawValue)
        spec.text.raw(sigma == sigma.rounded() && sigma.magnitude < 1e15 ? String(Int(sigma)) : "\(sigma)")
      }
    }
  }

  mutating func write(_ throttle: Throttle) {
    object { spec in
      if let rate = throttle.bytesPerSecond { return spec.text.member(ThrottleKey.bytesPerSecond.rawValue, rate) }
      spec.text.member(ThrottleKey.chunk.rawValue, throttle.piece)
      spec.text.member(ThrottleKey.every.rawValue, DurationText.write(throttle.interval))
    }
  }
}

extension Throttle {
  /// The rate with which an equal throttle is created; `nil` if there is none.
  fileprivate var bytesPerSecond: Int? {
    guard interval > .zero else { return nil }
    let rate = (Double(piece) * (.seconds(1) / interval)).rounded()
    guard rate < 1e15 else { return nil }
    return Throttle(bytesPerSecond: Int(rate)) == self ? Int(rate) : nil
  }
}
