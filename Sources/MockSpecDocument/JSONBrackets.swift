/// Whether the brackets of the rest of a text fit those that are open, by which a mistake shows what it was.
///
///     {"a": [1, 2}      closes both: nothing would be left to close '{'
///     {"a": [1, 2}}     is a ']'
struct JSONBrackets {
  struct Opening {
    var isMapping: Bool
    var offset: Int
    /// Of its line, once it is known.
    var indentation: Int?
  }

  /// What is closed, and opened, where a mistake is.
  struct Change: Equatable {
    var closed = 0
    /// Whether a mapping or a sequence is.
    var opensMapping: Bool?
    /// How many bytes are passed over first.
    var skipped = 0

    static let none = Change()
    static let closing = Change(closed: 1)
    static let openingMapping = Change(opensMapping: true)
    static let openingSequence = Change(opensMapping: false)
  }

  private let bytes: [UInt8]
  /// That may be looked at again.
  private var bytesLeft = 16 << 20

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Brackets that begin lines tell at once, if lines are indented; else all must fit up to the end.
  mutating func first(of changes: [Change], of open: [Opening], from offset: Int) -> Change? {
    for usesLines in [true, false] {
      for change in changes where change.closed <= open.count {
        var open = Array(open.dropLast(change.closed))
        if let isMapping = change.opensMapping { open.append(Opening(isMapping: isMapping, offset: offset)) }
        let known = open.count - (change.opensMapping == nil ? 0 : 1)
        if fits(open, known, from: offset + change.skipped, usesLines: usesLines) { return change }
      }
    }
    return nil
  }

  /// - Parameter known: How many of those that are open aren't only guessed.
  private mutating func fits(_ start: [Opening], _ known: Int, from offset: Int, usesLines: Bool) -> Bool {
    var open = start
    var known = known
    var index = offset
    var indentation: Int?
    defer { bytesLeft -= index - offset }
    if usesLines, index < bytes.count, let column = JSONLine.indentation(of: index, in: bytes),
      let fits = entryFits(&open, known, at: index, column: column)
    {
      return fits
    }
    while index < bytes.count {
      if index - offset > bytesLeft { return false }
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if open.isEmpty { return false }
        index = JSONLine.end(ofTextAt: index, in: bytes) ?? index
      case UInt8(ascii: "/"), UInt8(ascii: "#"):
        index = JSONLine.end(ofCommentAt: index, in: bytes).map { $0 - 1 } ?? index
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if open.isEmpty { return false }
        open.append(Opening(isMapping: bytes[index] == UInt8(ascii: "{"), offset: index, indentation: indentation))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let last = open.popLast(), last.isMapping == (bytes[index] == UInt8(ascii: "}")) else { return false }
        if usesLines, let column = JSONLine.indentation(of: index, in: bytes) {
          guard column == last.indentation ?? JSONLine.indentation(ofLineAt: last.offset, in: bytes) else {
            return false
          }
          if open.count < known { return true }
        }
        known = min(known, open.count)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        let column = bytes[(index + 1)...].prefix(while: YAMLBytes.isBlank).count
        indentation = column
        if usesLines, let fits = entryFits(&open, known, at: index + 1 + column, column: column) { return fits }
      default: break
      }
      index += 1
    }
    return open.isEmpty
  }

  /// Whether what starts a line stands in the column of those before it; `nil` if that tells nothing.
  private func entryFits(_ open: inout [Opening], _ known: Int, at offset: Int, column: Int) -> Bool? {
    guard let last = open.indices.last, last < known, offset < bytes.count,
      !"]},/#\r\n".utf8.contains(bytes[offset])
    else { return nil }
    let outer = open[last].indentation ?? JSONLine.indentation(ofLineAt: open[last].offset, in: bytes)
    open[last].indentation = outer
    if column <= outer { return false }
    let start = open[last].offset + 1
    guard let first = bytes[start...].firstIndex(where: { !YAMLBytes.isSpace($0) }),
      let expected = JSONLine.indentation(of: first, in: bytes)
    else { return nil }
    return column == expected
  }
}
