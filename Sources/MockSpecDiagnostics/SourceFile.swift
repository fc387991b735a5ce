import Synchronization

/// The text of a file, and its lines and positions.
package final class SourceFile: Sendable, Hashable {
  /// The path, relative to the working directory if the file is inside it, else absolute.
  package let path: String
  /// The content in UTF-8, without a byte-order mark.
  package let bytes: [UInt8]
  /// The position of all text, if it was taken from a single position in another file.
  private let origin: SourcePosition?
  private let lineStarts = Mutex<[Int]?>(nil)
  /// The number of scalars that start before each block of bytes.
  private let scalarCounts = Mutex<[Int]?>(nil)

  package init(path: String, bytes: [UInt8], origin: SourcePosition? = nil) {
    self.path = path
    self.bytes = bytes
    self.origin = origin
  }

  package convenience init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  package static func == (left: SourceFile, right: SourceFile) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Returns the byte offsets at which lines start. LF, CRLF and a lone CR end a line, as in editors; NEL and U+2028
  /// don't.
  package func lines() -> [Int] {
    lineStarts.withLock { known in
      if let known { return known }
      var starts = [0]
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "\n") {
          starts.append(index)
        } else if byte == UInt8(ascii: "\r") {
          if index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
          starts.append(index)
        }
      }
      known = starts
      return starts
    }
  }

  /// Returns the position of a byte offset. Offsets past the end are the end.
  package func position(of offset: Int) -> SourcePosition {
    if let origin { return origin }
    let starts = lines()
    let offset = min(max(offset, 0), bytes.count)
    let line = Self.index(ofLineWith: offset, in: starts)
    return SourcePosition(line: line + 1, column: scalarCount(in: starts[line]..<offset) + 1)
  }

  /// The unit in which columns are counted. `SourcePosition` counts scalars; editors agree on one of the others.
  package enum ColumnUnit: Sendable {
    case utf8, utf16, scalars

    fileprivate func count(_ text: some StringProtocol) -> Int {
      switch self {
      case .utf8: text.utf8.count
      case .utf16: text.utf16.count
      case .scalars: text.unicodeScalars.count
      }
    }
  }

  /// Returns the column of a byte offset on its line, from 1.
  package func column(of offset: Int, in unit: ColumnUnit) -> Int {
    let offset = min(max(offset, 0), bytes.count)
    let start = lines()[Self.index(ofLineWith: offset, in: lines())]
    return unit.count(text(in: start..<offset)) + 1
  }

  /// Returns the byte offset of a column on a line, or the nearest one on the line. A column inside a character is the
  /// character's.
  ///
  /// - Parameters:
  ///   - line: The number of the line, from 1.
  ///   - column: The column, from 1.
  package func offset(line: Int, column: Int, in unit: ColumnUnit = .scalars) -> Int {
    let range = lineRange(line)
    var (offset, left) = (range.lowerBound, column - 1)
    for scalar in text(in: range).unicodeScalars {
      left -= unit.count(String(scalar))
      if left < 0 { break }
      offset += UTF8.width(scalar)
    }
    return offset
  }

  private static func index(ofLineWith offset: Int, in starts: [Int]) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the bytes of the line that contains an offset, without its line ending.
  package func lineRange(containing offset: Int) -> Range<Int> {
    lineRange(Self.index(ofLineWith: offset, in: lines()) + 1)
  }

  /// Returns the offset at which the next line starts; `nil` if there is none.
  ///
  /// - Parameter offset: An offset in the preceding line, or in its line ending.
  package func lineStart(after offset: Int) -> Int? {
    let starts = lines()
    let next = Self.index(ofLineWith: offset, in: starts) + 1
    return next < starts.count ? starts[next] : nil
  }

  /// Returns the bytes of a line without its line ending.
  ///
  /// - Parameter line: The number of the line, from 1. The nearest line is used if there is no such line.
  package func lineRange(_ line: Int) -> Range<Int> {
    let starts = lines()
    let line = min(max(line, 1), starts.count)
    let start = starts[line - 1]
    var end = line < starts.count ? starts[line] : bytes.count
    while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  package func text(in range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// Returns the range of the Unicode scalar at an offset; an empty range at the end.
  package func scalarRange(at offset: Int) -> Range<Int> {
    guard offset < bytes.count else { return bytes.count..<bytes.count }
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return offset..<end
  }

  // MARK: - Counting scalars

  private static let blockSize = 1024

  /// Counts scalars. Long ranges use counts per block. Otherwise, each of thousands of positions in one long line would
  /// cost the length of the line.
  private func scalarCount(in range: Range<Int>) -> Int {
    if range.count <= 4 * Self.blockSize { return firstBytes(in: range) }
    let counts = countsBeforeBlocks()
    func count(before offset: Int) -> Int {
      let block = offset / Self.blockSize
      return counts[block] + firstBytes(in: block * Self.blockSize..<offset)
    }
    return count(before: range.upperBound) - count(before: range.lowerBound)
  }

  private func countsBeforeBlocks() -> [Int] {
    scalarCounts.withLock { known in
      if let known { return known }
      var counts = [0]
      for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
        counts.append(counts[counts.count - 1] + firstBytes(in: start..<min(start + Self.blockSize, bytes.count)))
      }
      known = counts
      return counts
    }
  }

  /// Counts scalars by their first bytes, without decoding them.
  private func firstBytes(in range: Range<Int>) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var count = 0
      for byte in bytes[range] where byte & 0xC0 != 0x80 { count += 1 }
      return count
    }
  }
}

/// A position in a text.
public struct SourcePosition: Sendable, Hashable, Comparable {
  /// The number of the line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars. A tab and a wide character each count as one, and an emoji as its number
  /// of scalars.
  public var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Returns whether the left position is before the right one.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A range of bytes in a file.
package struct SourceRange: Sendable, Hashable {
  package let file: SourceFile
  package let bytes: Range<Int>

  package init(file: SourceFile, bytes: Range<Int>) {
    self.file = file
    self.bytes = bytes
  }

  package var start: SourcePosition { file.position(of: bytes.lowerBound) }
  package var end: SourcePosition { file.position(of: bytes.upperBound) }
  package var text: String { file.text(in: bytes) }

  /// `path:line:column`.
  package var place: String {
    let start = start
    return "\(file.path):\(start.line):\(start.column)"
  }
}
