import MockSpecDiagnostics
import MockSpecDocument

/// A value, and where in a file it was written.
struct Located<Value: Sendable>: Sendable {
  var value: Value
  var range: SourceRange

  init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}

/// A key that can be inherited: not written, taken away by `null`, or set.
enum Setting<Value: Sendable>: Sendable {
  case inherited
  case removed
  case set(Value)

  var value: Value? {
    if case .set(let value) = self { value } else { nil }
  }

  /// What holds where `self` is written over `outer`.
  func over(_ outer: Setting) -> Setting {
    if case .inherited = self { outer } else { self }
  }
}

extension Setting {
  /// `nil` for a key that isn't there, or one that the schema has refused.
  init(_ node: Node?, _ decode: (Node) -> Value?) {
    guard let node else {
      self = .inherited
      return
    }
    self = node.kind == .null ? .removed : decode(node).map(Setting.set) ?? .inherited
  }
}
