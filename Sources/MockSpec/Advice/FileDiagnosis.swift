import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Turns the failures of a spec or a project file against its schema into diagnostics.
///
///     failures ─ MisplacedKeys ─▶ keys at the wrong level, without what follows from them
///              ─ MappingForm   ─▶ mappings whose content is written in another form
///              ─ OtherToolKey  ─▶ names that other tools use for our keys
///              ─ UnknownKeyAdvice ─▶ keys beside the one that they resemble, or that belong in the value above
///              ─ ValueForm     ─▶ values in a form that another tool or a person would write
///              ─────────────────▶ the schema's own message
struct FileDiagnosis {
  private(set) var diagnostics: [Diagnostic] = []
  /// The ranges that are completely explained, by position. What else is found in them follows from that.
  private(set) var explained: [Range<Int>] = []
  /// The offsets of all failures, including those that are explained by others.
  private(set) var failed: [Int] = []
  /// The keys that each mapping lacks, by its index.
  private var missing: [Int: [String]] = [:]
  /// The ranges in which one diagnostic, by its index, says enough.
  private var covering: [Range<Int>: Int] = [:]

  /// Checks a file.
  ///
  /// - Parameters:
  ///   - root: The root of the file.
  ///   - level: Whether it is a spec or a project file.
  ///   - limit: The maximum number of diagnostics.
  init(of root: Node, as level: Level, limit: Int = .max) {
    let schema = level == .project ? SchemaLibrary.project : SchemaLibrary.spec
    let failures = schema.failures(in: root)
    if failures.isEmpty { return }
    failed = failures.map(\.range.bytes.lowerBound)
    var tree = FailedPlaces(failures, in: root, level)
    let misplaced = MisplacedKeys(tree, limit: limit)
    let words = OtherToolKeys(tree)
    tree.remove { misplaced.isFollowOn($0) || words.isFollowOn($0) }
    diagnostics = misplaced.diagnostics
    explained = misplaced.explained
    for failure in tree.failures {
      if case .missingKey(let key, nil) = failure.reason { missing[failure.node.index, default: []].append(key) }
    }
    for failure in tree.failures {
      if diagnostics.count >= limit { break }
      add(failure, tree, words)
    }
    removeCovered()
    explained.sort { $0.lowerBound < $1.lowerBound }
  }

  /// Returns the parser's diagnostics without those that follow from these: about the layout and the keys of a value that
  /// can't be one.
  func remaining(_ parsed: [Diagnostic]) -> [Diagnostic] {
    if explained.isEmpty { return parsed }
    return parsed.filter { found in
      guard found.severity == .warning || found.code == "duplicate-key", let start = found.range?.bytes.lowerBound
      else { return true }
      return !explained.contain(start)
    }
  }

  private mutating func add(_ failure: SchemaFailure, _ tree: FailedPlaces, _ words: OtherToolKeys) {
    let site = tree.sites[failure.node.index]
    if case .missingKey(let key, nil) = failure.reason, let keys = missing[failure.node.index] {
      // One diagnostic for all of them.
      if keys.first == key { diagnostics.append(Self.missing(keys, failure, site)) }
      return
    }
    guard let site else {
      diagnostics.append(failure.diagnostic)
      return
    }
    if case .conflict = failure.reason, let help = Self.faultOfStream(site) {
      let general = failure.diagnostic
      diagnostics.append(
        Diagnostic(.error, general.code, general.message, at: failure.range, notes: general.notes, help: help))
    } else if case .unknownKey = failure.reason, let word = words.byKey[failure.node.index] {
      diagnostics.append(words.diagnostic(word, site))
    } else if let form = words.forms[failure.node.index] {
      diagnostics.append(form.diagnostic(instead: failure))
    } else if case .unknownKey(let known) = failure.reason {
      diagnostics.append(UnknownKeyAdvice(site, known).map { $0.diagnostic(instead: failure) } ?? failure.diagnostic)
    } else if let form = ValueForm.find(failure, site) {
      if let covered = form.covered?.bytes {
        if covering[covered] != nil { return }
        covering[covered] = diagnostics.count
      }
      explained.append((form.covered ?? failure.node.range).bytes)
      diagnostics.append(form.diagnostic(instead: failure))
    } else {
      diagnostics.append(failure.diagnostic)
    }
  }

