import MockSpec

/// A regular expression for a path, as paths of a spec: `/users/[0-9]+/.*` is `/users/{p1}/**` with a condition on `p1`.
struct RegexPath {
  struct Part {
    var path = ""
    var params: [ConditionDraft] = []
    /// A path that matches; `nil` if none is known.
    var sample: String? = ""

    /// - Parameter sample: A segment that matches; `nil` if none is known.
    mutating func append(_ segment: String, _ sample: String?, _ param: ConditionDraft? = nil) {
      path += "/" + segment
      self.sample = sample.flatMap { sample in self.sample.map { $0 + "/" + sample } }
      if let param { params.append(param) }
    }
  }

  /// The alternatives, at least one.
  private(set) var parts: [Part] = []
  /// How the paths differ from the pattern; `nil` if they don't.
  private(set) var difference: String?

  static let alternativeLimit = 8
  /// The maximum length of a pattern, since alternatives are read repeatedly.
  static let lengthLimit = 2000

  /// - Parameter pattern: The expression, which matches the whole path.
  /// - Returns: `nil` if paths of a spec can't say it.
  init?(_ pattern: String) {
    guard pattern.utf8.count <= Self.lengthLimit else { return nil }
    let all = Self.alternatives(of: pattern).map { Self.expanded(Self.withoutAnchors($0)) }
    let alternatives = all.compactMap(\.self).flatMap(\.self)
    guard !all.contains(nil), 1...Self.alternativeLimit ~= alternatives.count else { return nil }
    for alternative in alternatives {
      guard let part = part(alternative) else { return nil }
      parts.append(part)
    }
  }

  private mutating func part(_ pattern: String) -> Part? {
    if pattern == ".*" || pattern == ".+" || pattern == "/.*" { return Part(path: "/**", sample: "/a") }
    guard pattern.hasPrefix("/"), let segments = Self.split(pattern.dropFirst()) else { return nil }
    var part = Part()
    var hasRest = false
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      if let literal = Self.literal(segment) {
        // The pattern is compared with the path as it is sent, so it is encoded already.
        part.append(PercentText.encode(segment: PercentText.decode(literal.utf8)), literal)
        continue
      }
      let name = "p\(part.path.count { $0 == "{" } + 1)"
      switch segment {
      case "[^/]+", "[^/]*", "[^\\/]+", "([^/]+)", "([^/]*)", "[^/?]+", "[^/?]*", "[^/]{1,}":
        part.append("{\(name)}", "1")
        continue
      case ".+" where !hasRest, "(.+)" where !hasRest, ".*" where !hasRest, "(.*)" where !hasRest:
        hasRest = true
        if isLast, segment.contains("*") {
          difference = "the path without '\(segment)' matches, too"
          part.append("**", "a")
        } else {
          part.append("*", "a")
          part.path += "/**"
        }
        continue
      case ".+", "(.+)", ".*", "(.*)":
        difference = "'\(segment)' matches one segment only"
        part.append("{\(name)}", "1")
        continue
      default: break
      }
      // A slash in a class.
      if segment.replacing("[^/", with: "").contains("/") { return nil }
      guard let condition = SampledCondition.matches(whole: segment) else { return nil }
      if segment.dropLast().contains(".*") || segment.dropLast().contains(".+") {
        difference = "'\(segment)' matches one segment only"
      }
      var sample: String?
      if case .value(let text) = condition.sample { sample = text }
      if isLast, !hasRest, segment.hasSuffix(".*") || segment.hasSuffix(".+") {
        sample = sample ?? Self.literal(String(segment.dropLast(2))).map { $0 + "a" }
        part.append("{\(name)}", sample)
        part.path += "/**"
      } else {
        part.append("{\(name)}", sample)
      }
      part.params.append(ConditionDraft(name: name, conditions: .set([condition.condition])))
    }
    return part
  }

  static func withoutAnchors(_ pattern: String) -> String {
    let pattern = pattern.hasPrefix("^") ? pattern.dropFirst() : pattern[...]
    return String(pattern.hasSuffix("$") && !pattern.hasSuffix("\\$") ? pattern.dropLast() : pattern)
  }

