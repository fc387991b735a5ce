import MockSpecDocument

/// A call of the journal on one line, in the form of `CallRecord.description`: `POST /login → 503 (Login: Offline, by
/// selection)`.
struct CallLine {
  let call: Node

  var text: String {
    var text = "\(call.text(of: "method") ?? "") \(call.text(of: "url") ?? "") → \(call.text(of: "detail") ?? "")"
    if let request = call.text(of: "request"), let response = call.text(of: "response"),
      let reason = call.text(of: "reason")
    {
      text += " (\(request): \(response), by \(reason))"
    }
    return text
  }
}
