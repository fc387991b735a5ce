package import MockSpecDiagnostics

/// The look-alike characters of a text, by line.
package struct LookalikeText: Sendable {
  /// A character in the text.
  package struct Found: Sendable {
    package let bytes: Range<Int>
    package let character: Lookalike
    /// The characters that can have been intended here, likeliest first.
    package let meanings: [String]
  }

  /// The characters by the number of their line.
  package let lines: [Int: [Found]]

  /// - Parameters:
  ///   - source: The text. It can be invalid.
  ///   - format: The format that the text is read as.
  package init(_ source: SourceFile, _ format: DocumentParser.Format) {
    var lines: [Int: [Found]] = [:]
    if source.bytes.contains(where: Self.isUnusual) {
      for line in 1...source.lines().count {
        let range = source.lineRange(line)
        guard source.bytes[range].contains(where: Self.isUnusual) else { continue }
        let found = Self.characters(of: source.bytes[range], format)
        if !found.isEmpty { lines[line] = found }
      }
    }
    self.lines = lines
  }

  private static func isUnusual(_ byte: UInt8) -> Bool {
    byte >= 0x7F || (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D)
  }

  private static func characters(of line: ArraySlice<UInt8>, _ format: DocumentParser.Format) -> [Found] {
    var found: [Found] = []
    /// The look-alike letters of the current word; `nil` if it has other letters beyond ASCII.
    var word: [Found]? = []
    var rest = line
    while !rest.isEmpty {
      let start = rest.startIndex
      guard let scalar = decodeFirst(&rest) else { continue }
      let bytes = start..<rest.startIndex
      let lookalike = Lookalike(scalar, in: format)
      guard scalar.isInWord else {
        found += word ?? []
        word = []
        guard let lookalike else { continue }
        // YAML needs a space after a colon.
        let needsSpace = format == .yaml && lookalike.meanings == [":"] && rest.first.map { !$0.isBlank } ?? false
        found.append(Found(bytes: bytes, character: lookalike, meanings: needsSpace ? [": "] : lookalike.meanings))
        continue
      }
      if let lookalike {
        word?.append(Found(bytes: bytes, character: lookalike, meanings: lookalike.meanings))
      } else if scalar.value >= 0x80 {
        word = nil
      }
    }
    return found + (word ?? [])
  }

  /// Removes the first scalar, or a byte that isn't UTF-8.
  private static func decodeFirst(_ bytes: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
      bytes.removeFirst()
      return nil
    }
    bytes.removeFirst(UTF8.width(scalar))
    return scalar
  }
}
