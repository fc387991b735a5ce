import MockSpecDocument

/// A call of the journal on one line, in the form of `CallRecord.description`: `POST /login → 503 (Login: Offline, by
/// selection)`.
struct CallLine {
  let call: Node

  /// The line with the number of the call: `7: POST /login → …`.
  var numbered: String { "\(call.count(of: "number")): \(text)" }

  var text: String {
    var text = "\(call.text(of: "method") ?? "") \(call.text(of: "url") ?? "") → \(call.text(of: "detail") ?? "")"
    if let request = call.text(of: "request"), let response = call.text(of: "response"),
      let reason = call.text(of: "reason")
    {
      text += " (\(request): \(response), by \(reason))"
    }
    guard let traffic = call.value("websocket"), traffic.kind == .mapping else { return text }
    return text + ", " + Self.summary(of: traffic)
  }

  /// The messages over the WebSocket that the call opened, each on a line of its own.
  var messages: [String] {
    (call.value("websocket")?.elements(of: "messages")).map { messages in
      messages.map { "  \($0.value("received")?.text == "true" ? "←" : "→") \($0.text(of: "content") ?? "")" }
    } ?? []
  }

  private static func summary(of traffic: Node) -> String {
    let text = "\(counted(traffic.count(of: "sent"), "message")) sent, \(traffic.count(of: "received")) received"
    guard let close = traffic.value("close"), let side = close.text(of: "by") else { return text + " until now" }
    let code = close.count(of: "code")
    return text + (code == 1006 ? ", \(side) left without a close" : ", closed by the \(side) with \(code)")
  }
}
