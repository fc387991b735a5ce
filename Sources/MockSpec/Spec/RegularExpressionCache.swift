import MockSpecSchema
import Synchronization

/// A cache of compiled regular expressions for one load, since files often use the same ones. It can be used on any
/// thread.
final class RegularExpressionCache: Sendable {
  private struct Key: Hashable {
    let pattern: ExactText
    let ignoresCase: Bool
  }

  private let known = Mutex<[Key: RegularExpression]>([:])

  /// Returns the compiled expression.
  func expression(_ pattern: String, ignoringCase: Bool) throws(RegularExpressionError) -> RegularExpression {
    let key = Key(pattern: ExactText(pattern), ignoresCase: ignoringCase)
    if let expression = known.withLock({ $0[key] }) { return expression }
    let expression = try RegularExpression(pattern, ignoringCase: ignoringCase)
    known.withLock { $0[key] = expression }
    return expression
  }
}
