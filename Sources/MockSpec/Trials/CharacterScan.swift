import MockSpecDiagnostics
import MockSpecDocument

/// Finds the characters that cause errors because they look like others or can't be seen.
///
///     stаtus: 200      this 'а' is U+0430; with an 'a' in its place, the error goes
///     text: “hello”    may stay, since no error is about it
///
/// An error of meaning is caused by a character in the key or the value that it is about, and one of syntax by a character in
/// the place of structure on its line or beside it. Reading the file once with all replacements shows which of the errors go.
struct CharacterScan {
  /// Replacements in one line, in the order of the characters.
  private struct Mistake {
    let line: Int
    let isIndentation: Bool
    var replacements: [LineStructure.Replacement]
  }

  /// The errors that are one error before and after a change.
  private struct Trigger: Hashable {
    let code: String
    let start: Int?
  }

  /// A line with characters that can be mistakes, and the errors that they can cause.
  private struct Candidate {
    var mistake: Mistake
    var triggers: Set<Trigger>
  }

  private struct Place: Hashable {
    let line: Int
    let isIndentation: Bool
  }

  /// What was hidden by other errors is looked at when these are gone.
  private static let maxRounds = 6
  /// Further errors are looked at when the first ones are gone.
  private static let maxErrors = 2000
  /// The lines of a long error that are looked at.
  private static let maxLines = 20

  private let source: SourceFile
  private let reader: FileErrors.Reader
  private let lines: [Int: [LookalikeText.Found]]
  private let lineCount: Int
  /// The characters that the format doesn't allow anywhere, which are read as `_` until they are replaced.
  private let forbidden: [LookalikeText.Found]
  private var edits = TextEdits()
  private var mistakes: [Place: Mistake] = [:]
  private var refused: Set<Int> = []
  /// The errors that remain, with ranges in the text after `edits`.
  private var errors: FileErrors

  /// `nil` if no character causes errors.
  ///
  /// - Parameters:
  ///   - source: The file's text.
  ///   - reader: Reads it with changes.
  ///   - errors: The errors of the text as it is; `nil` if they aren't known.
  init?(_ source: SourceFile, _ reader: FileErrors.Reader, errors: FileErrors? = nil) {
    lines = LookalikeText(source, reader.format).lines
    guard !lines.isEmpty else { return nil }
    (self.source, self.reader) = (source, reader)
    lineCount = source.position(of: source.bytes.count).line
    forbidden =
      reader.format == .json
      ? [] : lines.values.joined().filter(\.character.isForbidden)
    self.errors = errors ?? reader.errors(source.bytes)
    if !forbidden.isEmpty { read(edits(with: [:])) }
    for _ in 0..<Self.maxRounds {
      let candidates = candidates()
      if candidates.isEmpty { break }
      examine(candidates)
    }
    if mistakes.isEmpty && forbidden.isEmpty { return nil }
  }

  /// The remaining diagnostics of the file, and those about characters.
  var diagnostics: [Diagnostic] {
    let fixes = fixes
    var others = SafeFixes(reader: reader, bytes: fixedBytes, errors: errors).checked(errors.all + errors.warnings)
    // What was found with another character in its place would show that, and put it in the text.
    let inText = Set(forbidden.lazy.filter { !isReplaced($0) }.map(\.bytes))
    others.removeAll { other in
      edits.replacements(in: other.range?.bytes ?? 0..<0).contains { inText.contains($0.range.bytes) }
    }
    // One for each line.
    let firsts = Dictionary(grouping: forbidden.filter { !isReplaced($0) }) { line(of: $0.bytes.lowerBound) }.values
      .compactMap { $0.min { $0.bytes.lowerBound < $1.bytes.lowerBound } }
    return others.map { $0.moved(to: source, edits.original) } + groups.map { diagnostic($0, fixes) }
      + firsts.map {
        .forbiddenCharacter($0.character.scalar.value, at: SourceRange(file: source, bytes: $0.bytes))
      }
  }

  /// The content with all replacements.
  var fixedBytes: [UInt8] { edits.applied(to: source.bytes) }

  /// The replacements of the characters that are certainly meant as others; one for each diagnostic.
  var fixes: [Fix] { groups.map(replacement).withoutOverlaps() }

  // MARK: - Candidates

