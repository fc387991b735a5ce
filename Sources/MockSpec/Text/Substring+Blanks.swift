extension Substring {
  /// The text without spaces and tabs at both ends.
  package var withoutBlanks: Substring { Substring(utf8.withoutBlanks) }
}

extension BidirectionalCollection where Self == SubSequence, Element == UInt8 {
  /// The text without spaces and tabs at both ends.
  var withoutBlanks: Self {
    var text = drop(while: \.isBlank)
    while text.last?.isBlank == true { text = text.dropLast() }
    return text
  }
}

extension UInt8 {
  /// Whether a byte is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
