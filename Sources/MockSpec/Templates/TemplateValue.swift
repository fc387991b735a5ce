import MockSpecDiagnostics
import MockSpecDocument

/// The value of a name in a template.
enum TemplateValue: Sendable {
  case text(String)
  /// The values of a name that can occur several times; never empty. The first one is rendered.
  case texts([String])
  case json(Node)
  /// A number, `true` or `false`, as JSON.
  case literal(String)
  /// A part of a list.
  case list([TemplateValue])
  /// An item of a collection.
  case item(Item)
  /// A value that has members, and possibly a text.
  case group(text: String?, isEmpty: Bool)

  /// The text that `{{x}}` inserts; `nil` if the value has no text. It is empty for `null`, and JSON for a collection.
  var text: String? {
    switch self {
    case .text(let text), .literal(let text): text
    case .texts(let texts): texts[0]
    case .group(let text, _): text
    case .list, .item: json
    case .json(let node):
      switch node.kind {
      case .null, .invalid: ""
      case .mapping, .sequence: String(decoding: JSONBody.bytes(node), as: UTF8.self)
      case .string, .bool, .integer, .float: node.text
      }
    }
  }

  /// The value as JSON; `nil` if it has no text.
  var json: String? {
    switch self {
    case .literal(let text): return text
    case .json(let node): return String(decoding: JSONBody.bytes(node), as: UTF8.self)
    case .text, .texts, .group:
      var json = JSONText()
      guard let text else { return nil }
      json.string(text)
      return json.string
    case .item(let item): return String(decoding: item.json, as: UTF8.self)
    case .list(let items):
      var json = [UInt8(ascii: "[")]
      json.reserveCapacity(size + items.count + 2)
      for item in items {
        let start = json.count
        if start > 1 { json.append(UInt8(ascii: ",")) }
        if case .item(let item) = item {
          json += item.json
        } else if let text = item.json {
          json += text.utf8
        } else {
          json.removeLast(json.count - start)
        }
      }
      json.append(UInt8(ascii: "]"))
      return String(decoding: json, as: UTF8.self)
    }
  }

  /// Whether the value is null or an empty text.
  var isBlank: Bool {
    if case .json(let node) = self { return node.kind == .null || node.kind == .string && node.text.isEmpty }
    return text == ""
  }

  /// The approximate size in bytes.
  var size: Int {
    switch self {
    case .text(let text), .literal(let text): text.utf8.count
    case .texts(let texts): texts.reduce(0) { $0 + $1.utf8.count }
    case .group(let text, _): text?.utf8.count ?? 0
    case .json(let node): node.range.bytes.count
    case .list(let items): items.reduce(0) { $0 + $1.size }
    case .item(let item): item.json.count
    }
  }

  /// The value with its members at hand: an item is parsed. The result is `nil` if that is too large.
  var opened: TemplateValue? {
    guard case .item(let item) = self else { return self }
    return DocumentParser.parseJSON(item.json, limits: .items).map { .json($0.root) }
  }

  /// The values for which `{{#x}}` is rendered; none if the value is false, null or empty.
  var items: [TemplateValue] {
    switch self {
    case .text(let text): text.isEmpty ? [] : [self]
    case .texts(let texts): texts.filter { !$0.isEmpty }.map(TemplateValue.text)
    case .literal(let text): text == "false" ? [] : [self]
    case .list(let items): items
    case .item: [self]
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
    if case .list(let items) = self { return Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil } }
    guard case .json(let node) = opened else { return nil }
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
