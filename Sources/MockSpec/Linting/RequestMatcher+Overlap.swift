import MockSpecDocument
import MockSpecSchema

extension RequestMatcher {
  /// Returns whether some call certainly meets the conditions of both matchers, given that they have equivalent paths
  /// and hosts. Returns `false` if that can't be decided.
  func overlaps(_ other: RequestMatcher) -> Bool {
    (scheme == nil || other.scheme == nil || scheme?.value == other.scheme?.value)
      && (port == nil || other.port == nil || port?.value == other.port?.value)
      && methodsOverlap(other) && queriesOverlap(other) && headers.overlap(other.headers)
      && cookies.overlap(other.cookies) && paramsOverlap(other)
      && !states.exclude(other.states)
      && (body.map { mine in other.body.map(mine.overlaps) ?? true } ?? true)
  }

  private func methodsOverlap(_ other: RequestMatcher) -> Bool {
    guard let mine = methods?.value, let theirs = other.methods?.value else { return true }
    return mine.contains(where: theirs.contains) || (mine.contains("HEAD") && theirs.contains("GET"))
      || (mine.contains("GET") && theirs.contains("HEAD"))
  }

  private func queriesOverlap(_ other: RequestMatcher) -> Bool {
    query.overlap(other.query) && allowsQuery(of: other) && other.allowsQuery(of: self)
  }

  /// Returns whether a query without unlisted names can meet the other matcher's conditions on those names.
  private func allowsQuery(of other: RequestMatcher) -> Bool {
    exactQuery == nil
      || other.query.allSatisfy { listsQuery($0.key) || $0.isMet(by: FoundValues(), at: nil) }
  }

  private func paramsOverlap(_ other: RequestMatcher) -> Bool {
    params.allSatisfy { mine in
      let place = segment(of: mine)
      guard let theirs = other.params.first(where: { other.segment(of: $0) == place }) else { return true }
      return mine.overlaps(theirs)
    }
  }

  /// Returns the position of a captured segment, since two paths may use different names for the same segment.
  private func segment(of param: Condition) -> Int? {
    path?.value.segments.firstIndex(of: .wildcard(name: param.key.text))
  }

  /// The exact texts that parts of a call must have, by the part's name.
  var exactTexts: [ExactText: String] {
    var texts: [ExactText: String] = [:]
    func require(_ part: String, _ text: String?) { texts[ExactText(part)] = text }
    require("method", onlyMethod)
    for (kind, conditions) in [
      ("query", query), ("header", headers), ("cookie", cookies), ("body", body?.conditions ?? []),
    ] {
      for condition in conditions { require("\(kind) \(condition.key.text)", condition.exactText) }
    }
    for condition in states where condition.values.count == 1 {
      require("state \(condition.state.value)", condition.values[0].value)
    }
    for param in params { require("segment \(segment(of: param) ?? -1)", param.exactText) }
    switch body?.kind {
    case .graphQL(let matcher)?:
      require("operation", matcher.operationName?.value)
      for (key, hash) in matcher.variables?.scalars ?? [] { require("variable \(key)", hash) }
    case .json(let node)?, .jsonEquals(let node)?: for (key, hash) in node.scalars { require("json \(key)", hash) }
    case .schema(let schema)?: require("schema", "\(JSONEquality.hash(of: schema.root))")
    default: break
    }
    return texts
  }

  /// The method, if there is only one and it isn't GET or HEAD. These are excluded, since a matcher for GET also
  /// matches HEAD.
  var onlyMethod: String? {
    guard let methods = methods?.value, methods.count == 1, !["GET", "HEAD"].contains(methods[0]) else { return nil }
    return methods[0]
  }
}

extension Condition {
  fileprivate var exactText: String? { matchers.count == 1 ? matchers[0].exactText : nil }

  /// Returns whether a single value can meet both conditions. Repeated names are rare and aren't considered.
  func overlaps(_ other: Condition) -> Bool {
    matchers.allSatisfy { mine in other.matchers.contains { mine.overlaps($0) } }
      && other.matchers.allSatisfy { theirs in matchers.contains { theirs.overlaps($0) } }
  }
}

extension [Condition] {
  /// Returns whether one call can meet all conditions of both lists.
  func overlap(_ others: [Condition]) -> Bool {
    allSatisfy { mine in
      others.first { $0.key == mine.key }.map(mine.overlaps) ?? true
    }
  }
}

extension ValueMatcher {
  fileprivate var exactText: String? {
    guard conditions.count == 1, case .equals(let text) = conditions[0], !ignoresCase, presence == nil, not.isEmpty
    else { return nil }
    return text
  }

