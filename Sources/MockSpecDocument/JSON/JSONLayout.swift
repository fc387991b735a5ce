/// Finds a missing or surplus bracket by the indentation of lines. Parsing alone fails only at the end of the text.
///
///     "a": {"b": 1         '}' is missing at the end: the next line that starts with '}' is indented less than this one
///     "a": {"b": 1}},      the second '}' comes too early: a later line starts with '}' in the column of this one
struct JSONLayout {
  enum Flaw: Equatable {
    /// - Parameter end: Where the closing bracket belongs.
    case unclosed(opening: Int, end: Int)
    case closedEarly(opening: Int, closing: Int)
  }

  private struct Bracket {
    var offset: Int
    var line: Int
    /// The indentation of its line.
    var column: Int
    /// The end of the content before the first line below that can't be inside the brackets.
    var end: Int?
  }

  private let bytes: [UInt8]
  private var open: [Bracket] = []
  /// Closing brackets inside a line whose opening bracket is on another line, with the indentation of that line.
  private var inner: [(flaw: Flaw, column: Int)] = []
  private var flaw: Flaw?

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the only flaw of the brackets; `nil` if there are none or several, or indentation doesn't show it.
  static func flaw(of bytes: [UInt8]) -> Flaw? {
    var layout = JSONLayout(bytes: bytes)
    return layout.isRead() && layout.open.isEmpty ? layout.flaw : nil
  }

  private mutating func isRead() -> Bool {
    var (line, column, isFirst) = (0, 0, true)
    var index = 0
    while index < bytes.count {
      let place = Bracket(offset: index, line: line, column: column)
      if isFirst, !bytes[index].isSpace, !"]}".utf8.contains(bytes[index]) { marksEnd(of: place) }
      switch bytes[index] {
      case UInt8(ascii: "\n"): (line, column, isFirst) = (line + 1, -1, true)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(place)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard isFirst ? closesLines(place) : closesInside(place) else { return false }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let end = JSONToken.end(ofTextAt: index, in: bytes) else { return false }
        index = end - 1
      case UInt8(ascii: "/"), UInt8(ascii: "#"):
        if let end = JSONToken.end(ofCommentAt: index, in: bytes) { index = end - 1 }
      default: break
      }
      if !bytes[index].isSpace { isFirst = false }
      if isFirst { column += 1 }
      index += 1
    }
    return true
  }

  /// Records where the innermost bracket should have been closed, if a line starts an entry and isn't indented deeper than
  /// the line of the bracket.
  private mutating func marksEnd(of line: Bracket) {
    guard let last = open.last, last.line < line.line, last.column >= line.column, last.end == nil else { return }
    open[open.count - 1].end = contentEnd(before: line.offset)
  }

  /// The end of the last value before an offset. A comma after it separates it from the next one.
  private func contentEnd(before offset: Int) -> Int {
    bytes[..<offset].lastIndex { !$0.isSpace && $0 != UInt8(ascii: ",") }.map { $0 + 1 } ?? offset
  }

  private mutating func closesInside(_ closing: Bracket) -> Bool {
    guard let opening = open.popLast(), isPair(opening, closing) else { return false }
    if opening.line != closing.line {
      inner.append((.closedEarly(opening: opening.offset, closing: closing.offset), opening.column))
    }
    return true
  }

  private mutating func closesLines(_ closing: Bracket) -> Bool {
    if let last = open.last, last.column > closing.column {
      guard flaw == nil else { return false }
      flaw = .unclosed(opening: last.offset, end: last.end ?? contentEnd(before: closing.offset))
      open.removeLast()
    }
    if let opening = open.last, opening.column == closing.column {
      open.removeLast()
      return isPair(opening, closing)
    }
    // The collection that this bracket should close is already closed.
    guard flaw == nil, let early = inner.last(where: { $0.column == closing.column }) else { return false }
    flaw = early.flaw
    return true
  }

  private func isPair(_ opening: Bracket, _ closing: Bracket) -> Bool {
    (bytes[opening.offset] == UInt8(ascii: "{")) == (bytes[closing.offset] == UInt8(ascii: "}"))
  }
}
