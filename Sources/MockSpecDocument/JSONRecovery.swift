import MockSpecDiagnostics

/// What was reported of a text that is read on, and which parts of its tree can't be trusted.
///
///     {"a": None, "b" 1, "c": {"d": 2}     None is invalid, b is 1, and the end of the text is an error, too
struct JSONRecovery {
  /// Errors that are reported of one file.
  private static let mostErrors = 20

  /// What comes next behind a mistake.
  enum Next {
    /// A key.
    case key
    case value
    /// `,`, or the end of the collection.
    case separator
  }

  /// And such that come of others.
  private static let mostMistakes = 200

  let goesOn: Bool
  private var mistakes = 0
  private var isStopKnown = false
  private var errors: [Diagnostic] = []
  private var hidden: Set<Int> = []
  /// Collections that may lack what couldn't be read.
  private var incomplete: Set<Int> = []
  /// Collections whose brackets are reported already.
  private(set) var doubtful: Set<Int> = []
  /// Where what was reported last ends; no comma is missed behind it.
  var end = -1
  private var brackets: JSONBrackets

  init(bytes: [UInt8], goesOn: Bool) {
    self.goesOn = goesOn
    brackets = JSONBrackets(bytes: bytes)
  }

  /// Whether lines may tell where a bracket is lost that is missed only at the end; what was guessed of others is in doubt.
  var asksForLayout: Bool { goesOn && errors.isEmpty }

  /// - Parameter isKnown: Whether it comes of what was reported.
  /// - Throws: where nobody asks for more.
  mutating func report(_ stop: DocumentBuilder.Stop, isKnown: Bool = false) throws(DocumentBuilder.Stop) {
    mistakes += 1
    guard goesOn, errors.count + 1 < Self.mostErrors else { throw stop }
    if isKnown {
      if mistakes > Self.mostMistakes { throw self.stop(stop) }
    } else {
      errors.append(stop.diagnostic)
    }
  }

  /// Ends there without another word.
  mutating func stop(_ stop: DocumentBuilder.Stop) -> DocumentBuilder.Stop {
    isStopKnown = true
    return stop
  }

  /// The first change of what is open with which the brackets of the rest fit.
  mutating func change(
    _ changes: [JSONBrackets.Change], of open: [JSONBrackets.Opening], from offset: Int
  ) -> JSONBrackets.Change? {
    brackets.first(of: changes, of: open, from: offset)
  }

  mutating func hide(_ record: Int) { hidden.insert(record) }
  mutating func doubt(_ record: Int) { doubtful.insert(record) }
  mutating func lack(in record: Int) { incomplete.insert(record) }

  func result(of builder: DocumentBuilder, stoppedBy stop: Diagnostic? = nil) -> ParsedDocument {
    let last = [isStopKnown ? nil : stop].compactMap(\.self)
    let document = stop == nil ? builder.finish() : nil
    guard !errors.isEmpty else {
      return ParsedDocument(document: document, diagnostics: builder.diagnostics + last)
    }
    let covered = document.map { CoveredRecords($0, hidden: hidden.union(doubtful), incomplete: incomplete) }
    let parts = hidden.union(doubtful).map { Int(builder.records[$0].start)..<Int(builder.records[$0].end) }
    let others = builder.diagnostics.filter { other in
      document != nil && !parts.contains { part in other.range.map { part.overlaps($0.bytes) } ?? false }
    }
    return ParsedDocument(
      document: covered.map {
        Document(source: builder.source, records: $0.records, text: document?.text ?? [], incomplete: $0.incomplete)
      },
      diagnostics: others + errors + last, isPartial: true)
  }
}