  /// The characters that can cause the errors that remain.
  private func candidates() -> [Place: Candidate] {
    var found: [Place: Candidate] = [:]
    for (index, error) in errors.all.prefix(Self.maxErrors).enumerated() {
      guard let range = error.range else { continue }
      let bytes = edits.original(range.bytes)
      let first = line(of: bytes.lowerBound)
      let last = min(line(of: bytes.upperBound), first + Self.maxLines)
      let trigger = Trigger(code: error.code, start: bytes.lowerBound)
      if index < errors.syntax.count {
        let hasStructure = [first...last, first - 1...last + 1].contains { addStructure(of: $0, trigger, to: &found) }
        if !hasStructure { addIndentation(before: last, trigger, to: &found) }
      } else if Self.isAboutText(error) {
        for line in first...last { addContent(of: line, in: bytes, trigger, to: &found) }
        // A value that is missing can be on the next line, with an indentation that isn't one.
        if error.code == "wrong-type" { addIndentation(before: last + 1, trigger, to: &found) }
      }
    }
    return found
  }

  /// Adds the characters in the place of structure of some lines; quotes only if there are no others.
  ///
  /// - Returns: Whether there are some.
  private func addStructure(
    of lines: ClosedRange<Int>, _ trigger: Trigger, to candidates: inout [Place: Candidate]
  ) -> Bool {
    let all = lines.map { ($0, structure(of: $0)) }
    let isJSON = reader.format == .json
    let hasOthers = all.contains { $0.1.contains { $0.kind != .quote } }
    var count = 0
    for (line, replacements) in all {
      let kept = replacements.filter { isJSON || !hasOthers || $0.kind != .quote }
      count += kept.count
      add(kept, line, trigger, to: &candidates)
    }
    return count > 0
  }

  /// Adds those in the indentation of the last line that has such, up to a line whose own can be right.
  private func addIndentation(before line: Int, _ trigger: Trigger, to candidates: inout [Place: Candidate]) {
    for line in stride(from: line, through: max(1, line - Self.maxLines), by: -1) {
      let found = structure(of: line).filter { $0.kind == .indentation }
      if !found.isEmpty { return add(found, line, trigger, to: &candidates) }
    }
  }

  /// Adds the characters of a line that are inside an error or touch it: those in the place of structure, or else all.
  private func addContent(
    of line: Int, in bytes: Range<Int>, _ trigger: Trigger, to candidates: inout [Place: Candidate]
  ) {
    guard let characters = lines[line] else { return }
    func touches(_ found: LookalikeText.Found) -> Bool {
      found.bytes.lowerBound <= bytes.upperBound && bytes.lowerBound <= found.bytes.upperBound && !isKnown(found)
    }
    let inside = characters.filter(touches)
    guard !inside.isEmpty else { return }
    let structure = structure(of: line)
    let kinds = Set(structure.lazy.filter { touches($0.found) }.map(\.kind))
    if !kinds.isEmpty {
      // Quotes around another value of the line are meant as those that cause the error.
      add(
        structure.filter { touches($0.found) || ($0.kind == .quote && kinds.contains(.quote)) }, line, trigger,
        to: &candidates)
    } else if line == self.line(of: bytes.upperBound), line == self.line(of: bytes.lowerBound) {
      let replacements = inside.map {
        LineStructure.Replacement(found: $0, text: LineStructure.meaning(of: $0, in: source), kind: .other)
      }
      add(replacements, line, trigger, to: &candidates)
    }
  }

  private func add(
    _ replacements: [LineStructure.Replacement], _ line: Int, _ trigger: Trigger,
    to candidates: inout [Place: Candidate]
  ) {
    // Not by recursion, since all lines of a file can have such an indentation.
    var pending = [(replacements, line)]
    while let (replacements, line) = pending.popLast() {
      let indentation = replacements.filter { $0.kind == .indentation }
      let others = replacements.filter { $0.kind != .indentation }
      _ = add(others, at: Place(line: line, isIndentation: false), trigger, to: &candidates)
      guard let first = indentation.first,
        add(indentation, at: Place(line: line, isIndentation: true), trigger, to: &candidates)
      else { continue }
      // Of a file that was pasted from a page, no line can be changed alone.
      for next in [line - 1, line + 1] where candidates[Place(line: next, isIndentation: true)] == nil {
        let same = structure(of: next).filter { $0.found.character.scalar == first.found.character.scalar }
        pending.append((same.filter { $0.kind == .indentation }, next))
      }
    }
  }

