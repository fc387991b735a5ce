import MockSpecDiagnostics

/// What is covered so that the rest can be read.
struct YAMLCover {
  enum Kind {
    /// A single text, which is covered by another one.
    case text
    /// Whole lines, which become blank.
    case lines
    /// Such lines where it isn't certain either where those above and below belong.
    case misaligned
  }

  let bytes: Range<Int>
  let kind: Kind
  /// Whether nothing stands before it on its line: it may be a key, and then others may be read as another one's.
  let startsLine: Bool
  /// Whether nothing but these bytes can be wrong.
  let isCertain: Bool

  /// - Parameter start: Where what holds the mistake begins; it may be above the place that is reported.
  init(_ stop: DocumentBuilder.Stop, from start: Int, in source: SourceFile) {
    if let text = stop.diagnostic.fix?.range.bytes, Self.isText(text, in: source.bytes) {
      let line = source.lineRange(containing: text.lowerBound)
      startsLine = source.bytes[line.lowerBound..<text.lowerBound].allSatisfy(YAMLBytes.isBlank)
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

  /// All lines of an entry.
  init(entryAt start: Int, in source: SourceFile) {
    (kind, startsLine, isCertain) = (.lines, true, false)
    bytes = YAMLEntry(at: start, in: source).bytes(isMisaligned: false)
  }

  /// What holds `: ` may as well be a key and its value.
  private static func isText(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    let holdsKey = range.contains {
      bytes[$0] == UInt8(ascii: ":") && YAMLBytes.endsPlain(bytes, after: $0, inFlow: false)
    }
    let text = bytes[range]
    return !holdsKey && text.contains { !YAMLBytes.isBlank($0) } && !text.contains(where: YAMLBytes.isBreak)
  }

  func touches(_ other: Range<Int>) -> Bool {
    other.lowerBound <= bytes.upperBound && bytes.lowerBound <= other.upperBound
  }

  func applied(to text: [UInt8]) -> [UInt8] {
    var text = text
    for index in bytes where !YAMLBytes.isBreak(text[index]) {
      text[index] = kind == .text ? UInt8(ascii: "x") : UInt8(ascii: " ")
    }
    return text
  }
}
