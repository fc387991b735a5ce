import MockSpecSchema

/// The limit on the instructions of all regular expressions in one file, in `matches` and in inline schemas.
///
/// Equal expressions of `matches` count once.
struct PatternAllowance {
  static let limit = 1 << 20

  private struct Key: Hashable {
    let pattern: String
    let ignoresCase: Bool
  }

  private var count = 0
  private var counted: Set<Key> = []

  /// Whether the limit is exceeded. It has been reported then, and later expressions aren't compiled.
  var isExceeded: Bool { count > Self.limit }

  /// Counts the instructions of an expression of `matches`, unless it was counted before.
  ///
  /// - Returns: False if the limit is exceeded.
  mutating func take(_ expression: RegularExpression, ignoringCase: Bool) -> Bool {
    guard counted.insert(Key(pattern: expression.pattern, ignoresCase: ignoringCase)).inserted else { return true }
    return take(expression.instructionCount)
  }

  /// Counts instructions.
  ///
  /// - Returns: False if the limit is exceeded.
  mutating func take(_ instructions: Int) -> Bool {
    count += instructions
    return !isExceeded
  }
}
