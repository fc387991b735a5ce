import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// The conditions of a stub on the body.
struct WireMockBody {
  private(set) var draft: BodyDraft?
  /// A body that meets them; `nil` if none is known.
  private(set) var sample: [UInt8]? = []

  /// The maximum number of conditions, each of which is compared with the others.
  private static let limit = 100

  init(_ patterns: Node, _ losses: inout LossList) {
    for (number, pattern) in patterns.elements.enumerated() {
      if number == Self.limit {
        losses.approximate(
          "at most \(Self.limit) conditions on a body are supported, so the others are left out", at: pattern)
        sample = nil
        break
      }
      let read = Self.read(pattern, &losses)
      guard let read, let known = draft else {
        (draft, sample) = (draft ?? read?.draft, sample == nil ? nil : read?.sample)
        continue
      }
      sample = nil
      do throws(BodyDraft.Conflict) {
        draft = try known.joined(with: read.draft)
      } catch {
        losses.approximate(error.rawValue, at: pattern)
      }
    }
  }

  private static func read(_ pattern: Node, _ losses: inout LossList) -> (draft: BodyDraft, sample: [UInt8]?)? {
    if let json = pattern.member("equalToJson") { return equality(json, pattern, &losses) }
    if let path = pattern.member("matchesJsonPath") { return pointer(path, &losses) }
    if let schema = pattern.member("matchesJsonSchema") {
      guard let root = parsed(schema) else {
        losses.approximate("the JSON Schema isn't JSON, so this condition is left out", at: schema)
        return nil
      }
      return (.schema(root.draft), nil)
    }
    if let bytes = pattern.member("binaryEqualTo")?.string.flatMap(Base64.decode) {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        losses.approximate("a condition on a binary body isn't supported, and is left out", at: pattern)
        return nil
      }
      return (.text(.equals(text)), bytes)
    }
    guard let condition = WireMockValue.condition(pattern, &losses) else { return nil }
    switch condition.sample {
    case .value(let text): return (.text(condition.condition), Array(text.utf8))
    case .none: return (.text(condition.condition), [])
    case .unknown: return (.text(condition.condition), nil)
    }
  }

  /// JSON that is written as itself or in a string.
  private static func parsed(_ node: Node) -> Node? {
    guard let text = node.string else { return node }
    return DocumentParser.parseJSON(Array(text.utf8))?.root
  }

  // MARK: - JSON

  private static func equality(
    _ json: Node, _ pattern: Node, _ losses: inout LossList
  ) -> (draft: BodyDraft, sample: [UInt8]?)? {
    guard let root = parsed(json), let draft = SpecDraft.JSON(root.json) else {
      losses.approximate("the JSON isn't valid, so this condition is left out", at: json)
      return nil
    }
    let isOpen = pattern.isTrue("ignoreExtraElements")
    if pattern.isTrue("ignoreArrayOrder"),
      root.subtree.contains(where: { $0.kind == .sequence && $0.elements.count(where: { _ in true }) > 1 })
    {
      losses.approximate("'ignoreArrayOrder' isn't supported: arrays must have this order", at: json)
    }
    if isOpen, root.subtree.contains(where: { $0.kind == .sequence }) {
      // The same in both: WireMock allows more elements only at the end.
      losses.approximate(
        "arrays must have exactly these elements, although 'ignoreExtraElements' allows more", at: json)
    }
    guard root.subtree.contains(where: { $0.string?.contains("${json-unit.") == true }) else {
      return (isOpen ? .json(draft) : .jsonEquals(draft), draft.bytes)
    }
    var text = JSONText()
    writeSchema(root, isOpen: isOpen, to: &text)
    return (.schema(SpecDraft.JSON(checked: text.bytes)), nil)
  }

  /// Writes a schema for JSON with placeholders of JsonUnit.
  private static func writeSchema(_ node: Node, isOpen: Bool, to text: inout JSONText) {
    switch node.kind {
    case .mapping:
      text.object { text in
        text.member("type", "object")
        text.member(
          "required", node.entries.filter { $0.value.string != "${json-unit.ignore-element}" }.map(\.key.text))
        text.key("properties")
        text.object { text in
          for (key, value) in node.entries {
            text.key(key.text)
            writeSchema(value, isOpen: isOpen, to: &text)
          }
        }
        if !isOpen { text.member("additionalProperties", false) }
      }
    case .sequence:
      let elements = Array(node.elements)
      text.object { text in
        text.member("type", "array")
        text.member("minItems", elements.count)
        text.member("maxItems", elements.count)
        if elements.isEmpty { return }
        text.key("prefixItems")
        text.raw("[")
        for element in elements {
          text.separate()
          writeSchema(element, isOpen: isOpen, to: &text)
        }
        text.raw("]")
      }
    case .string where node.text.hasPrefix("${json-unit."):
      let name = node.text.dropFirst("${json-unit.".count)
      let types = ["any-string}": "string", "any-number}": "number", "any-boolean}": "boolean"]
      if let type = types[String(name)] {
        text.object { $0.member("type", type) }
      } else if name.hasPrefix("regex}") {
        text.object { text in
          text.member("type", "string")
          text.member("pattern", "^(?:\(name.dropFirst("regex}".count)))$")
        }
      } else {
        text.raw("true")
      }
    default:
      text.object { text in
        text.key("const")
        text.raw(node.json)
      }
    }
  }

  private static func pointer(_ path: Node, _ losses: inout LossList) -> (draft: BodyDraft, sample: [UInt8]?)? {
    let expression = path.string ?? path.value("expression")?.string ?? ""
    let pointer = JSONPathPointer(expression)
    guard pointer != nil || BodyDraft.isPath(expression) else {
      losses.approximate("the JSONPath isn't supported, so this condition is left out", at: path)
      return nil
    }
    var condition = pointer?.filter ?? SampledCondition(.present, .value("a"))
    if path.entries.contains(where: { !WireMockValue.options.contains($0.key.text) }) {
      if let json = path.value("equalToJson") {
        if let value = Self.parsed(json), value.isScalar {
          condition = .equals(value.text)
        } else {
          losses.approximate("a value that is an object or an array is only required to be there", at: json)
          condition = SampledCondition(.present, .unknown)
        }
      } else {
        guard let own = WireMockValue.condition(path, &losses) else { return nil }
        condition = own
      }
    }
    guard let pointer else {
      losses.approximate("the JSONPath can lead to several values, of which one must meet the condition", at: path)
      return (.paths([ConditionDraft(name: expression, conditions: .set([condition.condition]))]), nil)
    }
    var sample: [UInt8]?
    if case .value(let text) = condition.sample, !pointer.hasIndex {
      var json = JSONText()
      json.string(text)
      var bytes = json.bytes
      for step in pointer.steps.reversed() {
        var outer = JSONText()
        outer.object { text in
          text.key(step)
          text.raw(bytes)
        }
        bytes = outer.bytes
      }
      sample = bytes
    }
    return (.pointer(pointer.steps, condition.condition), sample)
  }
}
