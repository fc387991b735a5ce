import HTTPTypes

// The summaries that `mockspec list` shows.
extension ResponseSet {
  /// The conditions in short form, followed by others, of which most have only a name, such as
  /// `POST https://api.example.com/login, body`. The number of other alternatives follows.
  package var matchSummary: String {
    guard let alternative else { return conditionSummary }
    return "\(conditionSummary), or \(alternative.count - 1) more"
  }

  private var conditionSummary: String {
    var short = [matcher.methods?.value.joined(separator: "|")].compactMap(\.self)
    var others: [String] = []
    let path = matcher.path?.value.text ?? "/**"
    if let host = matcher.host?.value {
      let scheme = matcher.scheme.map { $0.value + ":" } ?? ""
      let port = matcher.port.map { ":\($0.value)" } ?? ""
      short.append("\(scheme)//\(host.description)\(port)\(path)")
    } else {
      if let scheme = matcher.scheme { others.append("scheme \(scheme.value)") }
      if let port = matcher.port { others.append("port \(port.value)") }
      // In the short form, two slashes precede a host.
      if path.hasPrefix("//") { others.insert("path \(path)", at: 0) } else { short.append(path) }
    }
    let more = [
      ("params", matcher.params), ("query", matcher.query), ("headers", matcher.headers), ("cookies", matcher.cookies),
    ]
    for (kind, conditions) in more where !conditions.isEmpty {
      others.append("\(kind) \(conditions.map(\.name).joined(separator: " "))")
    }
    if matcher.exactQuery != nil { others.append("exactQuery") }
    if matcher.body != nil { others.append("body") }
    if let when = matcher.states.summary { others.append(when) }
    return ((short.isEmpty ? [] : [short.joined(separator: " ")]) + others).joined(separator: ", ")
  }
}

extension Response {
  /// A summary, such as `200, application/json, 212 bytes, after 3s, when cart is empty`, or the error with which the
  /// response fails.
  package var summary: String {
    let parts = [delay?.summary, throttle?.summary, when.summary].compactMap(\.self)
    let sets = changes.sorted { $0.key < $1.key }.map { "sets \($0.key) to \($0.value)" }
    return ([outcomeSummary] + parts + sets).joined(separator: ", ")
  }

  private var outcomeSummary: String {
    guard let action else { return ownSummary }
    // Without a written body, the size isn't known.
    if builtIn?.hasBody == false, case .fixed(.reply(let reply)) = outcome {
      return "\(reply.status), \(action.summary)"
    }
    return "\(ownSummary), \(action.summary)"
  }

  private var ownSummary: String {
    if let socket { return "101, \(socket.summary)" }
    return switch outcome {
    case .fixed(let outcome): outcome.summary
    case .template(_, let fault?): "fault \(fault.rawValue)"
    case .template(let template, nil):
      ([String(template.status), template.type, template.events?.stream.summary].compactMap(\.self) + ["template"])
        .joined(separator: ", ")
    case .closure: "closure"
    }
  }
}

extension [StateCondition] {
  /// The states, such as `when cart is filled or paid`; `nil` if there are none.
  fileprivate var summary: String? {
    let states = map { "\($0.state.value) is \($0.values.map(\.value).joined(separator: " or "))" }
    return isEmpty ? nil : "when \(states.joined(separator: " and "))"
  }
}

extension ResponseOutcome<Reply> {
  fileprivate var summary: String {
    switch self {
    case .reply(let reply):
      ([String(reply.status), reply.fields[.contentType]].compactMap(\.self)
        + [reply.events?.summary ?? "\(reply.content.count) bytes"])
        .joined(separator: ", ")
    case .fault(let fault, _): "fault \(fault.rawValue)"
    case .failure(let failure): "error \(failure)"
    case .forward(let origin): "forward \(origin)"
    case .passThrough: "passthrough"
    }
  }
}

extension EventStream {
  /// The events, such as `3 events each 40ms, forever`.
  fileprivate var summary: String { Self.summary(model, count: events.count, every, times, end) }

  fileprivate static func summary(
    _ model: ModelFormat?, count: Int, _ every: Delay?, _ times: Int?, _ end: End
  ) -> String {
    var text = model?.rawValue ?? "\(count) event\(count == 1 ? "" : "s")"
    if let every = every?.time { text += " each \(every)" }
    if times == nil { text += ", forever" } else if let times, times > 1 { text += ", \(times) times" }
    switch end {
    case .close: return text
    case .open: return text + ", then open"
    case .fault(let fault, _): return text + ", then fault \(fault.rawValue)"
    }
  }
}

extension SocketScript {
  /// The messages, such as `WebSocket, 3 messages, echo`.
  fileprivate var summary: String {
    let count = entries.count
    var text = "WebSocket, \(count) message\(count == 1 ? "" : "s")"
    switch plan.otherwise {
    case .ignore: break
    case .echo: text += ", echo"
    case .close(let code): text += ", else close \(code)"
    }
    return text
  }
}

extension Spec.Stream {
  fileprivate var summary: String { EventStream.summary(format.model, count: events.count, every, times, end) }
}

extension Delay {
  /// The delay, such as `after 3s`; `nil` if there is none.
  fileprivate var summary: String? { time.map { "after \($0)" } }

  /// The time, such as `3s`; `nil` if it is zero.
  fileprivate var time: String? {
    switch self {
    case .fixed(.zero): nil
    case .fixed(let delay): DurationText.short(delay)
    case .uniform(let low, let high): "\(DurationText.short(low)) to \(DurationText.short(high))"
    case .logNormal(let median, _): "about \(DurationText.short(median))"
    }
  }
}

extension Throttle {
  /// The rate, such as `50 bytes each 50ms`.
  fileprivate var summary: String {
    "\(piece) byte\(piece == 1 ? "" : "s") each \(DurationText.short(interval))"
  }
}
