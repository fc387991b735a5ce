import MockSpec
import MockSpecSchema

/// An endpoint of Mockoon, such as `users/:id(\d+)/files/*`, as paths of a spec.
struct MockoonPath {
  private(set) var alternatives: [RegexPath.Part] = [RegexPath.Part()]

  /// The names of the captured segments of all alternatives.
  var captures: Set<String> {
    let names = alternatives.map {
      Set($0.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) })
    }
    return names.dropFirst().reduce(names[0]) { $0.intersection($1) }
  }

  init?(prefix: String, endpoint: String) {
    let text = [prefix, endpoint].map { $0.split(separator: "/", omittingEmptySubsequences: false).drop { $0.isEmpty } }
      .filter { !$0.isEmpty }.map { $0.joined(separator: "/") }.joined(separator: "/")
    if text.utf8.count > RegexPath.lengthLimit { return nil }
    for segment in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard add(segment) else { return nil }
    }
    for index in alternatives.indices where alternatives[index].path.isEmpty {
      alternatives[index].path = "/"
      alternatives[index].sample = "/"
    }
  }

  private mutating func append(_ segment: String, _ sample: String?, _ param: ConditionDraft? = nil) {
    for index in alternatives.indices {
      alternatives[index].append(segment, sample, param)
    }
  }

  private mutating func add(_ segment: Substring) -> Bool {
    if segment == "*" || segment == "(.*)" {
      if alternatives[0].path.contains("**") { append("*", "a") } else { append("**", "a") }
      return true
    }
    guard let match = segment.wholeMatch(of: #/([^:(*?+]*):([A-Za-z0-9_]+)(?:\((.+)\))?(\?)?([^:(*?+]*)/#) else {
      if segment.contains(where: { "*(+?:".contains($0) }) { return pattern(segment) }
      append(URLText.segment(segment), String(segment))
      return true
    }
    let name = match.2.first?.isNumber == true ? "p\(match.2)" : String(match.2)
    if alternatives.contains(where: { $0.path.contains("{\(name)}") }) { return false }
    let before = alternatives
    if match.1.isEmpty, match.5.isEmpty, match.3 == nil {
      append("{\(name)}", "1")
    } else {
      let inner = match.3.map { "(?:\($0))" } ?? ".+"
      guard
        let condition = SampledCondition.search("^\(RegexPath.escaped(match.1))\(inner)\(RegexPath.escaped(match.5))$")
      else {
        return false
      }
      var sample = match.3 == nil ? "\(match.1)1\(match.5)" : nil
      if sample == nil, case .value(let text) = condition.sample { sample = text }
      append("{\(name)}", sample, ConditionDraft(name: name, conditions: .set([condition.condition])))
    }
    if match.4 != nil { alternatives += before }
    return alternatives.count <= RegexPath.alternativeLimit
  }

  /// Adds a segment with another pattern, in which a star matches any text.
  private mutating func pattern(_ segment: Substring) -> Bool {
    var name = "p\(alternatives[0].params.count + 1)"
    var segment = segment
    if segment.contains(":") {
      // Several parameters in one segment, of which the first one is captured.
      guard !segment.contains(where: { "(+?".contains($0) }),
        let first = segment.firstMatch(of: #/:([A-Za-z_][A-Za-z0-9_]*)/#)
      else { return false }
      name = String(first.1)
      if alternatives.contains(where: { $0.path.contains("{\(name)}") }) { return false }
      segment = String(segment).replacing(#/:[A-Za-z0-9_]+/#, with: "*")[...]
    }
    let pattern = segment.reduce(into: "") { $0 += $1 == "*" ? ".*" : $1 == "." ? "\\." : String($1) }
    guard let condition = SampledCondition.search("^\(pattern)$") else { return false }
    append(
      "{\(name)}", segment.contains("(") ? nil : String(segment).replacing("*", with: "a"),
      ConditionDraft(name: name, conditions: .set([condition.condition])))
    return true
  }
}
