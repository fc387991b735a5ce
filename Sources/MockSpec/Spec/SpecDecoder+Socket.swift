import MockSpecDiagnostics
import MockSpecDocument

// Decodes `websocket`.
extension SpecDecoder {
  mutating func socket(_ node: Node) -> Spec.Socket {
    var protocols: [String] = []
    var entries: [Spec.Socket.Entry] = []
    var otherwise = SocketPlan.Otherwise.ignore
    for (key, value) in filled(node, SocketKey.self, { _ in false }) {
      switch key {
      case .protocols: protocols = value.elements.filter(\.isScalar).map(\.text)
      case .messages: entries = messages(Array(value.elements))
      case .otherwise:
        if value.text == "echo" { otherwise = .echo } else if let code = closeCode(value) { otherwise = .close(code) }
      }
    }
    return Spec.Socket(protocols: protocols, entries: entries, otherwise: otherwise)
  }

  private mutating func messages(_ nodes: [Node]) -> [Spec.Socket.Entry] {
    var entries: [Spec.Socket.Entry] = []
    var isClosed = false
    for node in nodes where node.kind == .mapping {
      let entry = message(node)
      if !entry.plan.isAnswer {
        if isClosed { diagnostics.append(Self.messageAfterClose(at: node.range)) }
        isClosed = isClosed || entry.plan.closeCode != nil
      }
      entries.append(entry)
    }
    return entries
  }

  private mutating func message(_ node: Node) -> Spec.Socket.Entry {
    var entry = Spec.Socket.Entry(range: node.range)
    for (key, value) in filled(node, SocketMessageKey.self, { _ in false }) {
      switch key {
      case .receive:
        entry.plan.isAnswer = true
        entry.receive = value.kind == .mapping ? bodyRule(value) : nil
        if let parts = value.entries.first(where: { $0.key.text == BodyMatcherKey.multipart.rawValue }) {
          diagnostics.append(Self.partsOfMessage(at: parts.key.range))
        }
      case .send:
        entry.plan.hasMessage = true
        entry.send = content(value)
      case .close: entry.plan.closeCode = closeCode(value)
      case .every:
        entry.plan.every = delay(value)
        if entry.plan.every?.isPause == false { diagnostics.append(Self.noPauseBetweenMessages(at: value.range)) }
      case .times: entry.plan.times = value.kind == .string ? nil : max(1, value.intValue ?? .max)
      case .delay: entry.plan.delay = delay(value)
      }
    }
    let keys = node.entries.map(\.key.text)
    // Unknown keys are reported, and probably meant as one of ours.
    if !keys.isEmpty, keys.allSatisfy({ $0 == SocketMessageKey.delay.rawValue || $0.hasPrefix("x-") }) {
      diagnostics.append(Self.emptyMessage(at: node.range))
    }
    return entry
  }

  private mutating func content(_ node: Node) -> Spec.Body? {
    for (key, value) in filled(node, SentMessageKey.self, { $0 == .json }) {
      switch key {
      case .json:
        refuseNumbersBeyondJSON(value)
        return .json(value)
      case .text: return text(value).map(Spec.Body.text)
      case .base64: return text(value).flatMap { Base64.decode($0.value) }.map(Spec.Body.base64)
      }
    }
    return nil
  }

  private mutating func closeCode(_ node: Node) -> Int? {
    // The schema reports other values.
    guard let code = node.intValue, 1000...4999 ~= code else { return nil }
    if SocketCloseCode.isValid(code) { return code }
    diagnostics.append(Self.badCloseCode(code, at: node.range))
    return nil
  }
}

extension SpecDecoder {
  static func badCloseCode(_ code: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "a WebSocket can't be closed with \(code)", at: range,
      help:
        "write 1000 to 1003, 1007 to 1014, or 3000 to 4999, for example: 1000 (normal), 1008 (policy) or 4001 (your own)"
    )
  }

  static func emptyMessage(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "missing-key", "expected 'send', 'close' or 'receive' in a message of 'websocket'", at: range,
      help: "a pause before a message is its 'delay'")
  }

  static func messageAfterClose(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "conflicting-keys", "this message is never sent, since the WebSocket is closed before", at: range,
      help: "move 'close' to the last message, or add 'receive' to the one with 'close'")
  }

  static func noPauseBetweenMessages(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "a message that is sent repeatedly needs a pause", at: range,
      help: "write a duration that is longer than zero, for example: every: 1s")
  }

  static func partsOfMessage(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "conflicting-keys", "'multipart' can't be combined with 'receive': a message has no Content-Type",
      at: range,
      help: "use 'json', 'text' or another condition")
  }

  static func socketWithoutGet(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "conflicting-keys", "'websocket' needs the method GET, with which WebSockets are opened", at: range,
      help: "write GET, or remove the method")
  }
}
