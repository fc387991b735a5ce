import HTTPTypes
import MockSpec
import Synchronization

/// A client that waits for calls or events. Their number is limited.
final class Listener: Sendable {
  private static let limit = 256

  private let control: MockControl
  private let hasEnded = Atomic(false)

  /// - Returns: `nil` if there are too many.
  init?(_ control: MockControl) {
    self.control = control
    guard control.listeners.add(1, ordering: .relaxed).newValue <= Self.limit else { return nil }
  }

  deinit { end() }

  func end() {
    guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
    control.listeners.subtract(1, ordering: .relaxed)
  }
}

extension MockControl {
  func listener() throws(ControlProblem) -> Listener {
    if let listener = Listener(self) { return listener }
    throw ControlProblem(.busy, "too many clients wait for calls or events already")
  }

  /// Server-sent events of a session.
  func events(_ call: ControlCall) throws(ControlProblem) -> ControlOutcome {
    let limit = try call.count("limit", in: 1...Int.max)
    let timeout = try call.duration("timeout", atMost: .seconds(999_999))
    let hasBodies = try call.flag("bodies") ?? true
    var last: Int?
    if let text = call.received.fields[HTTPField.Name("Last-Event-ID")!] {
      last = text.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(text) : nil
      guard last != nil else {
        throw ControlProblem(.badRequest, "'Last-Event-ID': expected the ID of an event, found '\(text)'")
      }
    }
    let head = ControlReply(200, fields: [.contentType: "text/event-stream"])
    guard call.received.method == "GET" else { return .reply(head) }
    let listener = try listener()
    let events = ControlEvents(
      batches(of: call.session), project, after: last, limit: limit, timeout: timeout, hasBodies: hasBodies
    ) { listener.end() }
    return .stream(head, events)
  }

  /// Returns the batches that the listeners of a session share.
  func batches(of session: MockSession) -> CallBatches {
    batches.withLock { all in
      all = all.filter { $0.value.batches != nil }
      if let batches = all[ObjectIdentifier(session)]?.batches { return batches }
      let batches = CallBatches(session)
      all[ObjectIdentifier(session)] = WeakBatches(batches: batches)
      return batches
    }
  }
}
