import MockSpecSchema

/// How many instructions all regular expressions of one file may have: those of `matches`, each counted once, and those
/// in schemas that are written out.
struct PatternAllowance {
  static let most = 1 << 20

  private struct Key: Hashable {
    let pattern: String
    let ignoresCase: Bool
  }

  private var count = 0
  private var counted: Set<Key> = []

  /// Once it is, what comes after isn't looked at: the file was refused.
  var isExceeded: Bool { count > Self.most }

  /// - Returns: whether it was enough.
  mutating func take(_ expression: RegularExpression, ignoringCase: Bool) -> Bool {
    guard counted.insert(Key(pattern: expression.pattern, ignoresCase: ignoringCase)).inserted else { return true }
    return take(expression.instructionCount)
  }

  mutating func take(_ instructions: Int) -> Bool {
    count += instructions
    return !isExceeded
  }
}