  /// Adds the replacements of one place.
  ///
  /// - Returns: Whether the place had none.
  private func add(
    _ found: [LineStructure.Replacement], at place: Place, _ trigger: Trigger, to candidates: inout [Place: Candidate]
  ) -> Bool {
    if found.isEmpty { return false }
    let earlier = candidates[place]
    var candidate =
      earlier
      ?? Candidate(
        mistake: Mistake(line: place.line, isIndentation: place.isIndentation, replacements: []), triggers: [])
    candidate.triggers.insert(trigger)
    let known = Set(candidate.mistake.replacements.map(\.found.bytes.lowerBound))
    candidate.mistake.replacements += found.filter { !known.contains($0.found.bytes.lowerBound) }
    candidates[place] = candidate
    return earlier == nil
  }

  /// Whether an error is about the characters of its range, and not about what else is in the file.
  private static func isAboutText(_ error: Diagnostic) -> Bool {
    !["missing-key", "duplicate-key", "conflicting-keys"].contains(error.code)
  }

  private func structure(of line: Int) -> [LineStructure.Replacement] {
    guard let found = lines[line] else { return [] }
    let structure = LineStructure(source.bytes[source.lineRange(line)], found, reader.format)
    let replacements = structure.replacements.filter { !isKnown($0.found) }
    guard replacements.contains(where: { $0.kind == .indentation && $0.found.character.scalar == "\u{3000}" }) else {
      return replacements
    }
    // The ideographic space is as wide as two spaces, but can be typed for one.
    let wide = structure.replacements.count { $0.kind == .indentation && $0.found.character.scalar == "\u{3000}" }
    let isWide = [line - 1, line + 1].contains {
      lines[$0] == nil && indentation(of: $0) == structure.indentation + wide
    }
    let isNarrow = (line - 5...line + 5).contains { $0 != line && indentation(of: $0) == structure.indentation }
    if isNarrow && !isWide { return replacements }
    return replacements.map {
      $0.kind == .indentation && $0.found.character.scalar == "\u{3000}"
        ? LineStructure.Replacement(found: $0.found, text: "  ", kind: .indentation) : $0
    }
  }

  /// The indentation of a line in characters; `nil` beyond the text.
  private func indentation(of line: Int) -> Int? {
    guard 1...lineCount ~= line else { return nil }
    return LineStructure(source.bytes[source.lineRange(line)], lines[line] ?? [], reader.format).indentation
  }

  private func isReplaced(_ found: LookalikeText.Found) -> Bool {
    let line = line(of: found.bytes.lowerBound)
    return [true, false].contains { isIndentation in
      mistakes[Place(line: line, isIndentation: isIndentation)]?.replacements
        .contains { $0.found.bytes == found.bytes } == true
    }
  }

  private func isKnown(_ found: LookalikeText.Found) -> Bool {
    refused.contains(found.bytes.lowerBound) || isReplaced(found)
  }

  // MARK: - Reading

  /// Keeps the candidates without which errors remain.
  private mutating func examine(_ candidates: [Place: Candidate]) {
    let before = errors
    var kept = candidates
    // The second reading is without the candidates that didn't help in the first one.
    for _ in 0..<2 where !kept.isEmpty {
      let edits = edits(with: kept)
      let after = reader.errors(edits.applied(to: source.bytes))
      let left = Set(after.all.map { Trigger(code: $0.code, start: ($0.range?.bytes).map(edits.original)?.lowerBound) })
      let inside = Set(
        after.all.lazy.filter { Self.isAboutText($0) && $0.range?.text.contains("\n") == false }.flatMap { error in
          edits.replacements(in: error.range?.bytes ?? 0..<0, withRemovals: true).map(\.range.bytes.lowerBound)
        })
      let helpful = kept.filter { _, candidate in
        !candidate.triggers.isSubset(of: left)
          && !candidate.mistake.replacements.contains { inside.contains($0.found.bytes.lowerBound) }
      }
      let isBetter =
        (before.end != nil || after.end == nil) && after.syntax.count <= before.syntax.count
        && (after.syntax.count < before.syntax.count || after.count <= before.count)
      if isBetter, helpful.count == kept.count {
        for (place, candidate) in kept {
          mistakes[place, default: Mistake(line: place.line, isIndentation: place.isIndentation, replacements: [])]
            .replacements += candidate.mistake.replacements
          mistakes[place]?.replacements.sort { $0.found.bytes.lowerBound < $1.found.bytes.lowerBound }
        }
        (self.edits, errors) = (edits, after)
        break
      }
      kept = helpful.count == kept.count ? [:] : helpful
    }
    for candidate in candidates.values {
      refused.formUnion(candidate.mistake.replacements.map(\.found.bytes.lowerBound))
    }
  }

