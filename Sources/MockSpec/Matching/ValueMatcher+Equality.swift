import MockSpecSchema

/// Texts are compared by their bytes.
extension ValueMatcher.TextCondition: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.equals(let mine), .equals(let theirs)), (.contains(let mine), .contains(let theirs)),
      (.startsWith(let mine), .startsWith(let theirs)), (.endsWith(let mine), .endsWith(let theirs)):
      mine.hasSameBytes(as: theirs)
    case (.matches(let mine), .matches(let theirs)): mine.pattern.hasSameBytes(as: theirs.pattern)
    case (.oneOf(let mine), .oneOf(let theirs)): mine.elementsEqual(theirs) { $0.hasSameBytes(as: $1) }
    case (.number(let mine), .number(let theirs)): mine == theirs
    case (.time(let mine), .time(let theirs)): mine == theirs
    case (.equals, _), (.contains, _), (.startsWith, _), (.endsWith, _), (.matches, _), (.oneOf, _), (.number, _),
      (.time, _):
      false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .equals(let text), .contains(let text), .startsWith(let text), .endsWith(let text): hasher.combine(text)
    case .matches(let expression): hasher.combine(expression.pattern)
    case .oneOf(let texts): hasher.combine(texts)
    case .number(let bound): hasher.combine(bound)
    case .time(let bound): hasher.combine(bound)
    }
  }
}
