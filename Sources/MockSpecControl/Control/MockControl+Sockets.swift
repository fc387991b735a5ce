import MockSpec
import MockSpecDiagnostics

// The open WebSockets.
extension ControlCall {
  /// The open WebSockets of the session.
  func sockets() -> ControlOutcome {
    .reply(
      .json { json in
        json.member("sockets", session.sockets.all.sorted { $0.number < $1.number }) { json, socket in
          json.member("id", socket.number)
          json.member("request", socket.requestName)
          json.member("response", socket.responseName)
          json.member("path", socket.path)
          json.member("protocol", socket.subprotocol)
          json.member("since", Timestamp.text(socket.since))
        }
      })
  }

  /// Sends a message over one of them.
  func sendMessage() throws(ControlProblem) -> ControlOutcome {
    let message = try sentMessage()
    guard let socket = session.sockets.all.first(where: { "\($0.number)" == name }) else { throw notOpen }
    do throws(RunningSocket.Refusal) {
      try socket.send(message)
    } catch {
      switch error {
      case .notOpen: throw notOpen
      case .full: throw ControlProblem(.busy, "the client doesn't receive the messages that were sent before")
      }
    }
    return .reply(.done)
  }

  private var notOpen: ControlProblem {
    ControlProblem(
      .unknownName, "no open WebSocket has the ID '\(name)'; GET /\(MockControl.prefix)/sockets lists them")
  }

  private func sentMessage() throws(ControlProblem) -> SocketMessage {
    let names = ["text", "json", "base64"]
    let body = try ControlBody(received, names: names)
    guard names.count(where: { body[$0] != nil }) == 1 else {
      throw ControlProblem(.badRequest, "expected one of 'text', 'json' and 'base64'")
    }
    if let json = body.json("json") { return SocketMessage(text: String(decoding: json, as: UTF8.self)) }
    if let text = try body.optionalText("text") { return SocketMessage(text: text) }
    guard let bytes = Base64.decode(try body.text("base64")) else {
      throw ControlProblem(.badRequest, "'base64' isn't base64 with padding")
    }
    return SocketMessage(bytes: bytes)
  }
}

extension JSONText {
  /// Writes the messages over the WebSocket that a call opened.
  ///
  /// - Parameter hasMessages: Whether their contents are written, or `null` in their place.
  mutating func write(trafficOf record: CallRecord, hasMessages: Bool) {
    guard let traffic = record.socketTraffic else { return null("websocket") }
    member("websocket") { json in
      json.member("sent", traffic.sent)
      json.member("received", traffic.received)
      if hasMessages {
        json.member("messages", traffic.messages) { json, message in
          let text = String(validating: message.message.content, as: UTF8.self)
          json.member("received", message.isReceived)
          json.member("time", Timestamp.text(message.time))
          json.member("isText", message.message.isText)
          json.member("content", text ?? Base64.encode(message.message.content))
          json.member("contentIsBase64", text == nil)
          json.member("size", message.size)
        }
      } else {
        json.null("messages")
      }
      guard let close = traffic.close else { return json.null("close") }
      json.member("close") { json in
        json.member("code", close.code)
        json.member("by", close.side.rawValue)
        json.member("reason", close.reason)
      }
    }
  }
}
