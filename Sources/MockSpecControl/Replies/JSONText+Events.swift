import MockSpec
import MockSpecDiagnostics

extension JSONText {
  /// Writes the events of a stream, which a client sends itself.
  mutating func write(_ events: RunningEvents) {
    let stream = events.stream
    member("events", stream.events) { json, event in
      let text = String(validating: event.bytes, as: UTF8.self)
      json.member("body", text ?? Base64.encode(event.bytes))
      json.member("bodyIsBase64", text == nil)
      json.write("delay", event.delay)
    }
    member("start", events.start)
    write("every", stream.every)
    if let times = stream.times { member("times", times) } else { null("times") }
    switch stream.end {
    case .close: member("end", "close")
    case .open: member("end", "open")
    case .fault(let fault, let delay):
      member("end", "fault")
      member("fault", fault.rawValue)
      write("faultDelay", delay)
    }
  }

  /// Writes a pause: in nanoseconds, or the distribution of random ones.
  private mutating func write(_ name: String, _ delay: Delay?) {
    switch delay {
    case nil: null(name)
    case .fixed(let duration): member(name, duration.nanoseconds)
    case .uniform(let low, let high):
      member(name) { json in
        json.member("min", low.nanoseconds)
        json.member("max", high.nanoseconds)
      }
    case .logNormal(let median, let sigma):
      member(name) { json in
        json.member("median", median.nanoseconds)
        json.key("sigma")
        json.raw("\(sigma)")
      }
    }
  }

  /// Writes how many events were sent for a call.
  mutating func write(sentFor record: CallRecord) {
    guard let sent = record.sentEvents else { return null("events") }
    member("events") { json in
      json.member("sent", sent.count)
      json.member("end", sent.end?.rawValue)
    }
  }
}

extension Duration {
  var nanoseconds: Int { Int(components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000) }
}
