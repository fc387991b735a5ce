import MockSpecDocument

/// What a name in a template stands for.
enum TemplateValue: Sendable {
  case text(String)
  /// Those of a name that may be given several times; never empty. The first one stands for all in the text.
  case texts([String])
  case json(Node)
  /// Something with names of its own; its text, if it has one.
  case group(text: String?, isEmpty: Bool)

  /// What `{{x}}` puts into the text; `nil` if it has no text. JSON's null is empty, and a collection is JSON again.
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

  /// What `{{#x}}` is rendered for, once each; nothing if it is false, null, or empty.
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

  /// A member of an object, or of a list by its number from 0.
  ///
  /// - Parameter looks: Counts the keys or elements that were looked at.
  func member(_ name: String, _ looks: inout Int) -> TemplateValue? {
    guard case .json(let node) = self else { return nil }
    guard node.kind == .sequence else { return node.value(name, &looks).map(TemplateValue.json) }
    guard let index = Int(name), index >= 0 else { return nil }
    var elements = node.elements
    var position = 0
    while let element = elements.next() {
      looks += 1
      if position == index { return .json(element) }
      position += 1
    }
    return nil
  }
}
