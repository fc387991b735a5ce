import MockSpecSchema

extension ValueMatcher {
  /// A canonical description; equal for equivalent matchers.
  var identity: String {
    var parts = conditions.map { condition in
      switch condition {
      case .equals(let text): "equals \(text.debugDescription)"
      case .contains(let text): "contains \(text.debugDescription)"
      case .startsWith(let text): "startsWith \(text.debugDescription)"
      case .endsWith(let text): "endsWith \(text.debugDescription)"
      case .oneOf(let texts): "oneOf \(texts)"
      case .matches(let expression): "matches \(expression.pattern.debugDescription)"
      }
    }
    if ignoresCase { parts.append("ignoreCase") }
    if let presence { parts.append("present \(presence)") }
    parts += not.map { "not (\($0.identity))" }
    return parts.joined(separator: ", ")
  }
}
