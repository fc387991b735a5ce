import MockSpec

/// A JSONPath that leads to one value, as a JSON Pointer: `$.user['first.name'].tags[0]`.
struct JSONPathPointer {
  /// The names and indexes.
  private(set) var steps: [String] = []
  /// A filter at the end, such as `[?(@.age =~ /1./)]`, which applies to the value itself.
  private(set) var filter: SampledCondition?
  private(set) var hasIndex = false

  /// The names and indexes; `nil` if there is a filter.
  var plainSteps: [String]? { filter == nil ? steps : nil }

  /// - Returns: `nil` if the path can lead to several values, or has another filter.
  init?(_ text: String) {
    guard text.hasPrefix("$"), text.utf8.count <= 1000 else { return nil }
    var rest = text.dropFirst()
    while !rest.isEmpty, filter == nil {
      if let match = rest.prefixMatch(of: #/\.([A-Za-z_][A-Za-z0-9_-]*)/#) {
        steps.append(String(match.1))
        rest = rest[match.range.upperBound...]
      } else if let match = rest.prefixMatch(of: #/\['([^']*)'\]|\["([^"]*)"\]/#) {
        steps.append(String(match.1 ?? match.2 ?? ""))
        rest = rest[match.range.upperBound...]
      } else if let match = rest.prefixMatch(of: #/\[([0-9]+)\]/#) {
        steps.append(String(match.1))
        hasIndex = true
        rest = rest[match.range.upperBound...]
      } else if readFilter(rest) {
        rest = ""
      } else {
        return nil
      }
    }
  }

  /// Reads a filter on a member of the root. On an array, it would apply to its elements.
  private mutating func readFilter(_ text: Substring) -> Bool {
    guard steps.isEmpty,
      let match = text.wholeMatch(
        of: #/\[\?\(\s*@((?:\.?\['[^']*'\]|\.[A-Za-z0-9_-]+)+)\s*+(?:(==|!=|=~|>=?|<=?)\s*+(.+?))?\s*\)\]/#)
    else { return false }
    steps = match.1.matches(of: #/\['([^']*)'\]|\.([A-Za-z0-9_-]+)/#).map { String($0.1 ?? $0.2 ?? "") }
    guard let name = match.2, let operand = match.3 else {
      filter = SampledCondition(.present, .unknown)
      return true
    }
    if name == "=~" {
      guard let parts = operand.wholeMatch(of: #/\/(.*)\/(i?)/#) else { return false }
      filter = SampledCondition.matches(whole: (parts.2.isEmpty ? "" : "(?i)") + parts.1)
      return filter != nil
    }
    if let quoted = operand.wholeMatch(of: #/'([^'\\]*)'|"([^"\\]*)"/#) {
      let value = String(quoted.1 ?? quoted.2 ?? "")
      guard name == "==" || name == "!=" else { return false }
      filter = name == "==" ? .equals(value) : SampledCondition(.present.and(.not(.equals(value))), .unknown)
      return true
    }
    guard let number = Double(operand), number.isFinite else { return false }
    switch name {
    case "==": filter = .equals(String(operand))
    case ">": filter = SampledCondition(.above(number), .unknown)
    case ">=": filter = SampledCondition(.atLeast(number), .unknown)
    case "<": filter = SampledCondition(.below(number), .unknown)
    case "<=": filter = SampledCondition(.atMost(number), .unknown)
    default: return false
    }
    return true
  }
}
