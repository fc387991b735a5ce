/// The variables of a collection.
struct PostmanVariables {
  var values: [String: String] = [:]
  /// How many bytes texts may still grow. Values that name each other could make them very long.
  private var budget = 16 << 20

  /// Replaces `{{name}}` by the variable's value, where it has one. A text that would become too long stays as it is.
  mutating func expand(_ text: String) -> String {
    var text = text
    // A value can name other variables; a cycle ends here.
    for _ in 0..<4 where text.contains("{{") {
      guard let next = replaced(text) else { break }
      text = next
    }
    return text
  }

  private mutating func replaced(_ text: String) -> String? {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      let value = values[String(rest[open.upperBound..<close.lowerBound])]
      budget -= value?.utf8.count ?? 0
      if budget < 0 { return nil }
      result += rest[..<open.lowerBound]
      result += value ?? String(rest[open.lowerBound..<close.upperBound])
      rest = rest[close.upperBound...]
    }
    return result + rest
  }
}