  /// Returns whether some value certainly meets both matchers. Only texts from the conditions are tried.
  func overlaps(_ other: ValueMatcher) -> Bool {
    if let mine = exactText, let theirs = other.exactText { return mine.hasSameBytes(as: theirs) }
    if matches([]), other.matches([]) { return true }
    if isRange, other.isRange { return !NumberBound.exclude(bounds + other.bounds) }
    if isPeriod, other.isPeriod, TimeBound.areComparable(times + other.times) {
      return !TimeBound.exclude(times + other.times)
    }
    let candidates = texts + other.texts + [Self.text(of: conditions + other.conditions)]
    return candidates.contains { matches([$0]) && other.matches([$0]) }
      || self == other
  }

  /// Whether all conditions compare the value with a number.
  private var isRange: Bool {
    !conditions.isEmpty && bounds.count == conditions.count && presence != false && not.isEmpty
  }

  /// Whether all conditions compare the value with a time.
  private var isPeriod: Bool {
    !conditions.isEmpty && times.count == conditions.count && presence != false && not.isEmpty
  }

  /// The texts of `equals` and `oneOf`.
  private var texts: [String] {
    conditions.flatMap { condition -> [String] in
      switch condition {
      case .equals(let text): [text]
      case .oneOf(let texts): texts
      case .contains, .startsWith, .endsWith, .matches, .number, .time: []
      }
    }
  }

  /// Returns a text with the longest required prefix, all required contents and the longest required suffix.
  private static func text(of conditions: [TextCondition]) -> String {
    var (start, middle, end) = ("", "", "")
    for condition in conditions {
      switch condition {
      case .startsWith(let text): if text.count > start.count { start = text }
      case .contains(let text): middle += text
      case .endsWith(let text): if text.count > end.count { end = text }
      case .equals, .oneOf, .matches, .number, .time: break
      }
    }
    return start + middle + end
  }
}

extension Node {
  /// The keys of a mapping that have scalar values, each with the hash of its value as text.
  var scalars: [(key: String, hash: String)] {
    entries.filter(\.value.isScalar).map { ($0.key.text, "\(JSONEquality.hash(of: $0.value))") }
  }
}

extension BodyMatcher {
  /// Returns whether some body certainly meets both matchers; `false` if that can't be decided.
  func overlaps(_ other: BodyMatcher) -> Bool {
    switch (kind, other.kind) {
    case (.json(let mine), .json(let theirs)): JSONContainment.canHold(mine, and: theirs)
    case (.jsonEquals(let mine), .jsonEquals(let theirs)): JSONEquality.areEqual(mine, theirs)
    case (.json(let part), .jsonEquals(let whole)), (.jsonEquals(let whole), .json(let part)):
      JSONContainment.holds(part, in: whole)
    case (.text(let mine), .text(let theirs)): mine.overlaps(theirs)
    case (.form(let mine), .form(let theirs)), (.multipart(let mine), .multipart(let theirs)): mine.overlap(theirs)
    case (.pointers(let mine), .pointers(let theirs)):
      mine.allSatisfy { mine in theirs.allSatisfy(mine.leavesRoom) }
        && mine.map(\.condition).overlap(theirs.map(\.condition))
    case (.paths(let mine), .paths(let theirs)):
      // Whether different paths can have values together isn't known.
      Set(mine.map(\.condition.key)) == Set(theirs.map(\.condition.key))
        && mine.map(\.condition).overlap(theirs.map(\.condition))
    case (.graphQL(let mine), .graphQL(let theirs)): mine.overlaps(theirs)
    case (.schema(let mine), .schema(let theirs)): mine.isEquivalent(to: theirs)
    default: false
    }
  }
}

extension PointerCondition {
  /// Returns whether both pointers can have a value. A scalar has no members, so neither pointer may continue the other
  /// one.
  fileprivate func leavesRoom(for other: PointerCondition) -> Bool {
    func isBelow(_ inner: Condition, _ outer: Condition) -> Bool {
      inner.key.text.utf8.starts(with: (outer.key.text + "/").utf8)
    }
    return !isBelow(condition, other.condition) && !isBelow(other.condition, condition)
  }
}

extension GraphQLMatcher {
  fileprivate func overlaps(_ other: GraphQLMatcher) -> Bool {
    if let mine = operationName?.value, let theirs = other.operationName?.value, !mine.hasSameBytes(as: theirs) {
      return false
    }
    guard let variables, let others = other.variables else { return true }
    return JSONContainment.canHold(variables, and: others)
  }
}

extension JSONContainment {
  /// Returns whether some JSON value contains both values.
  fileprivate static func canHold(_ one: Node, and other: Node) -> Bool {
    switch (one.kind, other.kind) {
    case (.mapping, .mapping):
      return one.entries.allSatisfy { key, value in other.value(key).map { canHold(value, and: $0) } ?? true }
    case (.sequence, .sequence):
      var others = other.elements
      for element in one.elements {
        guard let other = others.next(), canHold(element, and: other) else { return false }
      }
      return others.next() == nil
    default: return JSONEquality.areEqualScalars(one, other)
    }
  }
}
