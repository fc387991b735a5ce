import MockSpecDocument

/// Formats values for explanations: quoted, truncated if they are long, and with secrets redacted.
struct ShownValues: Sendable {
  let redaction: Redaction

  /// The maximum number of characters of a value.
  static let maxLength = 120

  func quoted(_ value: String, isSecret: Bool = false) -> String {
    if isSecret { return "'\(Redaction.redacted(value))'" }
    guard let cut = Self.cut(value) else { return "'\(value)'" }
    return "'\(cut)…' (\(value.count) characters)"
  }

  /// The maximum number of values in a list.
  static let maxValues = 5

  func list(_ values: [String]) -> String {
    let shown = values.prefix(Self.maxValues).joined(separator: ", ")
    return values.isEmpty ? "none" : values.count > Self.maxValues ? shown + ", …" : shown
  }

  /// Returns a text, truncated if it is too long.
  static func shortened(_ text: String) -> String { cut(text).map { $0 + "…" } ?? text }

  /// Returns the truncated text; `nil` if it is short enough.
  private static func cut(_ text: String) -> Substring? {
    // The number of bytes is checked first, since counting the characters of a large body is slow.
    guard text.utf8.count > maxLength else { return nil }
    let cut = text.prefix(maxLength)
    return cut.endIndex == text.endIndex ? nil : cut
  }

  // MARK: - Bodies

  /// Returns a body as quoted text, or its size if it isn't text or can contain secrets.
  func body(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "an empty body" }
    let size = "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")"
    guard let text = String(validating: bytes, as: UTF8.self) else { return size + " that aren't UTF-8" }
    if redaction.mayHoldSecret(bytes) { return "text of \(size)" }
    guard let cut = Self.cut(text) else { return "'\(text)'" }
    return "'\(cut)…' (\(size))"
  }

  /// Returns a value as compact JSON, truncated if it is too long.
  func json(_ node: Node) -> String {
    var excerpt = JSONExcerpt(values: self, limit: Self.maxLength)
    excerpt.write(node)
    return excerpt.string
  }

  /// Returns a scalar as JSON. A string that can contain secrets is redacted.
  func scalar(_ node: Node) -> String { isSecret(node) ? hidden(node) : JSONScalar.text(node) }

  /// Returns whether a node is a string that can contain secrets, such as a JSON document.
  func isSecret(_ node: Node) -> Bool { node.kind == .string && redaction.mayHoldSecret(node.text) }

  /// Returns the JSON that replaces a secret value.
  func hidden(_ node: Node) -> String {
    JSONScalar.string(node.isScalar ? Redaction.redacted(node.text) : "‹redacted›")
  }

  // MARK: - Calls

  /// Returns a call's method and URL, with secrets in its query redacted.
  func line(_ call: MockCall) -> String {
    var call = call
    call.query = call.query.map { redaction.shown(query: $0) }
    let line = call.description
    return line.utf8.count > 2000 ? line.prefix(2000) + "…" : line
  }
}

/// Writes JSON on one line, truncated at a maximum length.
struct JSONExcerpt {
  private let values: ShownValues
  private let limit: Int
  private(set) var string = ""
  private var isFull = false

  init(values: ShownValues, limit: Int) {
    self.values = values
    self.limit = limit
  }

  /// Recursion is bounded by the parser's depth limit.
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
