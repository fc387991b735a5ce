/// A few JSONPaths, evaluated by hand.
enum JSONPathModel: String, CaseIterable {
  case member = "$.a"
  case children = "$.*"
  case descendants = "$..b"
  case last = "$[-1]"
  case filtered = "$[?@.a || @ == 1]"
  case longer = "$.a[?length(@) > 1, 0]"

  /// Returns the values that a path selects. What isn't a scalar has a text that no operator of a model matches.
  static func values(_ path: String, in root: JSONModel) -> [String] {
    guard let path = JSONPathModel(rawValue: path) else { return [] }
    return path.nodes(in: root).map { node in
      switch node {
      case .object, .array: "\u{1}"
      case .string(let text): text
      case .null, .bool, .number: node.text
      }
    }
  }

  private func nodes(in root: JSONModel) -> [JSONModel] {
    switch self {
    case .member: root.members("a")
    case .children: root.children
    case .descendants: root.subtree.flatMap { $0.members("b") }
    case .last: root.elements.suffix(1)
    case .filtered: root.children.filter { !$0.members("a").isEmpty || $0 == .number(1) }
    case .longer: root.members("a").flatMap { node in node.children.filter { $0.length > 1 } + node.elements.prefix(1) }
    }
  }
}

extension JSONModel {
  fileprivate var elements: [JSONModel] { if case .array(let elements) = self { elements } else { [] } }

  fileprivate var children: [JSONModel] {
    if case .object(let entries) = self { entries.map(\.value) } else { elements }
  }

  /// The value and its descendants, in document order.
  fileprivate var subtree: [JSONModel] { [self] + children.flatMap(\.subtree) }

  fileprivate var length: Int { if case .string(let text) = self { text.unicodeScalars.count } else { children.count } }

  fileprivate func members(_ name: String) -> [JSONModel] {
    guard case .object(let entries) = self else { return [] }
    return entries.filter { $0.key == name }.map(\.value)
  }
}