  private mutating func read(_ edits: TextEdits) {
    self.edits = edits
    errors = reader.errors(edits.applied(to: source.bytes))
  }

  /// All replacements that are kept, those of candidates, and the others of characters that aren't allowed.
  private func edits(with candidates: [Place: Candidate]) -> TextEdits {
    let chosen = (mistakes.values.flatMap(\.replacements) + candidates.values.flatMap(\.mistake.replacements))
    let places = Set(chosen.map(\.found.bytes.lowerBound))
    let neutral = forbidden.filter { !places.contains($0.bytes.lowerBound) }
    return TextEdits(chosen.map { edit($0.found, $0.text) } + neutral.map { edit($0, "_") })
  }

  private func edit(_ found: LookalikeText.Found, _ text: String) -> Fix {
    Fix(SourceRange(file: source, bytes: found.bytes), text)
  }

  private func line(of offset: Int) -> Int { source.position(of: offset).line }

  // MARK: - Messages

  /// The mistakes, together if the same character is on consecutive lines.
  private var groups: [[Mistake]] {
    var groups: [[Mistake]] = []
    for isIndentation in [true, false] {
      for mistake in mistakes.values.filter({ $0.isIndentation == isIndentation }).sorted(by: { $0.line < $1.line }) {
        if let last = groups.last?.last, last.isIndentation == isIndentation, last.line + 1 == mistake.line,
          last.replacements[0].found.character.scalar == mistake.replacements[0].found.character.scalar
        {
          groups[groups.count - 1].append(mistake)
        } else {
          groups.append([mistake])
        }
      }
    }
    return groups
  }

  private func replacement(_ group: [Mistake]) -> Fix {
    let edits = group.flatMap(\.replacements).map { edit($0.found, $0.text) }
    let bytes = edits[0].range.bytes.lowerBound..<edits[edits.count - 1].range.bytes.upperBound
    var text: [UInt8] = []
    var copied = bytes.lowerBound
    for edit in edits {
      text += source.bytes[copied..<edit.range.bytes.lowerBound] + Array(edit.text.utf8)
      copied = edit.range.bytes.upperBound
    }
    return Fix(SourceRange(file: source, bytes: bytes), String(decoding: text, as: UTF8.self))
  }

  private func diagnostic(_ group: [Mistake], _ fixes: [Fix]) -> Diagnostic {
    let first = group[0].replacements[0]
    let fix = replacement(group)
    return Self.lookalike(
      first.found.character, at: SourceRange(file: source, bytes: first.found.bytes), replacement: first.text,
      more: Self.more(group.reduce(-1) { $0 + $1.replacements.count }, on: group),
      fix: fixes.first { $0.range == fix.range })
  }

  private static func more(_ count: Int, on group: [Mistake]) -> String {
    let (first, last) = (group[0].line, group[group.count - 1].line)
    return count == 0 ? "" : "; \(count) more \(first == last ? "on this line" : "up to line \(last)")"
  }

  static func lookalike(
    _ character: Lookalike, at range: SourceRange, replacement: String, more: String, fix: Fix?
  ) -> Diagnostic {
    let shown = character.isInvisible ? "" : "'\(character.scalar)', "
    let likeness =
      switch character.meanings[0] {
      case "": "which can't be seen"
      case let meaning: "which looks like \(name(meaning))"
      }
    return Diagnostic(
      .error, "invalid-character", "found \(shown)\(character.description), \(likeness)", at: range,
      help: (replacement.isEmpty ? "remove it" : "replace it with \(name(replacement))") + more, fix: fix)
  }

  private static func name(_ text: String) -> String {
    switch text {
    case " ": "a space"
    case "  ": "two spaces"
    case "\n": "a line break"
    case "'": "a single quote (')"
    case "\"": "a double quote (\")"
    default: "'\(text.filter { $0 != " " })'"
    }
  }
}
