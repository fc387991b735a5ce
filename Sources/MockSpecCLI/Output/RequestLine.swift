import MockSpecDocument

/// A request of a running server, as the control API describes it.
struct RequestLine {
  let request: Node

  var name: String { request.text(of: "name") ?? "" }
  var match: String { request.text(of: "match") ?? "" }

  /// The response of the next call and the reason, such as `→ Offline [selection]`.
  var next: String {
    let disabled = request.value("enabled")?.boolValue == false ? "  [disabled]" : ""
    guard let next = request.value("next"), let response = next.text(of: "response") else {
      // Its sequence has ended, or none is for the present states.
      let selected = request.text(of: "selected").map {
        "; '\($0)' is selected, and answers when the request matches again"
      }
      return "no response now\(selected ?? "")" + disabled
    }
    var reason = next.text(of: "reason") ?? ""
    if let step = next.value("step"), step.kind == .mapping {
      reason += ", \(step.count(of: "number")) of \(step.count(of: "count"))"
    }
    return "→ \(response)  [\(reason)]" + disabled
  }

  /// `Login → Offline  [selection]`
  var text: String { "\(name) \(next)" }
}
