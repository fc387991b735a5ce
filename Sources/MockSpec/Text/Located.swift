import MockSpecDiagnostics
import MockSpecDocument

/// A part of a content that isn't compared, such as its place in a file. With it, equality and hashes of the content are made
/// by the compiler, so that they can't leave out anything else.
@propertyWrapper struct Uncompared<Value: Sendable>: Sendable, Hashable {
  var wrappedValue: Value

  static func == (left: Self, right: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// A value with its range in a file.
struct Located<Value: Sendable>: Sendable {
  var value: Value
  @Uncompared var range: SourceRange

  init(_ value: Value, at range: SourceRange) {
    self.value = value
    _range = Uncompared(wrappedValue: range)
  }
}

extension Located: Equatable where Value: Equatable {}

extension Located<String> {
  /// The text, shortened for messages.
  var excerpt: String { Excerpt.of(value) }
}

/// The value of a key that can be inherited: not written, removed with `null`, or set.
package enum Setting<Value: Sendable>: Sendable {
  case inherited
  case removed
  case set(Value)

  /// The value, if one is set.
  package var value: Value? {
    if case .set(let value) = self { value } else { nil }
  }

  /// Returns the setting that applies when this one overrides `outer`.
  func over(_ outer: Setting) -> Setting {
    if case .inherited = self { outer } else { self }
  }
}

extension Setting: Equatable where Value: Equatable {}
extension Setting: Hashable where Value: Hashable {}

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
