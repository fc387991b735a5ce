import MockSpec

/// The calls of a test as text.
struct Traffic {
  /// The maximum sizes of a body and of the whole text. If there are more calls, the text has the last ones.
  private static let (bodyLimit, limit) = (4 << 10, 1 << 20)

  let text: String

  init(_ session: MockSession) {
    let calls = session.calls
    var parts: [String] = []
    var size = 0
    for call in calls.reversed() {
      let part = Self.text(of: call.redacted, since: calls[0].time)
      size += part.utf8.count
      if size > Self.limit { break }
      parts.append(part)
    }
    let (all, shown) = (session.callCount, parts.count)
    let title = (all == 1 ? "1 call" : "\(all) calls") + (shown < all ? ", the last \(shown):" : "")
    text = ([title] + parts.reversed()).joined(separator: "\n\n") + "\n"
  }

  private static func text(of record: CallRecord, since start: Duration) -> String {
    let seconds = (record.time - start) / .seconds(1)
    let milliseconds = Int((seconds * 1000).rounded())
    var lines = ["\(record.number). after \(milliseconds) ms: \(record)"]
    lines += record.fields.map { "\($0.name): \($0.value)" }
    if record.bodySize > 0 { lines += ["", body(of: record)] }
    return lines.joined(separator: "\n   ")
  }

  private static func body(of record: CallRecord) -> String {
    let size = "(a body of \(record.bodySize) bytes\(record.bodyNote.map { "; \($0)" } ?? ""))"
    guard !record.body.isEmpty, let text = String(validating: record.body, as: UTF8.self),
      !text.unicodeScalars.contains(where: {
        $0.properties.generalCategory == .control && !"\r\n\t".unicodeScalars.contains($0)
      })
    else { return size }
    let isShort = text.utf8.count <= bodyLimit
    let lines = isShort ? text + (record.bodyNote.map { "\n(\($0))" } ?? "") : "\(text.prefix(bodyLimit))… \(size)"
    return lines.replacing("\n", with: "\n   ")
  }
}
