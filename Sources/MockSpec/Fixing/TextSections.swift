/// The lines of a long YAML text in sections that can be read by themselves: some entries, below the keys around them.
///
///     mockspec: 1          a section
///     requests:            a heading
///       A: …               a section, with the heading before it
///       B:                 a heading, if B has many lines
///         match: …         a section, with both headings
///
/// Only indentation is looked at, so that a line of a text in quotes can look like an entry. `BlockEntries` decides.
struct TextSections {
  struct Section {
    /// The ranges of the lines with the keys around the section.
    let heading: [Range<Int>]
    /// The range of the section's lines.
    let lines: Range<Int>
    /// Where the keys around the section start, and its first entry; `nil` if it has no entry.
    let path: [Int]?
  }

  private struct Line {
    let bytes: Range<Int>
    /// The number of spaces before the content; `nil` for a line that starts no entry.
    let column: Int?
    /// Whether the line has a key and no value.
    let isKeyAlone: Bool

    var content: Int? { column.map { bytes.lowerBound + $0 } }
  }

  /// The sections in the order of the text. A heading is also the last line of a section.
  private(set) var all: [Section] = []
  private let lines: [Line]

  /// The number of lines after which a section ends. Sections are read once for each of their errors.
  private static let length = 16
  /// The maximum number of headings of a section.
  private static let maxHeadings = 32
  /// The maximum number of bytes of these headings, which are read with each section.
  private static let maxHeadingBytes = 1024

  init(_ bytes: [UInt8]) {
    var lines: [Line] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      lines.append(Self.line(start..<end, of: bytes))
      start = end
    }
    self.lines = lines
    add(lines.indices, below: [])
  }

  /// The index of the section that contains an offset.
  func index(of offset: Int) -> Int { all.partitioningIndex { $0.lines.upperBound > offset } }

  private static func line(_ range: Range<Int>, of bytes: [UInt8]) -> Line {
    let text = bytes[range]
    let content = text.drop { $0 == UInt8(ascii: " ") }
    let isEntry = content.first.map { !"#\t\r\n".utf8.contains($0) } ?? false
    var end = content
    while let last = end.last, " \t\r\n".utf8.contains(last) { end.removeLast() }
    let isKeyAlone = end.last == UInt8(ascii: ":") && !content.starts(with: "- ".utf8)
    return Line(bytes: range, column: isEntry ? content.startIndex - range.lowerBound : nil, isKeyAlone: isKeyAlone)
  }

  /// Adds the sections of some lines, which are the entries below the last heading.
  private mutating func add(_ part: Range<Int>, below headings: [Int]) {
    guard let entry = part.first(where: { lines[$0].column != nil }), let column = lines[entry].column else {
      return add(part, headings)
    }
    let starts = part.filter { lines[$0].column.map { $0 <= column } ?? false }
    var first = part.lowerBound
    for (start, end) in zip(starts, starts.dropFirst() + [part.upperBound]) {
      if end - start > Self.length, lines[start].isKeyAlone, canBeHeadings(headings + [start]) {
        add(first..<start + 1, headings)
        add(start + 1..<end, below: headings + [start])
        first = end
      } else if end - first >= Self.length {
        add(first..<end, headings)
        first = end
      }
    }
    add(first..<part.upperBound, headings)
  }

  private func canBeHeadings(_ headings: [Int]) -> Bool {
    headings.count <= Self.maxHeadings
      && headings.reduce(0) { $0 + lines[$1].bytes.count } <= Self.maxHeadingBytes
  }

  private mutating func add(_ part: Range<Int>, _ headings: [Int]) {
    guard let first = part.first, let last = part.last else { return }
    let entry = part.lazy.compactMap { [lines] in lines[$0].content }.first
    all.append(
      Section(
        heading: headings.map { lines[$0].bytes }, lines: lines[first].bytes.lowerBound..<lines[last].bytes.upperBound,
        path: entry.map { headings.compactMap { lines[$0].content } + [$0] }))
  }
}
