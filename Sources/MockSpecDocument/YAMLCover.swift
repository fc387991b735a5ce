import MockSpecDiagnostics

/// What is covered so that the rest can be read.
struct YAMLCover {
  let bytes: Range<Int>
  /// A single text, which is covered by another one; else everything becomes blank.
  private let isText: Bool
  /// Whether nothing but these bytes can be wrong.
  let isCertain: Bool

  /// - Parameter start: Where what holds the mistake begins; it may be above the place that is reported.
  init(_ diagnostic: Diagnostic, brokenFrom start: Int, in source: SourceFile) {
    guard let fix = diagnostic.fix?.range.bytes, !fix.isEmpty,
      !source.bytes[fix].contains(where: YAMLBytes.isBreak),
      source.bytes[fix].contains(where: { !YAMLBytes.isBlank($0) })
    else {
      self.init(
        diagnostic.code == "several-documents" ? start..<source.bytes.count : Self.entry(at: start, in: source),
        isCertain: diagnostic.fix != nil)
      return
    }
    self.init(fix, isText: true, isCertain: true)
  }

  init(entryAt start: Int, in source: SourceFile) {
    self.init(Self.entry(at: start, in: source), isCertain: false)
  }

  private init(_ bytes: Range<Int>, isText: Bool = false, isCertain: Bool) {
    self.bytes = bytes
    self.isText = isText
    self.isCertain = isCertain
  }

  func touches(_ other: Range<Int>) -> Bool {
    other.lowerBound <= bytes.upperBound && bytes.lowerBound <= other.upperBound
  }

  func applied(to text: [UInt8]) -> [UInt8] {
    var text = text
    for index in bytes where !YAMLBytes.isBreak(text[index]) { text[index] = UInt8(ascii: isText ? "x" : " ") }
    return text
  }

  var isBlank: Bool { !isText }

  /// The line, and what belongs to it below:
  ///
  ///     sequence         deeper lines,
  ///     - A              elements at the key's own column,
  ///     ]                and closing brackets
  private static func entry(at offset: Int, in source: SourceFile) -> Range<Int> {
    let first = source.position(of: min(offset, source.bytes.count)).line
    let head = Line(first, in: source)
    var end = source.lineRange(first).upperBound
    for number in first..<source.lines().count {
      let line = Line(number + 1, in: source)
      if line.isEmpty { continue }
      let belongs =
        head.hasTab
        ? line.hasTab
        : line.column > head.column
          || (line.column == head.column && (line.closes || (line.isElement && !head.isElement)))
      guard belongs else { break }
      end = source.lineRange(number + 1).upperBound
    }
    return source.lineRange(first).lowerBound..<end
  }

  private struct Line {
    let column: Int
    let hasTab: Bool
    let isEmpty: Bool
    let isElement: Bool
    let closes: Bool

    init(_ number: Int, in source: SourceFile) {
      let range = source.lineRange(number)
      let indentation = source.bytes[range].prefix(while: YAMLBytes.isBlank)
      let content = source.bytes[indentation.endIndex..<range.upperBound]
      column = indentation.count
      hasTab = indentation.contains(UInt8(ascii: "\t"))
      isEmpty = content.isEmpty || content.first == UInt8(ascii: "#")
      isElement = content.first == UInt8(ascii: "-") && content.dropFirst().first.map(YAMLBytes.isBlank) ?? true
      closes = content.first.map { "]}".utf8.contains($0) } ?? false
    }
  }
}
