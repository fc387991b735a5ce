import MockSpec
import MockSpecDocument

extension Node {
  /// The text of a scalar that isn't null; `nil` for others.
  var scalar: String? { isScalar && kind != .null ? text : nil }

  /// The text of a string; `nil` for others.
  var string: String? { kind == .string ? text : nil }

  /// The value of a key, unless it is null.
  func member(_ key: String) -> Node? { value(key).flatMap { $0.kind == .null ? nil : $0 } }

  /// The entries of the mapping that a key has; empty if there is none.
  func entries(_ key: String) -> [Entry] { value(key).map { Array($0.entries) } ?? [] }

  /// The elements of the sequence that a key has; empty if there is none.
  func elements(_ key: String) -> [Node] { value(key).map { Array($0.elements) } ?? [] }

  /// Whether the node is a mapping or a sequence without content.
  var isEmpty: Bool { !isScalar && entries.first { _ in true } == nil && elements.first { _ in true } == nil }

  func isTrue(_ key: String) -> Bool { value(key)?.boolValue == true }

  /// A whole number, also one that is written as text.
  var number: Int? { intValue ?? scalar.flatMap(Int.init) }

  /// The value as JSON without white space.
  var json: [UInt8] { JSONBody.bytes(self) }

  /// The value as JSON of a spec. No object may repeat a name.
  var draft: SpecDraft.JSON { SpecDraft.JSON(checked: json) }
}
