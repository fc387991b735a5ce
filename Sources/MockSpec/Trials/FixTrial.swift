import MockSpecDiagnostics

/// Compares a file's errors before and after some fixes, to decide whether the fixes are kept.
struct FixTrial {
  let edits: TextEdits
  let before: FileErrors
  let after: FileErrors
  /// The number of fixes that are decided on.
  let count: Int

  /// - Parameter count: The number of fixes, if not all edits are decided on.
  init(_ edits: TextEdits, before: FileErrors, after: FileErrors, count: Int? = nil) {
    (self.edits, self.before, self.after) = (edits, before, after)
    self.count = count ?? edits.all.count
  }

  /// Whether each fix removed a syntax error, and no new error appeared.
  var fixesSyntax: Bool {
    if before.end == nil, after.end != nil { return false }
    let limit = before.end ?? .max
    let left = after.syntax.count { (start(of: $0) ?? 0) <= limit }
    return left + count <= before.syntax.count
      && codes(after.syntax).isSubset(of: codes(before.syntax))
      && !(after.all + after.warnings).contains(where: isInReplacement)
  }

  /// Whether each fix removed an error of meaning, and no new error appeared. A new error suggests that something else
  /// was meant.
  var fixesMeaning: Bool {
    let last = before.lastKnown ?? .max
    let isKnown = { (error: Diagnostic) in (start(of: error) ?? 0) <= last }
    guard after.syntax.count == before.syntax.count, after.end == nil,
      after.meaning.count(where: isKnown) + count <= before.meaning.count
    else { return false }
    let others = (before.meaning + before.warnings).filter { $0.fix.map { !edits.replaces($0.range.bytes) } ?? true }
    let known = Set(others.map { Mistake(code: $0.code, start: $0.range?.bytes.lowerBound) })
    return (after.meaning + after.warnings).filter(isKnown).allSatisfy {
      known.contains(Mistake(code: $0.code, start: start(of: $0)))
    }
  }

  private struct Mistake: Hashable {
    let code: String
    let start: Int?
  }

  private func codes(_ diagnostics: [Diagnostic]) -> Set<String> { Set(diagnostics.map(\.code)) }

  /// Where a diagnostic of the fixed text starts in the text before.
  private func start(of diagnostic: Diagnostic) -> Int? { (diagnostic.range?.bytes).map(edits.original)?.lowerBound }

  /// Whether an error is in a replaced text: a replacement that parses, but isn't valid there, wasn't meant. A
  /// replacement of several lines only changes indentation, and causes none.
  private func isInReplacement(_ diagnostic: Diagnostic) -> Bool {
    guard let place = diagnostic.range?.bytes else { return false }
    return edits.replacements(in: place).contains { !$0.text.contains("\n") }
  }
}

/// Tries fixes on a text a limited number of times, so that editors and `--fix` are offered the same ones.
struct FixTrials {
  let reader: FileErrors.Reader
  private(set) var left: Int

  /// - Parameters:
  ///   - count: The length of the text.
  ///   - limit: The number of bytes that may be read.
  init(_ reader: FileErrors.Reader, ofBytes count: Int, limit: Int = 8 << 20) {
    self.init(reader, count: FileErrors.Reader.trials(ofBytes: count, limit: limit))
  }

  init(_ reader: FileErrors.Reader, count: Int) { (self.reader, left) = (reader, count) }

  /// Returns the fixes that together remove their errors and cause no others: all of them, or else those that pass one
  /// after the other. From the last fix on, since an error can hide others after it.
  ///
  /// What fixes change in one request usually doesn't affect another one, so that one trial decides on a fix of each.
  ///
  /// - Parameters:
  ///   - fixes: The fixes; of those that overlap, only the first is tried.
  ///   - text: The text, with the errors `before`.
  ///   - isBetter: Whether the errors are fixed.
  /// - Returns: The fixes, and the errors of the text after them.
  mutating func passing(
    _ fixes: [Fix], in text: [UInt8], _ before: FileErrors, _ isBetter: KeyPath<FixTrial, Bool>
  ) -> (fixes: [Fix], errors: FileErrors) {
    let all = TextEdits(fixes)
    guard !all.all.isEmpty, let after = attempt(all, on: text) else { return ([], before) }
    if FixTrial(all, before: before, after: after)[keyPath: isBetter] { return (all.all, after) }
    let parts = before.parts
    if all.all.count > 1, parts.count > 1,
      let found = passing(all, in: text, before, after, isBetter, separatelyIn: parts)
    {
      return found
    }
    var passing: (fixes: [Fix], errors: FileErrors) = ([], before)
    for fix in all.all.reversed() where all.all.count > 1 {
      let edits = TextEdits([fix] + passing.fixes)
      guard let after = attempt(edits, on: text) else { break }
      if FixTrial(edits, before: before, after: after)[keyPath: isBetter] { passing = (edits.all, after) }
    }
    return passing
  }

  /// Decides on the fixes of each part of a file separately, in as many trials as the part with the most of them needs.
  ///
  /// - Parameters:
  ///   - after: The errors after all fixes, of which some don't pass.
  ///   - parts: The ranges of the parts, by position. What is outside of them is a part, too.
  /// - Returns: `nil` if the fixes of different parts affect each other.
  private mutating func passing(
    _ all: TextEdits, in text: [UInt8], _ before: FileErrors, _ after: FileErrors, _ isBetter: KeyPath<FixTrial, Bool>,
    separatelyIn parts: [Range<Int>]
  ) -> (fixes: [Fix], errors: FileErrors)? {
    func part(of offset: Int) -> Int {
      let next = parts.partitioningIndex { $0.upperBound > offset }
      return next < parts.count && parts[next].contains(offset) ? next : -1
    }
    let beforeByPart = before.grouped { part(of: $0.lowerBound) }
    /// Returns the parts among those of some fixes in which the fixes pass.
    func passes(_ fixes: [Int: [Fix]], _ edits: TextEdits, _ after: FileErrors) -> Set<Int> {
      let afterByPart = after.grouped { part(of: edits.original($0).lowerBound) }
      return Set(
        fixes.keys.filter { key in
          FixTrial(
            edits, before: beforeByPart[key] ?? before.none, after: afterByPart[key] ?? after.none,
            count: fixes[key]?.count)[keyPath: isBetter]
        })
    }
    var open = Dictionary(grouping: all.all) { part(of: $0.range.bytes.lowerBound) }
    var kept = open.filter { [passing = passes(open, all, after)] in passing.contains($0.key) }
    open = open.filter { kept[$0.key] == nil && $0.value.count > 1 }
    // The last trial is that of all parts together.
    while !open.isEmpty, left > 1 {
      var candidates = kept
      for key in open.keys {
        guard let next = open[key]?.popLast() else { continue }
        candidates[key, default: []].append(next)
      }
      let edits = TextEdits(candidates.values.flatMap(\.self))
      guard let after = attempt(edits, on: text) else { break }
      let passing = passes(candidates.filter { open[$0.key] != nil }, edits, after)
      for key in passing { kept[key] = candidates[key] }
      open = open.filter { !$0.value.isEmpty }
    }
    let edits = TextEdits(kept.values.flatMap(\.self))
    if edits.all.isEmpty { return ([], before) }
    guard let after = attempt(edits, on: text),
      FixTrial(edits, before: before, after: after)[keyPath: isBetter]
    else { return nil }
    return (edits.all, after)
  }

  private mutating func attempt(_ edits: TextEdits, on text: [UInt8]) -> FileErrors? {
    guard left > 0 else { return nil }
    left -= 1
    return reader.errors(edits.applied(to: text))
  }
}
