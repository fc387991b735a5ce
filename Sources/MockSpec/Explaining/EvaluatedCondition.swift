import MockSpecDiagnostics
import MockSpecSchema

/// A condition of a request, evaluated for a call. Its texts are created only for the few candidates that are shown.
struct EvaluatedCondition {
  /// The parts of a ``ConditionResult`` that are text.
  struct Texts {
    var expected: String
    var found: String
    var details: [String] = []
    var differences: [JSONDifference] = []
  }

  let kind: ConditionResult.Kind
  let name: String?
  let isMet: Bool
  let range: SourceRange
  private let texts: (ShownValues) -> Texts

  init(
    _ kind: ConditionResult.Kind, _ name: String? = nil, isMet: Bool, at range: SourceRange,
    texts: @escaping (ShownValues) -> Texts
  ) {
    self.kind = kind
    self.name = name
    self.isMet = isMet
    self.range = range
    self.texts = texts
  }

  /// Returns the condition with another detail before its own.
  func adding(_ detail: String) -> EvaluatedCondition { adding { _ in detail } }

  func adding(_ detail: @escaping (ShownValues) -> String) -> EvaluatedCondition {
    EvaluatedCondition(kind, name, isMet: isMet, at: range) { [texts] values in
      var shown = texts(values)
      shown.details.insert(detail(values), at: 0)
      return shown
    }
  }

  /// Returns the condition with its texts.
  func result(showing values: ShownValues) -> ConditionResult {
    let texts = texts(values)
    // A filter can compare a secret.
    let hidesName = kind == .jsonPath && name.map { $0.contains("?") && values.redaction.mayHoldSecret($0) } == true
    return ConditionResult(
      kind: kind, name: hidesName ? Redaction.hidden : name, isMet: isMet, expected: texts.expected, found: texts.found,
      details: texts.details,
      differences: texts.differences, place: SpecPlace(range))
  }
}

extension SpecPlace {
  init(_ range: SourceRange) {
    let start = range.start
    self.init(file: range.file.path, line: start.line, column: start.column)
  }
}

extension Condition {
  /// Evaluates each matcher of the condition. A matcher is met if it matches some value of the name.
  ///
  /// - Parameter hasSecret: Whether a value is secret that a path selects, given what is.
  func evaluate(
    _ kind: ConditionResult.Kind, _ found: FoundValues, at now: Duration?,
    hasSecret: @escaping (ShownValues) -> Bool = { _ in false }
  ) -> [EvaluatedCondition] {
    matchers.map { matcher in
      EvaluatedCondition(kind, name, isMet: matcher.matches(found, at: now), at: matcher.range) { [name] values in
        let isSecret =
          switch kind {
          // All cookies are secret.
          case .cookie: true
          case .pointer: values.redaction.isSecret(pointer: name)
          case .jsonPath: values.redaction.mayHoldSecret(name) || hasSecret(values)
          default: values.redaction.isSecret(name)
          }
        // These values can be documents that contain secrets.
        let mayHoldSecret = [.form, .part, .pointer, .jsonPath].contains(kind)
        let shown: (String) -> String = {
          values.quoted($0, isSecret: isSecret || mayHoldSecret && values.redaction.mayHoldSecret($0))
        }
        return .init(
          expected: matcher.expectation(limit: 8, shown),
          // A path can select many values.
          found: values.list(found.texts.prefix(ShownValues.maxValues + 1).map(shown) + found.others),
          details: matcher.details(about: found, at: now) + (isSecret ? matcher.secretDifference(from: found) : []))
      }
    }
  }
}

extension Condition {
  /// Evaluates the matchers of a path for which the steps of the call don't suffice.
  func evaluatePathWithoutSteps() -> [EvaluatedCondition] {
    matchers.map { matcher in
      EvaluatedCondition(.jsonPath, name, isMet: false, at: matcher.range) { [name] values in
        .init(
          expected: matcher.expectation(limit: 8) { values.quoted($0, isSecret: values.redaction.mayHoldSecret(name)) },
          found: "unknown values",
          details: ["the paths of this call take more than \(JSONPath.maximumSteps) steps, the maximum"])
      }
    }
  }
}

extension ValueMatcher {
  /// Returns the reason why a value doesn't match if the expected and found texts don't show it.
  ///
  /// - Parameter now: The time of the call; `nil` if no operator compares with it.
  func details(about found: FoundValues, at now: Duration?) -> [String] {
    if comparesNow, let now, !matches(found, at: now) {
      return ["the time of the call is \(CalendarDate(second: Int(now.components.seconds)).text)Z"]
    }
    guard isUndecided(found, at: now) else { return [] }
    return ["matching would take too long, since the expression is too complex for this text"]
  }
}

extension ValueMatcher {
  /// Returns where the only value that was found differs from the expected one, both of which are redacted.
  fileprivate func secretDifference(from found: FoundValues) -> [String] {
    guard case .equals(let expected)? = conditions.first, conditions.count == 1, found.texts.count == 1 else {
      return []
    }
    let texts = ignoresCase ? (expected.lowercased(), found.texts[0].lowercased()) : (expected, found.texts[0])
    return [SecretDifference.text(expected: texts.0, found: texts.1)].compactMap(\.self)
  }
}

/// Where two redacted values differ.
enum SecretDifference {
  /// Returns a text that doesn't show the values; `nil` if they are equal.
  static func text(expected: String, found: String) -> String? {
    if expected.hasSameBytes(as: found) { return nil }
    let equal = zip(expected, found).prefix { $0 == $1 }.count
    let (rest, more) = (expected.count - equal, found.count - equal)
    func characters(_ count: Int) -> String { "\(count) character\(count == 1 ? "" : "s")" }
    if rest == 0, more > 0 { return "the found value has the expected one and \(characters(more)) more" }
    if more == 0, rest > 0 { return "the found value has the expected one without its last \(characters(rest))" }
    return "the values differ from character \(equal + 1)"
  }
}

extension Redaction {
  /// Returns whether any member on the path of a JSON Pointer has a secret name.
  func isSecret(pointer: String) -> Bool {
    pointer.split(separator: "/").contains { step in
      isSecret(String(step).replacing("~1", with: "/").replacing("~0", with: "~"))
    }
  }
}
