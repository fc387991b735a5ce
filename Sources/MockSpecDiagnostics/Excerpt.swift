/// Shortens the user's text for messages. This limits the length of a message and the cost of many messages about one
/// text.
package enum Excerpt {
  private static let limit = 200

  /// Returns at most the first 200 bytes of UTF-8 text, followed by "…" if it is longer.
  package static func of(_ text: some BidirectionalCollection<UInt8>) -> String {
    let cut = text.prefix(limit)
    guard cut.endIndex < text.endIndex else { return String(decoding: text, as: UTF8.self) }
    // Doesn't split a character.
    let next = text[cut.endIndex]
    var end = cut
    if next & 0xC0 == 0x80 {
      while let last = end.last, last & 0xC0 == 0x80 { end = end.dropLast() }
      end = end.dropLast()
    }
    return String(decoding: end, as: UTF8.self) + "…"
  }

  package static func of(_ text: String) -> String { text.utf8.count <= limit ? text : of(text.utf8) }
}