  /// Splits a pattern at bars outside of groups and classes.
  static func alternatives(of pattern: String) -> [String] {
    var alternatives = [""]
    var (isEscaped, isClass, depth) = (false, false, 0)
    for character in pattern {
      switch character {
      case _ where isEscaped: break
      case "[": isClass = true
      case "]": isClass = false
      case "(" where !isClass: depth += 1
      case ")" where !isClass: depth -= 1
      case "|" where !isClass && depth == 0:
        alternatives.append("")
        continue
      default: break
      }
      isEscaped = character == "\\" && !isEscaped
      alternatives[alternatives.count - 1].append(character)
    }
    return alternatives
  }

  /// Returns a pattern that matches a text.
  static func escaped(_ text: some StringProtocol) -> String {
    text.reduce(into: "") { $0 += "\\^$.|?*+()[]{}/".contains($1) ? "\\\($1)" : String($1) }
  }

  /// Returns the text that a pattern without operators matches; `nil` for others. A dot is taken literally.
  static func literal(_ pattern: String) -> String? {
    var text = ""
    var isEscaped = false
    for character in pattern {
      if isEscaped {
        guard !character.isLetter, !character.isNumber else { return nil }
        text.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        guard !"[](){}*+?|^$.".contains(character) else { return nil }
        text.append(character)
      }
    }
    return isEscaped ? nil : text
  }

  /// Splits a pattern at slashes outside of groups and classes; `nil` if a group contains one.
  private static func split(_ pattern: Substring) -> [String]? {
    var segments = [""]
    var (isEscaped, isClass, depth) = (false, false, 0)
    for character in pattern {
      if isEscaped {
        isEscaped = false
        if character == "/", depth == 0, !isClass {
          segments[segments.count - 1].removeLast()
          segments.append("")
          continue
        }
      } else {
        switch character {
        case "\\": isEscaped = true
        case "[": isClass = true
        case "]": isClass = false
        case "(" where !isClass: depth += 1
        case ")" where !isClass: depth -= 1
        case "/" where !isClass:
          if depth > 0 { return nil }
          segments.append("")
          continue
        default: break
        }
      }
      segments[segments.count - 1].append(character)
    }
    return depth == 0 ? segments : nil
  }

  /// Returns the patterns in which groups with slashes are replaced by each of their alternatives: `/a(/b)?` is `/a/b` and `/a`.
  private static func expanded(_ pattern: String) -> [String]? {
    var pending = [pattern]
    var done: [String] = []
    while let next = pending.popLast() {
      guard let group = group(in: next) else {
        done.append(next)
        continue
      }
      let (before, after) = (next[..<group.range.lowerBound], next[group.range.upperBound...])
      pending += group.alternatives.map { before + $0 + after }.reversed()
      if pending.count + done.count > alternativeLimit { return nil }
    }
    return done
  }

  /// Returns the first group that contains a slash, with its alternatives.
  private static func group(in pattern: String) -> (range: Range<String.Index>, alternatives: [String])? {
    var open: [String.Index] = []
    var (isEscaped, isClass) = (false, false)
    for index in pattern.indices {
      let character = pattern[index]
      if isEscaped {
        isEscaped = false
        continue
      }
      switch character {
      case "\\": isEscaped = true
      case "[": isClass = true
      case "]": isClass = false
      case "(" where !isClass: open.append(index)
      case ")" where !isClass:
        guard let start = open.popLast() else { return nil }
        var content = pattern[pattern.index(after: start)..<index]
        let plain = content.replacing("[^/]", with: "").replacing("[^/?]", with: "")
        guard open.isEmpty, plain.contains("/"), !content.contains("(") else { continue }
        if content.hasPrefix("?:") { content = content.dropFirst(2) }
        var alternatives = content.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        var end = pattern.index(after: index)
        if end < pattern.endIndex, "?*+{".contains(pattern[end]) {
          guard pattern[end] == "?" else { return nil }
          alternatives.append("")
          end = pattern.index(after: end)
        }
        return (start..<end, alternatives)
      default: break
      }
    }
    return nil
  }
}
