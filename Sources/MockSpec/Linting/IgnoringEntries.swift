import MockSpecDiagnostics
import MockSpecDocument

/// The entries of a file in which `x-mockspec-ignore` silences warnings.
struct IgnoringEntries {
  static let key = "x-mockspec-ignore"

  /// An entry and the rules that it silences.
  private struct Entry {
    let range: Range<Int>
    /// The index of the innermost entry around this one.
    let parent: Int?
    /// The indexes of the comments, by rule.
    var comments: [String: Int]
  }

  /// The entries in the order of the file. An entry follows the ones that contain it.
  private var entries: [Entry] = []

  init(_ scopes: [(entry: Range<Int>, rule: String, comment: Int)]) {
    var open: [Int] = []
    for (range, rule, comment) in scopes.sorted(by: { $0.entry.lowerBound < $1.entry.lowerBound }) {
      if let last = entries.indices.last, entries[last].range == range {
        entries[last].comments[rule] = entries[last].comments[rule] ?? comment
        continue
      }
      while let last = open.last, entries[last].range.upperBound <= range.lowerBound { open.removeLast() }
      entries.append(Entry(range: range, parent: open.last, comments: [rule: comment]))
      open.append(entries.count - 1)
    }
  }

  /// Returns the index of the comment that silences a rule at an offset. The cost is bounded by the nesting depth, which the
  /// parser limits.
  func comment(at offset: Int, _ rule: String) -> Int? {
    var next: Int? = entries.partitioningIndex { $0.range.lowerBound > offset } - 1
    while let index = next, index >= 0 {
      if entries[index].range.contains(offset), let comment = entries[index].comments[rule] { return comment }
      next = entries[index].parent
    }
    return nil
  }

  /// Returns the rules named by the keys of a file, each with the entry in which it silences warnings, and warnings about
  /// keys that silence nothing.
  static func keys(in root: Node) -> (comments: [IgnoreComments.Comment], malformed: [Diagnostic]) {
    var found: (comments: [IgnoreComments.Comment], malformed: [Diagnostic]) = ([], [])
    collect(root, 0..<root.range.file.bytes.count, &found)
    return found
  }

  /// Recursion is bounded by the parser's depth limit.
  private static func collect(
    _ node: Node, _ entry: Range<Int>, _ found: inout (comments: [IgnoreComments.Comment], malformed: [Diagnostic])
  ) {
    for element in node.elements { collect(element, entry, &found) }
    for (key, value) in node.entries {
      if key.hasText(Self.key) {
        let names = (value.kind == .sequence ? Array(value.elements) : [value]).filter { $0.kind == .string }
        let rules = names.flatMap { name in
          name.text.split(whereSeparator: { $0 == "," || $0 == " " }).map {
            IgnoreComments.Comment(scope: .entry(entry), rule: String($0), range: name.range)
          }
        }
        found.comments += rules
        if rules.isEmpty {
          found.malformed.append(
            IgnoreComments.unused(
              "'\(Self.key)' silences nothing: it names no warning", at: key.range,
              help: "write \"\(Self.key)\": \"NAME\", or a list of names"))
        }
      } else if isMisspelled(key) {
        found.malformed.append(
          IgnoreComments.unused(
            "'\(key.excerpt)' silences nothing", at: key.range, help: "did you mean '\(Self.key)'?"))
      } else {
        let start = min(key.range.bytes.lowerBound, value.range.bytes.lowerBound)
        collect(value, start..<max(start, value.range.bytes.upperBound), &found)
      }
    }
  }

  private static func isMisspelled(_ key: Node) -> Bool {
    key.withUTF8 { text in
      text.count > 12 && text.starts(with: "x-m".utf8) && EditDistance.ofTypo(text, Self.key.utf8) != nil
    }
  }
}
