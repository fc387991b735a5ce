/// A rendering of a template for JSON with sample values, without a call.
///
/// Inside the quotes of JSON, a value is a letter. Outside, it is a number if it can be one: what a call sends as a query,
/// for example, can be text or a number.
struct SampleRendering {
  /// Which sections have a value.
  struct Assignment {
    /// Whether a name outside all sections has a value.
    var outer: (String) -> Bool
    /// Whether the names inside sections have one.
    var inner: Bool
  }

  private(set) var text: [UInt8] = []
  /// The variables outside of quotes whose values are certainly text.
  private(set) var unquoted: [Template.Name] = []
  private var isInString = false

  /// - Returns: `nil` if the text is longer than `limit`.
  init?(_ template: Template, _ assignment: Assignment, limit: Int) {
    var index = 0
    /// The ends of the open sections.
    var ends: [Int] = []
    while index < template.tokens.count {
      while let end = ends.last, end <= index { ends.removeLast() }
      switch template.tokens[index] {
      case .text(let bytes): add(bytes)
      case .variable(let name, _):
        let isUnquoted = !isInString && Self.isAlwaysText(name)
        if isUnquoted { unquoted.append(name) }
        let isLetter = isInString || isUnquoted
        // JSON may be a string, whose quotes end the one around it.
        text += (isInString && name.filters.last?.filter.name == "json" ? "\"x\"" : isLetter ? "x" : "1").utf8
      case .section(let name, let isInverted, let end):
        let hasValue = ends.isEmpty ? assignment.outer(name.text) : assignment.inner
        if hasValue == isInverted {
          index = end
        } else {
          ends.append(end)
        }
      case .sectionEnd: break
      }
      guard text.count <= limit else { return nil }
      index += 1
    }
  }

  private mutating func add(_ bytes: [UInt8]) {
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = isInString
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      }
    }
    text += bytes
  }

  /// Whether a value is certainly text that isn't JSON.
  static func isAlwaysText(_ name: Template.Name) -> Bool {
    for use in name.filters.reversed() {
      switch use.filter.result {
      case .same: continue
      case .text: return true
      case .json, .unknown: return false
      }
    }
    if let use = name.generator { return use.generator.isText }
    return switch name.parts {
    case ["problem", "title"], ["problem", "detail"], ["now"], ["uuid"], ["request", "method"], ["request", "url"],
      ["request", "path"], ["request", "query"]:
      true
    default: false
    }
  }
}

extension Template {
  /// The sections outside others that are rendered if there is a value, each name once.
  var outerSections: [Name] {
    var found: [Name] = []
    var index = 0
    while index < tokens.count {
      if case .section(let name, let isInverted, let end) = tokens[index] {
        if !isInverted, !found.contains(where: { $0.text == name.text }) { found.append(name) }
        index = end
      }
      index += 1
    }
    return found
  }
}
