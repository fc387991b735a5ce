import MockSpecDocument

/// Values as they stand in an explanation: in quotes, cut where they are long, and never with a secret.
struct ShownValues: Sendable {
  let redaction: Redaction

  static let longestText = 120

  func quoted(_ value: String, isSecret: Bool = false) -> String {
    if isSecret { return "'\(Redaction.redacted(value))'" }
    guard let cut = Self.cut(value) else { return "'\(value)'" }
    return "'\(cut)…' (\(value.count) characters)"
  }

  func list(_ values: [String]) -> String {
    let shown = values.prefix(5).joined(separator: ", ")
    return values.isEmpty ? "none" : values.count > 5 ? shown + ", …" : shown
  }

  /// The value, or as much of it as is shown.
  static func shortened(_ text: String) -> String { cut(text).map { $0 + "…" } ?? text }

  /// `nil` if it is short enough.
  private static func cut(_ text: String) -> Substring? {
    // Asked of the bytes first, since counting a body's characters takes long.
    guard text.utf8.count > longestText else { return nil }
    let cut = text.prefix(longestText)
    return cut.endIndex == text.endIndex ? nil : cut
  }

  // MARK: - Bodies

  func body(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "an empty body" }
    let size = "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")"
    guard let text = String(validating: bytes, as: UTF8.self) else { return size + " that aren't UTF-8" }
    if redaction.mayHoldSecret(bytes) { return "text of \(size)" }
    guard let cut = Self.cut(text) else { return "'\(text)'" }
    return "'\(cut)…' (\(size))"
  }

  /// Compact, and cut.
  func json(_ node: Node) -> String {
    var excerpt = JSONExcerpt(values: self, limit: Self.longestText)
    excerpt.write(node)
    return excerpt.string
  }

  /// A scalar as JSON; also a text may hold secrets, if it is a document of its own.
  func scalar(_ node: Node) -> String { isSecret(node) ? hidden(node) : JSONScalar.text(node) }

  func isSecret(_ node: Node) -> Bool { node.kind == .string && redaction.mayHoldSecret(node.text) }

  /// JSON in place of a secret.
  func hidden(_ node: Node) -> String {
    JSONScalar.string(node.isScalar ? Redaction.redacted(node.text) : "‹redacted›")
  }

  // MARK: - Targets

  /// The request's line with the secrets of its query hidden.
  func line(_ request: MockRequest) -> String {
    var request = request
    request.query = request.query.map { redaction.shown(query: $0) }
    let line = request.description
    return line.utf8.count > 2000 ? line.prefix(2000) + "…" : line
  }
}

/// JSON on one line, up to a length, with `…` for the rest.
struct JSONExcerpt {
  private let values: ShownValues
  private let limit: Int
  private(set) var string = ""
  private var isFull = false

  init(values: ShownValues, limit: Int) {
    self.values = values
    self.limit = limit
  }

  /// Recursion is bounded by the depth limit that the document was parsed with.
  mutating func write(_ node: Node) {
    switch node.kind {
    case .mapping:
      add("{")
      var isFirst = true
      for (key, value) in node.entries {
        guard !isFull else { return }
        if !isFirst { add(",") }
        isFirst = false
        add(JSONScalar.string(key.text) + ":")
        if values.redaction.isSecret(key.text) { add(values.hidden(value)) } else { write(value) }
      }
      add("}")
    case .sequence:
      add("[")
      var isFirst = true
      for element in node.elements {
        guard !isFull else { return }
        if !isFirst { add(",") }
        isFirst = false
        write(element)
      }
      add("]")
    case .string, .bool, .integer, .float, .null, .invalid: add(values.scalar(node))
    }
  }

  private mutating func add(_ piece: String) {
    guard !isFull else { return }
    string += piece
    guard string.utf8.count > limit, string.count > limit else { return }
    string = string.prefix(limit) + "…"
    isFull = true
  }
}
