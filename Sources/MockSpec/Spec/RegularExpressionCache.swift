import MockSpecSchema
import Synchronization

/// The regular expressions of one load, each compiled once: projects use the same few everywhere. Any thread may ask.
final class RegularExpressionCache: Sendable {
  private struct Key: Hashable {
    let pattern: String
    let ignoresCase: Bool
  }

  private let known = Mutex<[Key: RegularExpression]>([:])

  func expression(_ pattern: String, ignoringCase: Bool) throws(RegularExpressionError) -> RegularExpression {
    let key = Key(pattern: pattern, ignoresCase: ignoringCase)
    if let expression = known.withLock({ $0[key] }) { return expression }
    let expression = try RegularExpression(pattern, ignoringCase: ignoringCase)
    known.withLock { $0[key] = expression }
    return expression
  }
}
