/// The user's text as a message quotes it: a long one only by its beginning, so that no message takes a screen, and no
/// number of messages about one text takes more than a little for each.
package enum Excerpt {
  private static let limit = 200

  /// - Parameter text: UTF-8.
  package static func of(_ text: some BidirectionalCollection<UInt8>) -> String {
    let cut = text.prefix(limit)
    guard cut.endIndex < text.endIndex else { return String(decoding: text, as: UTF8.self) }
    // Not in the middle of a character.
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
