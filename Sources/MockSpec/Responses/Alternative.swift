/// One of several alternatives of a request's `match`.
package struct Alternative: Sendable, Hashable {
  /// The number, from 1, in the order in which they are written.
  package let number: Int
  /// The number of all alternatives.
  package let count: Int
  /// Whether it is tried before the others.
  let isFirst: Bool
}
