import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Turns the failures of a spec or a project file against its schema into diagnostics.
///
///     failures ─ MisplacedKeys ─▶ keys at the wrong level, without what follows from them
///              ─ MappingForm   ─▶ mappings whose content is written in another form
///              ─ ForeignWord   ─▶ names that other tools use for our keys
///              ─ UnknownKeyAdvice ─▶ keys beside the one that they resemble, or that belong in the value above
///              ─ ValueForm     ─▶ values in a form that another tool or a person would write
///              ─────────────────▶ the schema's own message
struct FileDiagnosis {
  private(set) var diagnostics: [Diagnostic] = []
  /// The ranges that are completely explained, by position. What else is found in them follows from that.
  private(set) var explained: [Range<Int>] = []
  /// The offsets of all failures, including those that are explained by others.
  private(set) var failed: [Int] = []

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
    let words = ForeignWords(tree)
    tree.remove { misplaced.isFollowOn($0) || words.isFollowOn($0) }
    diagnostics = misplaced.diagnostics
    explained = misplaced.explained
    for failure in tree.failures {
      if diagnostics.count >= limit { break }
      add(failure, tree, words)
    }
    explained.sort { $0.lowerBound < $1.lowerBound }
  }

  private mutating func add(_ failure: SchemaFailure, _ tree: FailedPlaces, _ words: ForeignWords) {
    guard let site = tree.sites[failure.node.index] else {
      diagnostics.append(failure.diagnostic)
      return
    }
    if case .unknownKey = failure.reason, let word = words.byKey[failure.node.index] {
      diagnostics.append(words.diagnostic(word, site))
    } else if let form = words.forms[failure.node.index] {
      diagnostics.append(form.diagnostic(instead: failure))
    } else if case .unknownKey(let known) = failure.reason {
      diagnostics.append(UnknownKeyAdvice(site, known).map { $0.diagnostic(instead: failure) } ?? failure.diagnostic)
    } else if case .missingKey("match", _) = failure.reason, let match = ValueForm.shortMatch(inName: site.key.text) {
      diagnostics.append(
        ValueForm(help: "the key above is only a name: write match: \(match)").diagnostic(instead: failure))
    } else if let form = ValueForm.find(failure, site) {
      explained.append(failure.node.range.bytes)
      diagnostics.append(form.diagnostic(instead: failure))
    } else {
      diagnostics.append(failure.diagnostic)
    }
  }
}
