import MockSpecDiagnostics
import MockSpecDocument

/// Finds the characters that cause errors because they look like others or can't be seen.
///
///     stаtus: 200      this 'а' is U+0430; with an 'a' in its place, the error goes and no other appears
///     text: “hello”    may stay, since no error depends on it
///
/// Trials decide, and not the syntax around a character, so that the same rule holds for indentation, keys, keywords,
/// numbers, durations and delimiters in YAML and in JSON. Only lines next to an error are tried.
struct CharacterSearch {
  /// Characters that cause an error.
  private struct Mistake {
    let lines: ClosedRange<Int>
    let characters: [LookalikeText.Found]
    /// The replacements, in the order of the characters.
    let edits: [Fix]
    /// Whether the characters can be meant as text, where YAML doesn't allow them.
    let isInText: Bool
  }

  /// Lines with more such characters aren't taken apart.
  private static let maxCharacters = 24
  private static let maxLines = 12
  /// Further errors are looked at when the first ones are gone.
  private static let maxErrors = 2000

  private let source: SourceFile
  private let reader: FileErrors.Reader
  private let lines: [Int: [LookalikeText.Found]]
  private var edits = TextEdits()
  private var mistakes: [Mistake] = []
  private var trialsLeft: Int
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
    trialsLeft = FileErrors.Reader.trials(ofBytes: source.bytes.count)
    self.errors = errors ?? reader.errors(source.bytes)
    var tried: Set<Int> = []
    while let line = nextLine(after: tried), trialsLeft > 0 {
      let count = mistakes.count
      if !examineIndentation(from: line, &tried) {
        tried.insert(line)
        examine(line)
        if mistakes.count > count, let last = mistakes.last { tried.formUnion(last.lines) }
      }
      if mistakes.count > count {
        extendIndentation(&tried)
        repeatLast(&tried)
      }
    }
    if mistakes.isEmpty { return nil }
  }

  /// The remaining diagnostics of the file, and those about characters.
  var diagnostics: [Diagnostic] {
    let fixes = fixes
    var others = SafeFixes(reader: reader, bytes: fixedBytes, errors: errors).checked(errors.all + errors.warnings)
    let inText = Set(mistakes.filter(\.isInText).flatMap(\.edits).map(\.range.bytes))
    // What was found with another character in its place would show that, and put it in the text.
    others.removeAll { other in
      edits.replacements(in: other.range?.bytes ?? 0..<0).contains { inText.contains($0.range.bytes) }
    }
    return others.map { $0.moved(to: source, edits.original) } + groups.map { diagnostic($0, fixes) }
  }

  /// The content with all replacements.
  var fixedBytes: [UInt8] { edits.applied(to: source.bytes) }

  /// The replacements of the characters that are certainly meant as others; one for each diagnostic.
  var fixes: [Fix] { groups.compactMap(replacement).withoutOverlaps() }

  // MARK: - Trials

  /// The first line with such characters that is next to an error.
  private func nextLine(after tried: Set<Int>) -> Int? { nearLines().subtracting(tried).min() }

  /// The lines with such characters that are next to an error. Without an error of syntax, those in other values, such as the
  /// quotes and dashes of texts, can't be the cause.
  private func nearLines() -> Set<Int> {
    var near: Set<Int> = []
    let isRead = errors.syntax.isEmpty && errors.end == nil
    for error in errors.all.prefix(Self.maxErrors) {
      guard let range = error.range else { continue }
      let bytes = edits.original(range.bytes)
      let first = line(of: bytes.lowerBound)
      let last = min(line(of: bytes.upperBound), first + 20)
      for line in first - 1...last + 1 {
        guard let found = lines[line] else { continue }
        func touches(_ found: LookalikeText.Found) -> Bool {
          found.bytes.lowerBound <= bytes.upperBound && bytes.lowerBound <= found.bytes.upperBound
        }
        if !isRead || found.contains(where: touches) { near.insert(line) }
      }
    }
    return near
  }

  /// Tries a line alone, then with the lines below that have the same character: of a list whose dashes are all wrong,
  /// none can be changed alone.
  private mutating func examine(_ line: Int) {
    if examine([line]) { return }
    var block = [line]
    while let next = lines[line + block.count], block.count < Self.maxLines,
      next[0].character.scalar == lines[line]?[0].character.scalar
    {
      block.append(line + block.count)
    }
    if block.count > 1 { _ = examine(block) }
  }

  /// Tries the indentation of a line together with that of the lines that follow, if it has the same character: of a file
  /// that was pasted from a page, no line can be changed alone.
  private mutating func examineIndentation(from line: Int, _ tried: inout Set<Int>) -> Bool {
    guard let first = lines[line]?.first, isIndentation(first),
      !mistakes.contains(where: { $0.lines.contains(line) })
    else { return false }
    var block: [(line: Int, found: ArraySlice<LookalikeText.Found>)] = []
    while let characters = lines[line + block.count] {
      let end = indentationEnd(characters[0])
      let found = characters.prefix { $0.character.scalar == first.character.scalar && $0.bytes.upperBound <= end }
      if found.isEmpty { break }
      block.append((line + block.count, found))
    }
    guard block.count > 1 else { return false }
    let found = block.flatMap(\.found)
    for meaning in first.meanings {
      let edits = found.map { edit($0, meaning) }
      guard let after = attempt(edits), isBetter(after, on: block.map(\.line)) else { continue }
      self.edits.add(edits)
      errors = after
      tried.formUnion(block.filter { $0.found.count == lines[$0.line]?.count }.map(\.line))
      mistakes.append(
        Mistake(
          lines: line...block[block.count - 1].line, characters: found, edits: edits, isInText: false))
      return true
    }
    return false
  }

  /// After characters in the indentation of a line were replaced, replaces the same in that of all lines next to errors.
  private mutating func extendIndentation(_ tried: inout Set<Int>) {
    guard let first = mistakes.last, let scalar = first.characters.first?.character.scalar, !first.isInText,
      let meaning = first.edits.first?.text, isIndentation(first.characters[first.characters.count - 1])
    else { return }
    var others: [Int: [LookalikeText.Found]] = [:]
    for line in nearLines() where line > first.lines.upperBound && !tried.contains(line) {
      guard let characters = lines[line] else { continue }
      let end = indentationEnd(characters[0])
      let found = characters.prefix { $0.character.scalar == scalar && $0.bytes.upperBound <= end }
      if !found.isEmpty { others[line] = Array(found) }
    }
    let found = others.keys.sorted().flatMap { others[$0] ?? [] }
    let edits = found.map { edit($0, meaning) }
    guard let last = others.keys.max(), let after = attempt(edits), isAsGood(after, as: errors) else { return }
    self.edits.add(edits)
    errors = after
    tried.formUnion(others.filter { $1.count == lines[$0]?.count }.keys)
    mistakes[mistakes.count - 1] = Mistake(
      lines: first.lines.lowerBound...max(last, first.lines.upperBound), characters: first.characters + found,
      edits: first.edits + edits, isInText: false)
  }

  /// After the only such character of a line was replaced, replaces the same on all other lines where an error begins, if
  /// all of these errors go: each of many equal mistakes needs no trials of its own.
  private mutating func repeatLast(_ tried: inout Set<Int>) {
    guard let last = mistakes.last, last.characters.count == 1, !last.isInText, let meaning = last.edits.first?.text
    else { return }
    var others: Set<Int> = []
    for error in errors.all.prefix(Self.maxErrors) {
      guard let start = error.range?.bytes.lowerBound else { continue }
      let line = line(of: edits.original(start..<start).lowerBound)
      guard !tried.contains(line), let found = lines[line], found.count == 1,
        found[0].character.scalar == last.characters[0].character.scalar
      else { continue }
      others.insert(line)
    }
    let found = others.sorted().compactMap { lines[$0]?[0] }
    let replaced = found.map { edit($0, meaning) }
    guard !found.isEmpty, let after = attempt(replaced), isAsGood(after, as: errors),
      after.count + found.count <= errors.count
    else { return }
    edits.add(replaced)
    errors = after
    tried.formUnion(others)
    for (found, edit) in zip(found, replaced) {
      let line = line(of: found.bytes.lowerBound)
      mistakes.append(Mistake(lines: line...line, characters: [found], edits: [edit], isInText: false))
    }
  }

  private func isIndentation(_ found: LookalikeText.Found) -> Bool { found.bytes.upperBound <= indentationEnd(found) }

  /// The offset of the first character on the line of another one that isn't white space.
  private func indentationEnd(_ found: LookalikeText.Found) -> Int {
    let line = source.lineRange(containing: found.bytes.lowerBound)
    var end = line.lowerBound
    var bytes = source.bytes[line].makeIterator()
    var decoder = UTF8()
    while case .scalarValue(let scalar) = decoder.decode(&bytes), scalar.properties.isWhitespace {
      end += UTF8.width(scalar)
    }
    return end
  }

  private mutating func examine(_ block: [Int]) -> Bool {
    let replaced = Set(edits.all.map(\.range.bytes.lowerBound))
    let found = block.flatMap { lines[$0] ?? [] }.filter { !replaced.contains($0.bytes.lowerBound) }
    let choices = found.map(\.meanings.count).max() ?? 0
    var best: (replaced: [Fix], after: FileErrors)?
    for choice in 0..<choices where best?.after.count != 0 {
      let replaced = found.map { edit($0, $0.meanings[min(choice, $0.meanings.count - 1)]) }
      guard let after = attempt(replaced), isBetter(after, on: block) else { continue }
      if best.map({ after.count < $0.after.count }) ?? true { best = (replaced, after) }
    }
    guard let best else { return false }
    keep(found, best.replaced, best.after, on: block)
    return true
  }

  /// Keeps the replacements without which errors remain.
  private mutating func keep(_ found: [LookalikeText.Found], _ replaced: [Fix], _ after: FileErrors, on block: [Int]) {
    guard found.count <= Self.maxCharacters else { return }
    var kept = Array(zip(found, replaced))
    var best = after
    // Of a pair of quotes in text, the second can be spared only after the first.
    var count = 0
    while count != kept.count, kept.count > 1 {
      count = kept.count
      for index in kept.indices.reversed() where kept.count > 1 {
        var fewer = kept
        fewer.remove(at: index)
        guard let after = attempt(fewer.map(\.1)), isAsGood(after, as: best) else { continue }
        (kept, best) = (fewer, after)
      }
    }
    // Quotes around another value of the line are meant as those that cause the error.
    if kept.contains(where: { isQuote($1) }) {
      let others = zip(found, replaced).filter { found, _ in !kept.contains { $0.0.bytes == found.bytes } }
      let all = (kept + quotesAroundValues(others)).sorted { $0.0.bytes.lowerBound < $1.0.bytes.lowerBound }
      if all.count > kept.count, let after = attempt(all.map(\.1)), isAsGood(after, as: best) {
        (kept, best) = (all, after)
      }
    }
    // With an ordinary character in its place, text would be valid, and a key, a number or a delimiter wouldn't.
    var isInText = false
    if errors.syntax.contains(where: { $0.code == "invalid-character" }) {
      let neutral = kept.map { edit($0.0, "_") }
      if let after = attempt(neutral), isAsGood(after, as: best) {
        isInText = true
        kept = Array(zip(kept.map(\.0), neutral))
        best = after
      }
    }
    edits.add(kept.map(\.1))
    errors = best
    mistakes.append(
      Mistake(
        lines: block[0]...block[block.count - 1], characters: kept.map(\.0), edits: kept.map(\.1), isInText: isInText))
  }

  private func isQuote(_ edit: Fix) -> Bool { edit.text == "\"" || edit.text == "'" }

  /// The quotes among some characters that enclose a whole value.
  private func quotesAroundValues(_ all: [(LookalikeText.Found, Fix)]) -> [(LookalikeText.Found, Fix)] {
    var pairs: [(LookalikeText.Found, Fix)] = []
    var open: (LookalikeText.Found, Fix)?
    for (found, edit) in all where isQuote(edit) {
      let line = source.lineRange(containing: found.bytes.lowerBound)
      let before = source.bytes[line.lowerBound..<found.bytes.lowerBound].last { !$0.isBlank }
      let after = source.bytes[found.bytes.upperBound..<line.upperBound].first { !$0.isBlank }
      if before.map("{[,:-".utf8.contains) ?? true {
        open = (found, edit)
      } else if let start = open, start.1.text == edit.text {
        if after.map(",}]:#".utf8.contains) ?? true { pairs += [start, (found, edit)] }
        open = nil
      }
    }
    return pairs
  }

  private func edit(_ found: LookalikeText.Found, _ text: String) -> Fix {
    Fix(SourceRange(file: source, bytes: found.bytes), text)
  }

  private mutating func attempt(_ replaced: [Fix]) -> FileErrors? {
    guard trialsLeft > 0 else { return nil }
    trialsLeft -= 1
    return reader.errors(edits.adding(replaced).applied(to: source.bytes))
  }

  /// Whether replacements on a line removed an error. One that kept a part of the file from being read can have hidden
  /// others.
  private func isBetter(_ after: FileErrors, on block: [Int]) -> Bool {
    if errors.end == nil, after.end != nil { return false }
    if after.count < errors.count { return true }
    // A key at the wrong level hides what is wrong in it.
    if after.syntax.count <= errors.syntax.count, after.misplacedCount < errors.misplacedCount { return true }
    if after.end == nil, errors.syntax.contains(where: { $0.code == "invalid-character" }) { return true }
    return after.syntax.count < errors.syntax.count
      && !after.all.contains { error in
        error.range.map { (block[0] - 1...block[block.count - 1] + 1).contains(line(of: $0.bytes.lowerBound)) } ?? true
      }
  }

  private func line(of offset: Int) -> Int { source.position(of: offset).line }

  private func isAsGood(_ after: FileErrors, as best: FileErrors) -> Bool {
    (after.end == nil || best.end != nil) && after.syntax.count <= best.syntax.count && after.count <= best.count
      && after.misplacedCount <= best.misplacedCount
  }

  // MARK: - Messages

  /// The mistakes, together if the same character is on consecutive lines.
  private var groups: [[Mistake]] {
    var groups: [[Mistake]] = []
    for mistake in mistakes.sorted(by: { $0.lines.lowerBound < $1.lines.lowerBound }) {
      if let last = groups.last?.last, last.lines.upperBound + 1 == mistake.lines.lowerBound, !last.isInText,
        !mistake.isInText,
        last.characters[0].character.scalar == mistake.characters[0].character.scalar
      {
        groups[groups.count - 1].append(mistake)
      } else {
        groups.append([mistake])
      }
    }
    return groups
  }

  private func replacement(_ group: [Mistake]) -> Fix? {
    let edits = group.flatMap(\.edits).withoutOverlaps()
    guard !group[0].isInText, let first = edits.first, let last = edits.last else { return nil }
    let bytes = first.range.bytes.lowerBound..<last.range.bytes.upperBound
    var text: [UInt8] = []
    var copied = bytes.lowerBound
    for edit in edits {
      text += source.bytes[copied..<edit.range.bytes.lowerBound] + Array(edit.text.utf8)
      copied = edit.range.bytes.upperBound
    }
    return Fix(SourceRange(file: source, bytes: bytes), String(decoding: text, as: UTF8.self))
  }

  private func diagnostic(_ group: [Mistake], _ fixes: [Fix]) -> Diagnostic {
    let mistake = group[0]
    let (found, edit) = (mistake.characters[0], mistake.edits[0])
    let range = SourceRange(file: source, bytes: found.bytes)
    if mistake.isInText { return .forbiddenCharacter(found.character.scalar.value, at: range) }
    return Self.lookalike(
      found.character, at: range, replacement: edit.text,
      more: Self.more(group.reduce(-1) { $0 + $1.characters.count }, on: group),
      fix: replacement(group).flatMap { fix in fixes.first { $0.range == fix.range } })
  }

  private static func more(_ count: Int, on group: [Mistake]) -> String {
    let (first, last) = (group[0].lines.lowerBound, group[group.count - 1].lines.upperBound)
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
