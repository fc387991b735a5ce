import MockSpecDiagnostics
import MockSpecDocument

/// A value with its range in a file.
struct Located<Value: Sendable>: Sendable {
  var value: Value
  var range: SourceRange

  init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}

extension Located<String> {
  /// The text as it is shown in messages.
  var excerpt: String { Excerpt.of(value) }
}

/// The value of a key that can be inherited: not written, removed with `null`, or set.
enum Setting<Value: Sendable>: Sendable {
  case inherited
  case removed
  case set(Value)

  /// The value, if one is set.
  var value: Value? {
    if case .set(let value) = self { value } else { nil }
  }

  /// Returns the setting that applies when this one overrides `outer`.
  func over(_ outer: Setting) -> Setting {
    if case .inherited = self { outer } else { self }
  }
}

extension Setting {
  /// Decodes the value of a key. It is inherited if the key is missing or the schema has rejected the value.
  ///
  /// - Parameters:
  ///   - node: The value; `nil` if the key is missing.
  ///   - decode: Returns the decoded value; `nil` if it isn't valid.
  init(_ node: Node?, _ decode: (Node) -> Value?) {
    guard let node else {
      self = .inherited
      return
    }
    self = node.kind == .null ? .removed : decode(node).map(Setting.set) ?? .inherited
  }
}
