import MockSpecDiagnostics

/// Looks over a file's bytes once before they are parsed, so that neither parser meets bytes that it can't place.
enum TextCheck {
  struct Findings {
    /// Every scalar is one byte, so positions in scalars are positions in bytes.
    var isASCII = true
    /// Without any there are no directives.
    var hasPercents = true
    var diagnostic: Diagnostic?
  }

  /// Without a byte-order mark in UTF-8: text editors add it, and it says nothing.
  static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
  }

  /// Well-formed UTF-8 for both formats; for YAML also none of the characters that YAML 1.2.2 §5.1 forbids.
  static func check(_ source: SourceFile, asYAML: Bool) -> Findings {
    let bytes = source.bytes
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || looksLikeUTF16(bytes) {
      return Findings(diagnostic: Words.utf16(file: source))
    }
    if let findings = bytes.withUnsafeBytes({ plainFindings($0, asYAML: asYAML) }) { return findings }
    var findings = Findings()
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte < 0x80 {
          if asYAML, byte < 0x20 || byte == 0x7F, byte != 0x09, byte != 0x0A, byte != 0x0D {
            findings.diagnostic = Words.forbiddenCharacter(
              UInt32(byte), at: SourceRange(file: source, bytes: index..<index + 1))
            return
          }
          index += 1
          continue
        }
        findings.isASCII = false
        let length = scalarLength(bytes, at: index)
        guard length > 0 else {
          findings.diagnostic = Words.notUTF8(at: SourceRange(file: source, bytes: index..<index + 1))
          return
        }
        if asYAML, let forbidden = forbidden(bytes, at: index, length: length) {
          findings.diagnostic = Words.forbiddenCharacter(
            forbidden, at: SourceRange(file: source, bytes: index..<index + length))
          return
        }
        index += length
      }
    }
    return findings
  }

  /// The usual file, of ASCII without control characters, eight bytes at a time; `nil` for any other.
  private static func plainFindings(_ bytes: UnsafeRawBufferPointer, asYAML: Bool) -> Findings? {
    var index = 0
    var hasPercents = false
    while index + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      hasPercents = hasPercents || hasByte(UInt8(ascii: "%"), in: word)
      if !isPrintable(word), !isPlain(bytes[index..<index + 8], asYAML: asYAML) { return nil }
      index += 8
    }
    guard isPlain(bytes[index...], asYAML: asYAML) else { return nil }
    return Findings(hasPercents: hasPercents || bytes[index...].contains(UInt8(ascii: "%")))
  }

  private static func isPlain(_ bytes: Slice<UnsafeRawBufferPointer>, asYAML: Bool) -> Bool {
    for byte in bytes {
      if byte >= 0x80 { return false }
      if asYAML, byte < 0x20 || byte == 0x7F, byte != 0x09, byte != 0x0A, byte != 0x0D { return false }
    }
    return true
  }

  /// Each of a byte's copies in a word.
  private static func copies(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Whether one of eight bytes is zero once they are compared: only then a borrow reaches a high bit that wasn't set.
  private static func hasByte(_ byte: UInt8, in word: UInt64) -> Bool {
    let difference = word ^ copies(byte)
    return (difference &- copies(0x01)) & ~difference & copies(0x80) != 0
  }

  /// Whether all eight bytes are line feeds or lie between 0x20 and 0x7E. Each byte's answer is left in its high bit, and
  /// no sum carries into the next byte.
  private static func isPrintable(_ word: UInt64) -> Bool {
    let low = word & copies(0x7F)
    let isFromSpace = low &+ copies(0x60)
    let isNoLineFeed = (low ^ copies(0x0A)) &+ copies(0x7F)
    let isNoDelete = (low ^ copies(0x7F)) &+ copies(0x7F)
    return (word | ~isFromSpace & isNoLineFeed | ~isNoDelete) & copies(0x80) == 0
  }

  /// 2 to 4 for a well-formed scalar beyond ASCII (Unicode table 3-7), 0 for anything else.
  static func scalarLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let first = bytes[index]
    let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, index + length <= bytes.count else { return 0 }
    for offset in 1..<length where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
    let second = bytes[index + 1]
    switch first {
    case 0xE0 where second < 0xA0, 0xED where second >= 0xA0, 0xF0 where second < 0x90, 0xF4 where second >= 0x90:
      return 0
    default: return length
    }
  }

  /// C1 controls, a byte-order mark inside the text, U+FFFE and U+FFFF; and also U+0085, U+2028 and U+2029, which YAML
  /// 1.2 takes and libyaml, which knows YAML 1.1, turns into line breaks and spaces.
  private static func forbidden(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int, length: Int) -> UInt32? {
    if length == 2, bytes[index] == 0xC2, bytes[index + 1] < 0xA0 {
      return UInt32(bytes[index + 1])
    }
    guard length == 3 else { return nil }
    switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
    case (0xE2, 0x80, 0xA8): return 0x2028
    case (0xE2, 0x80, 0xA9): return 0x2029
    case (0xEF, 0xBB, 0xBF): return 0xFEFF
    case (0xEF, 0xBF, 0xBE): return 0xFFFE
    case (0xEF, 0xBF, 0xBF): return 0xFFFF
    default: return nil
    }
  }

  private static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 4 && bytes.count.isMultiple(of: 2)
      && ((bytes[0] == 0 && bytes[2] == 0) || (bytes[1] == 0 && bytes[3] == 0))
  }
}
