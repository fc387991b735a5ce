import MockSpecDiagnostics

/// The changes to a file as a unified diff, which `patch -p1` and `git apply` read.
package struct UnifiedDiff {
  private typealias Line = ArraySlice<UInt8>

  /// Lines of the file in place of which others are written.
  private struct Change {
    let old: Range<Int>
    let new: Range<Int>
  }

  private static let contextLines = 3

  private let old: [Line]
  private let new: [Line]

  /// Whether the file is made, or removed.
  private let (isNew, isGone): (Bool, Bool)
  /// Whether the bytes can't be shown as lines.
  private let isBinary: Bool

  /// - Parameters:
  ///   - old: The content of the file; `nil` if there is none yet.
  ///   - new: What is written in place of it; `nil` if the file is removed.
  package init(from old: [UInt8]?, to new: [UInt8]?) {
    (isNew, isGone) = (old == nil, new == nil)
    let isText = { (bytes: [UInt8]?) in bytes.map { !$0.contains(0) && String(validating: $0, as: UTF8.self) != nil } }
    isBinary = old != new && [old, new].contains { isText($0) == false }
    self.old = Self.lines(old ?? [])
    self.new = Self.lines(new ?? [])
  }

  /// Returns the diff, without a line break at the end; empty if nothing changes.
  package func text(path: String) -> String {
    let shown = path.hasPrefix("/") ? String(path.dropFirst()) : path
    let (from, to) = (
      isNew ? "/dev/null" : Self.name("a/" + shown), isGone ? "/dev/null" : Self.name("b/" + shown)
    )
    if isBinary { return "Binary files \(from) and \(to) differ" }
    let hunks = hunks
    guard !hunks.isEmpty else { return "" }
    return (["--- \(from)", "+++ \(to)"] + hunks.map(text)).joined(separator: "\n")
  }

  /// A name as Git writes it: a name with spaces ends with a tab, and one with control characters, quotes or backslashes is
  /// written as in C.
  private static func name(_ path: String) -> String {
    guard path.unicodeScalars.contains(where: { $0.value < 0x20 || "\"\\\u{7F}".unicodeScalars.contains($0) }) else {
      return path.contains(" ") ? path + "\t" : path
    }
    var text = "\""
    for scalar in path.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 8)
        text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// Splits at line feeds, and keeps them.
  private static func lines(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(rest[...end])
      rest = rest[(end + 1)...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }

  /// The changed lines. Fixes rarely change the number of lines, and then each line is compared with its own.
  private var changes: [Change] {
    guard old.count != new.count else {
      return old.indices.filter { old[$0] != new[$0] }.map { Change(old: $0..<$0 + 1, new: $0..<$0 + 1) }
    }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let limit = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(limit).prefix { $0 == $1 }.count
    return changes(old: start..<old.count - end, new: start..<new.count - end)
  }

  /// The changes between lines of which the first and the last ones differ. Many lines are one change, since comparing them
  /// takes memory that grows with the square of their number.
  private func changes(old oldLines: Range<Int>, new newLines: Range<Int>) -> [Change] {
    guard oldLines.count + newLines.count <= 3_000 else { return [Change(old: oldLines, new: newLines)] }
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in new[newLines].difference(from: old[oldLines]) {
      switch change {
      case .remove(let offset, _, _): removed.insert(oldLines.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(newLines.lowerBound + offset)
      }
    }
    var changes: [Change] = []
    var (place, newPlace) = (oldLines.lowerBound, newLines.lowerBound)
    while place < oldLines.upperBound || newPlace < newLines.upperBound {
      let start = (place, newPlace)
      while removed.contains(place) { place += 1 }
      while inserted.contains(newPlace) { newPlace += 1 }
      if start != (place, newPlace) {
        changes.append(Change(old: start.0..<place, new: start.1..<newPlace))
      } else {
        (place, newPlace) = (place + 1, newPlace + 1)
      }
    }
    return changes
  }

  /// The changes, together where their context overlaps.
  private var hunks: [[Change]] {
    changes.reduce(into: []) { hunks, change in
      if let last = hunks.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * Self.contextLines {
        hunks[hunks.count - 1].append(change)
      } else {
        hunks.append([change])
      }
    }
  }

  private func text(_ hunk: [Change]) -> String {
    let (first, last) = (hunk[0], hunk[hunk.count - 1])
    let before = min(Self.contextLines, first.old.lowerBound)
    let after = min(Self.contextLines, old.count - last.old.upperBound)
    let oldLines = first.old.lowerBound - before..<last.old.upperBound + after
    let newLines = first.new.lowerBound - before..<last.new.upperBound + after
    var rows = ["@@ -\(Self.range(oldLines)) +\(Self.range(newLines)) @@"]
    var next = oldLines.lowerBound
    var index = 0
    while index < hunk.count {
      // Adjacent lines are removed together, then added together.
      var end = index + 1
      while end < hunk.count, hunk[end].old.lowerBound == hunk[end - 1].old.upperBound { end += 1 }
      let block = hunk[index..<end]
      rows += old[next..<block[index].old.lowerBound].map { Self.row(" ", $0) }
      for change in block { rows += old[change.old].map { Self.row("-", $0) } }
      for change in block { rows += new[change.new].map { Self.row("+", $0) } }
      next = block[end - 1].old.upperBound
      index = end
    }
    rows += old[next..<oldLines.upperBound].map { Self.row(" ", $0) }
    return rows.joined(separator: "\n")
  }

  /// A range without lines names the line before it.
  private static func range(_ lines: Range<Int>) -> String {
    "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1)\(lines.count == 1 ? "" : ",\(lines.count)")"
  }

  private static func row(_ sign: String, _ line: Line) -> String {
    guard line.last == UInt8(ascii: "\n") else {
      return sign + String(decoding: line, as: UTF8.self) + "\n\\ No newline at end of file"
    }
    return sign + String(decoding: line.dropLast(), as: UTF8.self)
  }
}
