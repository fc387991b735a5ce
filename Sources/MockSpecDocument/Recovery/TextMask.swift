import MockSpecDiagnostics

/// An unreadable range of a YAML text. It is masked in a copy of the text, so that the rest can be parsed.
struct TextMask {
  enum Kind {
    /// A single scalar, replaced with other text.
    case text
    /// Whole lines, replaced with blanks.
    case lines
    /// Whole lines whose indentation also makes the structure of the lines above and below uncertain.
    case misaligned
  }

  let bytes: Range<Int>
  let kind: Kind
  /// Whether the range begins its line. It may then be a key, and later entries may be read as parts of the wrong one.
  let startsLine: Bool
  /// Whether the mistake is certain to be within the range.
  let isCertain: Bool

  /// - Parameter start: The start of the node that contains the mistake. It may be above the reported location.
  init(_ stop: DocumentBuilder.Stop, from start: Int, in source: SourceFile) {
    if let text = stop.diagnostic.fix?.range.bytes, Self.isText(text, in: source.bytes) {
      let line = source.lineRange(containing: text.lowerBound)
      startsLine = source.bytes[line.lowerBound..<text.lowerBound].allSatisfy(\.isBlank)
      (bytes, kind, isCertain) = (text, .text, true)
      return
    }
    startsLine = true
    kind = stop.isMisaligned ? .misaligned : .lines
    isCertain = stop.diagnostic.fix != nil
    bytes =
      stop.diagnostic.code == "several-documents"
      ? start..<source.bytes.count : YAMLEntry(at: start, in: source).bytes(isMisaligned: stop.isMisaligned)
  }

  /// Masks all lines of an entry.
  init(entryAt start: Int, in source: SourceFile) {
    (kind, startsLine, isCertain) = (.lines, true, false)
    bytes = YAMLEntry(at: start, in: source).bytes(isMisaligned: false)
  }

  /// Whether the range is a single scalar. Text that contains `: ` may also be a key and its value.
  private static func isText(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    let holdsKey = range.contains {
      bytes[$0] == UInt8(ascii: ":") && YAMLBytes.endsPlain(bytes, after: $0, inFlow: false)
    }
    let text = bytes[range]
    return !holdsKey && text.contains { !$0.isBlank } && !text.contains(where: \.isLineBreak)
  }

  func touches(_ other: Range<Int>) -> Bool {
    other.lowerBound <= bytes.upperBound && bytes.lowerBound <= other.upperBound
  }

  func applied(to text: [UInt8]) -> [UInt8] {
    var text = text
    for index in bytes where !text[index].isLineBreak {
      text[index] = kind == .text ? UInt8(ascii: "x") : UInt8(ascii: " ")
    }
    return text
  }
}
