import MockSpec
import MockSpecDocument

/// The conditions of a stub on the URL.
struct WireMockURL {
  private(set) var matches = [MatchDraft()]
  private(set) var sample = SampleCall()

  /// - Returns: `nil` if the stub isn't imported. The reason is reported.
  init?(_ request: Node, _ losses: inout LossList) {
    guard
      let (key, value) = ImportFormat.stubKeys.lazy.compactMap({ key in request.member(key).map { (key, $0) } }).first
    else {
      return
    }
    guard let text = value.string else {
      losses.refuse("'\(key)' isn't a text", at: value)
      return nil
    }
    let (path, query) = Self.split(text, isPattern: key == "urlPattern")
    switch key {
    case "url":
      matches[0].path = .set(URLText.path(path))
      sample.path = path.isEmpty ? "/" : path
      set(query.map(QueryText.pairs) ?? [])
    case "urlPath":
      matches[0].path = .set(URLText.path(text))
      sample.path = text.isEmpty ? "/" : text
    case "urlPathTemplate":
      guard readTemplate(text) else {
        losses.refuse("the template has a variable in a part of a segment", at: value)
        return nil
      }
    default:
      guard let paths = RegexPath(path) else {
        losses.refuse("the pattern can't be written as a path with conditions on its segments", at: value)
        return nil
      }
      matches = paths.parts.map { MatchDraft(path: .set($0.path), params: $0.params) }
      if let path = paths.parts[0].sample { sample.path = path } else { sample.isComplete = false }
      if let difference = paths.difference { losses.approximate(difference, at: value) }
      if key == "urlPattern", !readQuery(query, of: path) {
        losses.approximate(
          "the pattern of the query can't be written as conditions on its values, and is left out", at: value)
      }
    }
  }

  /// Sets the query that a call must have, and no other.
  private mutating func set(_ pairs: [(name: String, value: String)]) {
    matches.change { match in
      match.query.add(pairs.map { ($0.name, [.equals($0.value)]) })
      match.exactQuery = .set(true)
    }
    sample.query = pairs
  }

  private mutating func readTemplate(_ text: String) -> Bool {
    let segments = text.split(separator: "/", omittingEmptySubsequences: false)
    let isVariable = { (text: Substring) in text.wholeMatch(of: #/\{[^{]+\}/#) != nil }
    guard segments.allSatisfy({ isVariable($0) || !$0.contains { "{}".contains($0) } }) else { return false }
    let path = segments.map { isVariable($0) ? String($0) : URLText.segment($0) }
    matches[0].path = .set(path.joined(separator: "/"))
    sample.path = segments.map { isVariable($0) ? "1" : String($0) }.joined(separator: "/")
    return true
  }

  /// Reads the part of `urlPattern` after the question mark.
  private mutating func readQuery(_ query: String?, of path: String) -> Bool {
    guard let query else {
      // A pattern that ends in anything matches any query.
      if !path.hasSuffix(".*") && !path.hasSuffix(".+") { matches.change { $0.exactQuery = .set(true) } }
      return true
    }
    if query == ".*" { return true }
    if query.utf8.count > RegexPath.lengthLimit { return false }
    var conditions: [ConditionDraft] = []
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = RegexPath.literal(String(parts[0])),
        let value = SampledCondition.matches(whole: String(parts[1]))
      else { return false }
      conditions.add([(PercentText.decode(name), [value.condition])])
      sample.add(PercentText.decode(name), value.sample, to: \.query)
    }
    let isExact = !query.hasSuffix(".*")
    matches.change { match in
      match.query = conditions
      if isExact { match.exactQuery = .set(true) }
    }
    return true
  }

  // MARK: - Text

  /// Splits a URL or a pattern at its question mark, which is escaped in a pattern.
  private static func split(_ text: String, isPattern: Bool) -> (path: String, query: String?) {
    guard let mark = text.firstRange(of: isPattern ? "\\?" : "?") else { return (text, nil) }
    return (String(text[..<mark.lowerBound]), String(text[mark.upperBound...]))
  }
}
