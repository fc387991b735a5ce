import MockSpecDiagnostics
import MockSpecSchema

/// One condition held against a request. Its words are put together only for the few candidates that are shown.
struct ConditionCheck {
  struct Words {
    var expected: String
    var found: String
    var details: [String] = []
    var differences: [JSONDifference] = []
  }

  let kind: ConditionResult.Kind
  let name: String?
  let isMet: Bool
  let range: SourceRange
  private let words: (ShownValues) -> Words

  init(
    _ kind: ConditionResult.Kind, _ name: String? = nil, isMet: Bool, at range: SourceRange,
    words: @escaping (ShownValues) -> Words
  ) {
    self.kind = kind
    self.name = name
    self.isMet = isMet
    self.range = range
    self.words = words
  }

  func result(showing values: ShownValues) -> ConditionResult {
    let words = words(values)
    return ConditionResult(
      kind: kind, name: name, isMet: isMet, expected: words.expected, found: words.found, details: words.details,
      differences: words.differences, place: SpecPlace(range))
  }
}

extension SpecPlace {
  init(_ range: SourceRange) {
    let start = range.start
    self.init(file: range.file.path, line: start.line, column: start.column)
  }
}

extension Condition {
  /// Each of the matchers must be met by some value of the name.
  func checks(_ kind: ConditionResult.Kind, _ found: FoundValues) -> [ConditionCheck] {
    matchers.map { matcher in
      ConditionCheck(kind, name, isMet: matcher.matches(found), at: matcher.range) { [name] values in
        let isSecret =
          switch kind {
          // Secret, whatever they are called.
          case .cookie: true
          case .pointer: values.redaction.isSecret(pointer: name)
          default: values.redaction.isSecret(name)
          }
        // These may be documents of their own.
        let mayHoldSecret = kind == .form || kind == .part || kind == .pointer
        let shown: (String) -> String = {
          values.quoted($0, isSecret: isSecret || mayHoldSecret && values.redaction.mayHoldSecret($0))
        }
        return .init(
          expected: matcher.words(most: 8, shown), found: values.list(found.texts.map(shown) + found.others),
          details: matcher.details(about: found))
      }
    }
  }
}

extension ValueMatcher {
  /// Why it doesn't hold, where that can't be seen from the values.
  func details(about found: FoundValues) -> [String] {
    guard isUndecided(found) else { return [] }
    return ["matching would take too long: the expression is too complex for this text"]
  }
}

extension Redaction {
  /// Whether a JSON Pointer leads to or through a member with a secret name.
  func isSecret(pointer: String) -> Bool {
    pointer.split(separator: "/").contains { step in
      isSecret(String(step).replacing("~1", with: "/").replacing("~0", with: "~"))
    }
  }
}
