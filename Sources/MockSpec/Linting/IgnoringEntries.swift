import MockSpecDiagnostics
import MockSpecDocument

/// The entries of a JSON file in which `x-mockspec-ignore` silences warnings.
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

  /// In the order of the file, so that an entry follows those around it.
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

  /// Returns the index of the comment that silences a rule at an offset. Entries are nested at most as deeply as the limit
  /// of the parser allows, which bounds the cost.
  func comment(at offset: Int, _ rule: String) -> Int? {
    var next: Int? = entries.partitioningIndex { $0.range.lowerBound > offset } - 1
    while let index = next, index >= 0 {
      if entries[index].range.contains(offset), let comment = entries[index].comments[rule] { return comment }
      next = entries[index].parent
    }
    return nil
  }

  /// Returns the rules that the keys of a JSON file name, each with the entry in which it silences warnings.
  static func comments(in file: SourceFile) -> [IgnoreComments.Comment] {
    guard file.bytes.firstStart(of: key.utf8) != nil,
      let root = DocumentParser.parse(file.bytes, path: file.path, format: .json).document?.root
    else { return [] }
    var found: [IgnoreComments.Comment] = []
    collect(root, 0..<file.bytes.count, file, &found)
    return found
  }

  /// The depth of recursion is limited by the parser.
  private static func collect(
    _ node: Node, _ entry: Range<Int>, _ file: SourceFile, _ found: inout [IgnoreComments.Comment]
  ) {
    for element in node.elements { collect(element, entry, file, &found) }
    for (key, value) in node.entries {
      if key.hasText(Self.key) {
        for name in value.isScalar ? [value] : Array(value.elements) {
          for rule in name.text.split(whereSeparator: { $0 == "," || $0 == " " }) {
            let range = SourceRange(file: file, bytes: name.range.bytes)
            found.append(.init(file: file, scope: .entry(entry), rule: String(rule), range: range))
          }
        }
      } else {
        collect(value, key.range.bytes.lowerBound..<value.range.bytes.upperBound, file, &found)
      }
    }
  }
}
