import MockSpecDocument

/// The value of a name in a template.
enum TemplateValue: Sendable {
  case text(String)
  /// The values of a name that can occur several times; never empty. The first one is rendered.
  case texts([String])
  case json(Node)
  /// A value that has members, and possibly a text.
  case group(text: String?, isEmpty: Bool)

  /// The text that `{{x}}` inserts; `nil` if the value has no text. It is empty for `null`, and JSON for a collection.
  var text: String? {
    switch self {
    case .text(let text): text
    case .texts(let texts): texts[0]
    case .group(let text, _): text
    case .json(let node):
      switch node.kind {
      case .null, .invalid: ""
      case .mapping, .sequence: String(decoding: JSONBody.bytes(node), as: UTF8.self)
      case .string, .bool, .integer, .float: node.text
      }
    }
  }

  /// The values for which `{{#x}}` is rendered; none if the value is false, null or empty.
  var items: [TemplateValue] {
    switch self {
    case .text(let text): text.isEmpty ? [] : [self]
    case .texts(let texts): texts.filter { !$0.isEmpty }.map(TemplateValue.text)
    case .group(_, let isEmpty): isEmpty ? [] : [self]
    case .json(let node):
      switch node.kind {
      case .null, .invalid: []
      case .bool: node.boolValue == true ? [self] : []
      case .string: node.text.isEmpty ? [] : [self]
      case .sequence: node.elements.map(TemplateValue.json)
      case .mapping, .integer, .float: [self]
      }
    }
  }

  /// Returns a member of an object, or an element of a list by its index.
  ///
  /// - Parameters:
  ///   - name: The member's name, or the element's index from 0.
  ///   - comparisons: Incremented by the number of keys and elements that were compared.
  func member(_ name: String, _ comparisons: inout Int) -> TemplateValue? {
    guard case .json(let node) = self else { return nil }
    guard node.kind == .sequence else { return node.value(name, &comparisons).map(TemplateValue.json) }
    guard let index = Int(name), index >= 0 else { return nil }
    var elements = node.elements
    var position = 0
    while let element = elements.next() {
      comparisons += 1
      if position == index { return .json(element) }
      position += 1
    }
    return nil
  }
}
