/// What a spec says is sent over a WebSocket.
package struct SocketScript: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    /// The condition for messages that it answers; `nil` if it answers none.
    let condition: BodyMatcher?
    /// The content of its message; `nil` if it has none.
    let content: ReplyTemplate.Body?
    /// Whether it is a text message.
    let isText: Bool
  }

  /// The sub-protocols that the server speaks.
  let protocols: [String]
  private(set) var plan: SocketPlan
  /// The rest of the entries of the plan.
  private(set) var entries: [Entry] = []

  init(protocols: [String], otherwise: SocketPlan.Otherwise) {
    self.protocols = protocols
    plan = SocketPlan(otherwise: otherwise)
  }

  mutating func add(_ entry: SocketPlan.Entry, condition: BodyMatcher?, content: ReplyTemplate.Body?, isText: Bool) {
    plan.entries.append(entry)
    entries.append(Entry(condition: condition, content: content, isText: isText))
  }

  /// Returns the entry that answers a message; `nil` if none does.
  ///
  /// - Parameter message: The message as the body of a call.
  func entry(answering message: inout ParsedCall) -> Int? {
    for (index, entry) in entries.enumerated() {
      guard let condition = entry.condition else { continue }
      if condition.matches(&message, at: condition.comparesNow ? message.now : nil) { return index }
    }
    return nil
  }

  /// Returns the message of an entry.
  func message(of entry: Int, _ scope: TemplateScope) throws(TemplateFailure) -> SocketMessage {
    let entry = entries[entry]
    var rendering = TemplateRendering(scope)
    let content = try entry.content?.render(&rendering, nil) ?? []
    return SocketMessage(isText: entry.isText, content: content)
  }
}
