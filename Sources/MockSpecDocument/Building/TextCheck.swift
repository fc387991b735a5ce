import MockSpecDiagnostics

/// Checks the encoding and the characters of a file before it is parsed.
enum TextCheck {
  struct Findings {
    /// Whether every scalar is one byte, so that offsets in scalars are offsets in bytes.
    var isASCII = true
    /// Whether the text contains '%', and so may have directives.
    var hasPercents = true
    var diagnostic: Diagnostic?
  }

  /// Returns the bytes without a UTF-8 byte-order mark.
  static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.first == 0xEF && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
  }

  /// Checks that text is well-formed UTF-8 and, for YAML, has none of the characters that YAML 1.2.2 §5.1 forbids.
  static func check(_ source: SourceFile, asYAML: Bool) -> Findings {
    let bytes = source.bytes
    if let encoding = otherEncoding(bytes) { return Findings(diagnostic: .wrongEncoding(encoding, of: source)) }
    if let findings = bytes.withUnsafeBytes({ plainFindings($0, asYAML: asYAML) }) { return findings }
    var findings = Findings()
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte < 0x80 {
          if asYAML, byte < 0x20 || byte == 0x7F, byte != 0x09, byte != 0x0A, byte != 0x0D {
            findings.diagnostic = .forbiddenCharacter(
              UInt32(byte), at: SourceRange(file: source, bytes: index..<index + 1))
            return
          }
          index += 1
          continue
        }
        findings.isASCII = false
        let length = scalarLength(bytes, at: index)
        guard length > 0 else {
          findings.diagnostic = .notUTF8(at: SourceRange(file: source, bytes: index..<index + 1))
          return
        }
        if asYAML, let forbidden = forbidden(bytes, at: index, length: length) {
          findings.diagnostic = .forbiddenCharacter(
            forbidden, at: SourceRange(file: source, bytes: index..<index + length))
          return
        }
        index += length
      }
    }
    return findings
  }

  /// Checks an ASCII file without control characters, sixteen bytes at a time; `nil` for any other file.
  private static func plainFindings(_ bytes: UnsafeRawBufferPointer, asYAML: Bool) -> Findings? {
    typealias Block = SIMD16<UInt8>
    var others = SIMDMask<SIMD16<Int8>>(repeating: false)
    var percents = others
    var rest = bytes[...]
    if let start = bytes.baseAddress {
      var index = 0
      // The loop has no branches: the masks are examined after the last block.
      while index + Block.scalarCount <= bytes.count {
        let block = start.loadUnaligned(fromByteOffset: index, as: Block.self)
        let isPrintable = block &- Block(repeating: 0x20) .< Block(repeating: 0x5F)
        others .|= .!(isPrintable .| block .== Block(repeating: 0x0A))
        percents .|= block .== Block(repeating: UInt8(ascii: "%"))
        index += Block.scalarCount
      }
      rest = bytes[(any(others) ? 0 : index)...]
    }
    guard isPlain(rest, asYAML: asYAML) else { return nil }
    return Findings(hasPercents: any(percents) || rest.contains(UInt8(ascii: "%")))
  }

  private static func isPlain(_ bytes: Slice<UnsafeRawBufferPointer>, asYAML: Bool) -> Bool {
    for byte in bytes {
      if byte >= 0x80 { return false }
      if asYAML, byte < 0x20 || byte == 0x7F, byte != 0x09, byte != 0x0A, byte != 0x0D { return false }
    }
    return true
  }

  /// Returns the length of a well-formed scalar beyond ASCII, from 2 to 4 (Unicode table 3-7); 0 for anything else.
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

  /// Returns a scalar that isn't allowed in YAML. YAML forbids C1 controls, byte-order marks inside the text, U+FFFE
  /// and U+FFFF. It allows U+0085, U+2028 and U+2029, but libyaml, which implements YAML 1.1, turns these into line
  /// breaks and spaces.
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

  /// Returns `UTF-16` or `UTF-32` if a byte-order mark or ASCII text at the start of a file shows that encoding.
  static func otherEncoding(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 2 else { return nil }
    if bytes.count >= 4, bytes.count.isMultiple(of: 4) {
      let start = Array(bytes[..<4])
      let isMarked = start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF]
      if isMarked || start.dropFirst() == [0, 0, 0] || start.dropLast() == [0, 0, 0] { return "UTF-32" }
    }
    if (bytes[0], bytes[1]) == (0xFF, 0xFE) || (bytes[0], bytes[1]) == (0xFE, 0xFF) { return "UTF-16" }
    let isUTF16 =
      bytes.count >= 4 && bytes.count.isMultiple(of: 2)
      && ((bytes[0] == 0 && bytes[2] == 0) || (bytes[1] == 0 && bytes[3] == 0))
    return isUTF16 ? "UTF-16" : nil
  }
}
