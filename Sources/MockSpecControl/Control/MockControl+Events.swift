import HTTPTypes
import MockSpec
import Synchronization

extension MockControl {
  /// The most listeners at a time.
  private static let listenerLimit = 256

  /// Server-sent events of a session.
  func events(_ call: ControlCall) throws(ControlProblem) -> ControlOutcome {
    let limit = try call.count("limit", in: 1...Int.max)
    let timeout = try call.duration("timeout", atMost: .seconds(999_999))
    var last: Int?
    if let text = call.request.fields[HTTPField.Name("Last-Event-ID")!] {
      last = Int(text)
      guard let last, last >= 0 else {
        throw ControlProblem(.badRequest, "'Last-Event-ID': expected the ID of an event, found '\(text)'")
      }
    }
    let head = ControlAnswer(200, fields: [.contentType: "text/event-stream"])
    guard call.request.method == "GET" else { return .answer(head) }
    guard listeners.add(1, ordering: .relaxed).newValue <= Self.listenerLimit else {
      listeners.subtract(1, ordering: .relaxed)
      throw ControlProblem(.busy, "\(Self.listenerLimit) others listen already")
    }
    let events = ControlEvents(
      call.session, project, after: last, limit: limit, timeout: timeout,
      onEnd: { [self] in
        listeners.subtract(1, ordering: .relaxed)
      })
    return .stream(head, events)
  }
}
