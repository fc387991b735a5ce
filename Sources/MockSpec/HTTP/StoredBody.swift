/// How the body of a stored call differs from the one that was sent.
package struct StoredBody: Sendable, Equatable {
  /// The number of bytes that are stored, and of all that were sent.
  package struct Cut: Sendable, Equatable {
    package let stored: Int
    package let whole: Int
  }

  /// Set if only the beginning of the body is stored.
  package var cut: Cut?
  /// Whether secret values were replaced.
  package var isRedacted = false
  /// Whether the content codings were decoded.
  package var isDecoded = false
  /// The reason why the body isn't shown at all; `nil` if it is.
  package var hiddenReason: String?

  package init() {}
}

extension StoredBody.Cut: CustomStringConvertible {
  package var description: String {
    stored == 0 ? "none of its \(whole) bytes" : "the first \(stored) of \(whole) bytes"
  }
}
