/// A text that is equal only to a text with the same bytes.
///
/// Two `String`s are equal if they have the same characters, such as `é` written as one code point or as two. Names in
/// calls are compared by bytes (RFC 3986 §6.2.1, RFC 6265 §4.2, RFC 8259 §8.3).
struct ExactText: Sendable, Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

/// Texts are sorted by their bytes, which is the order of their code points.
extension ExactText: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
