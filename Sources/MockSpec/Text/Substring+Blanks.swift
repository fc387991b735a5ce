extension Substring {
  /// The text without spaces and tabs at both ends.
  package var withoutBlanks: Substring {
    var text = drop(while: \.isBlank)
    while text.last?.isBlank == true { text.removeLast() }
    return text
  }
}

extension Character {
  var isBlank: Bool { self == " " || self == "\t" }
}
