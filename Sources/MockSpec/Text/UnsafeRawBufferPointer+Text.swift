import MockSpecDiagnostics

// These members aren't generic, since every call uses them, and generic code of another module isn't specialized.
extension UnsafeRawBufferPointer {
  /// The bytes without spaces and tabs at both ends (RFC 9110 §5.6.3).
  package var withoutBlanks: UnsafeRawBufferPointer {
    var range = 0..<count
    while let first = range.first, self[first].isBlank { range = first + 1..<range.upperBound }
    while let last = range.last, self[last].isBlank { range = range.lowerBound..<last }
    return UnsafeRawBufferPointer(rebasing: self[range])
  }

  /// Returns whether the bytes are an ASCII text, ignoring case.
  ///
  /// - Parameter text: The text in lower case.
  package func equals(lowercased text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index].asciiLowercased != text.utf8Start[index] { return false }
    return true
  }

  /// Returns whether the bytes are an ASCII text, ignoring case. The text isn't known at compile time.
  func equals(lowercased text: String) -> Bool {
    guard count == text.utf8.count else { return false }
    var index = 0
    for byte in text.utf8 {
      if self[index].asciiLowercased != byte { return false }
      index += 1
    }
    return true
  }

  /// Whether the bytes are a token (RFC 9110 §5.6.2), such as the name of a field.
  package var isToken: Bool {
    for byte in self where !byte.isTokenCharacter { return false }
    return !isEmpty
  }

  /// Whether a field value can have all bytes (RFC 9110 §5.5).
  package var isFieldText: Bool {
    for byte in self where !byte.isFieldText { return false }
    return true
  }
}

extension UInt8 {
  /// Whether a token can have the byte.
  package var isTokenCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "!"),
      UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "^"), UInt8(ascii: "`"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether a field value or a quoted text can have the byte.
  package var isFieldText: Bool { self >= 0x20 && self != 0x7F || self == UInt8(ascii: "\t") }
}