  /// Removes the diagnostics in ranges that others cover.
  private mutating func removeCovered() {
    if covering.isEmpty { return }
    let ranges = covering.keys.sorted { $0.lowerBound < $1.lowerBound }
    let own = Set(covering.values)
    diagnostics = diagnostics.enumerated().filter { index, found in
      own.contains(index) || !(found.range.map { ranges.contain($0.bytes.lowerBound) } ?? false)
    }.map(\.element)
  }

  /// Returns how to write a fault beside a stream or beside other keys of an event; `nil` for other conflicts.
  private static func faultOfStream(_ site: FailedPlaces.Site) -> String? {
    guard let fault = site.mapping.value(ResponseKey.fault.rawValue)?.excerpt else { return nil }
    switch site.level {
    case .response where site.mapping.entry(ResponseKey.stream.rawValue) != nil:
      return "write it as the last event of 'stream': {fault: \(fault)}"
    case .event: return "write it as an event of its own, after this one: {fault: \(fault)}"
    default: return nil
    }
  }

  /// The keys that a mapping lacks, as one diagnostic.
  private static func missing(
    _ keys: [String], _ failure: SchemaFailure, _ site: FailedPlaces.Site?
  ) -> Diagnostic {
    let general = failure.diagnostic
    let match = keys.contains("match") ? site.flatMap { ValueForm.shortMatch(inName: $0.key.text) } : nil
    let help =
      match.map { "the key above is only a name: write match: \($0)" } ?? site.flatMap(MappingForm.helpIfEmpty)
      ?? site.flatMap(ValueForm.matchInWhen) ?? site.flatMap { ValueForm.missing(keys, $0) }
    let owner = failure.expected.map { " in \($0)" } ?? ""
    let isVersion = keys.contains(SpecKey.mockspec.rawValue)
    let versionHelp = isVersion ? "add 'mockspec: 1', the version of the language, as the first key" : nil
    return Diagnostic(
      .error, general.code,
      keys.count == 1 ? general.message : "keys \(keys.map { "'\($0)'" }.listed) are missing\(owner)",
      at: failure.range,
      help: help.map { Excerpt.of($0) } ?? versionHelp ?? general.help,
      fix: isVersion && keys.count == 1 ? addingVersion(to: failure.node) : nil)
  }

  /// The fix that adds the version of the language before the first key; `nil` if another key can be meant as the version.
  private static func addingVersion(to root: Node) -> Fix? {
    let (name, keys) = (SpecKey.mockspec.rawValue, root.entries.map(\.key))
    guard let first = keys.first, !keys.contains(where: { Suggestion.only(to: $0.text, among: [name]) != nil }) else {
      return nil
    }
    func text(_ bytes: Range<Int>) -> String { SourceRange(file: first.range.file, bytes: bytes).text }
    let start = first.range.bytes.lowerBound
    let isFlow = text(root.range.bytes.lowerBound..<root.range.bytes.lowerBound + 1) == "{"
    let before = text(start - min(start, first.range.start.column - 1)..<start)
    let isFirstInLine = before.allSatisfy { $0 == " " || $0 == "\u{FEFF}" }
    guard isFlow || isFirstInLine else { return nil }
    let quote = first.range.text.hasPrefix("\"") ? "\"" : ""
    let separator = (isFlow ? "," : "") + (isFirstInLine ? "\n" + before.filter { $0 == " " } : " ")
    return Fix(
      SourceRange(file: first.range.file, bytes: start..<start), "\(quote)\(name)\(quote): 1" + separator)
  }
}
