/// What a request has under one name.
struct FoundValues: Sendable {
  var texts: [String] = []
  /// Values that aren't text: they are there, and no operator on text holds for them. In words, such as `an object`.
  var others: [String] = []

  var isEmpty: Bool { texts.isEmpty && others.isEmpty }

  /// For explanations: `'a', an object`.
  var description: String {
    isEmpty ? "none" : (texts.map { "'\(Self.shortened($0))'" } + others).joined(separator: ", ")
  }

  /// A part of a multipart body may be as long as the body.
  private static func shortened(_ text: String) -> String {
    let start = text.prefix(100)
    return start.endIndex == text.endIndex ? text : String(start) + "…"
  }
}

extension Condition {
  func mismatch(_ kind: String, _ values: FoundValues) -> Mismatch? {
    guard let failed = matchers.first(where: { !$0.matches(values) }) else { return nil }
    return Mismatch(
      "\(kind) '\(name)': expected \(failed.expectation), found \(values.description)", at: failed.range)
  }
}
