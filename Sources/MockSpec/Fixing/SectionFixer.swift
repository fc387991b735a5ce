import MockSpecDiagnostics
import MockSpecDocument

/// Finds the fixes of the syntax of a long YAML text with more errors than are read at once. Reading on after an error
/// takes as long as reading the whole text, so each of many errors would; short sections of the text are read by
/// themselves instead.
///
/// A section's fixes are kept only if it and the next section start with an entry of the whole text after all fixes. A
/// section that starts inside a text in quotes, or inside brackets, would be read as something else. After an error that
/// remains, it isn't certain what the text means; nothing is fixed from there on.
struct SectionFixer {
  private struct Candidate {
    let section: Int
    let fixes: [Fix]
    /// The codes of the section's errors.
    let codes: Set<String>
  }

  private let bytes: [UInt8]
  private let reader: FileErrors.Reader
  private let source: SourceFile
  private let sections: TextSections

  /// How often the fixes that are left may be tried together.
  private static let maxTrials = 8

  init(_ bytes: [UInt8], _ reader: FileErrors.Reader) {
    (self.bytes, self.reader) = (bytes, reader)
    source = SourceFile(path: reader.shown, bytes: bytes)
    sections = TextSections(bytes)
  }

  /// Returns the fixes of all sections in which they are certain; `nil` if there are none.
  ///
  /// - Parameter first: The offset of the text's first error.
  func edits(from first: Int) -> TextEdits? {
    guard sections.all.count > 1 else { return nil }
    var candidates: [Candidate] = []
    for section in sections.index(of: first)..<sections.all.count {
      if reader.budget.isSpent { return nil }
      if let candidate = candidate(section) { candidates.append(candidate) }
    }
    var end = sections.all.count
    for trial in 0..<Self.maxTrials where !candidates.isEmpty {
      let edits = TextEdits(candidates.flatMap(\.fixes))
      let after = reader.errors(edits.applied(to: text(upTo: end)))
      let count = candidates.count
      if let root = after.root, !after.isPartial {
        let entries = BlockEntries(of: root, after: edits)
        let errors = after.grouped { sections.index(of: edits.original($0).lowerBound) }
        candidates.removeAll { candidate in
          !isWhole(candidate.section, in: entries)
            || errors[candidate.section]?.syntax.contains { !candidate.codes.contains($0.code) } ?? false
        }
        if candidates.count == count { return edits }
      } else {
        let broken = after.syntax.compactMap(\.range).map { sections.index(of: edits.original($0.bytes).lowerBound) }
        candidates.removeAll { broken.contains($0.section) }
        if candidates.count < count, trial < Self.maxTrials / 2 { continue }
        end = broken.min() ?? 0
        candidates.removeAll { $0.section >= end }
      }
    }
    return nil
  }

  /// Returns the text before a section, with an entry that shows whether one can start there.
  private func text(upTo end: Int) -> [UInt8] {
    guard let start = sections.all[end...].lazy.compactMap(\.path?.last).first else { return bytes }
    return Array(bytes[..<start]) + (bytes[start...].starts(with: "- ".utf8) ? "- 0\n" : "x-next: 0\n").utf8
  }

  /// Whether a section starts and ends where entries do.
  private func isWhole(_ section: Int, in entries: BlockEntries) -> Bool {
    guard let path = sections.all[section].path, section == 0 || entries.contain(path) else { return false }
    return sections.all[(section + 1)...].lazy.compactMap(\.path).first.map(entries.contain) ?? true
  }

  private func candidate(_ index: Int) -> Candidate? {
    let section = sections.all[index]
    let heading = section.heading.flatMap { bytes[$0] }
    let text = heading + bytes[section.lines]
    let errors = reader.errors(text)
    // What characters cause that look like others can look like other mistakes.
    guard !errors.syntax.isEmpty, !errors.isCut,
      CharacterSearch(SourceFile(path: reader.shown, bytes: text), reader, errors: errors) == nil
    else { return nil }
    var trials = FixTrials(reader, ofBytes: text.count)
    let fixes = trials.passing(errors.syntax.compactMap(\.fix), in: text, errors, \.fixesSyntax).fixes
    guard let first = fixes.first, first.range.bytes.lowerBound >= heading.count else { return nil }
    return Candidate(
      section: index, fixes: fixes.map { $0.moved(by: section.lines.lowerBound - heading.count, to: source) },
      codes: Set(errors.syntax.map(\.code)))
  }
}

extension Fix {
  fileprivate func moved(by distance: Int, to source: SourceFile) -> Fix {
    let bytes = range.bytes.lowerBound + distance..<range.bytes.upperBound + distance
    return Fix(SourceRange(file: source, bytes: bytes), text)
  }
}
