/// Comparisons of bytes. `String` compares characters, so `\r\n` wouldn't contain `\n`.
extension String {
  package func hasSameBytes(as other: String) -> Bool {
    // The fast comparison first, which rules out most texts.
    self == other && utf8.elementsEqual(other.utf8)
  }

  func containsBytes(of part: String) -> Bool {
    var (text, part) = (self, part)
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard let first = part.first else { return true }
        var rest = text[...]
        while rest.count >= part.count, let start = rest.firstIndex(of: first) {
          rest = rest[start...]
          if rest.starts(with: part) { return true }
          rest = rest.dropFirst()
        }
        return false
      }
    }
  }
}
