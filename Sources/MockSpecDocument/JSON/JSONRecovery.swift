import MockSpecDiagnostics

/// The errors of a JSON file that is read on after its first error, and the collections that they leave incomplete.
struct JSONRecovery {
  /// Maximum number of syntax errors reported per file.
  private static let maxErrors = 20

  /// Whether reading goes on after an error at all.
  let isEnabled: Bool
  private(set) var errors: [Diagnostic] = []
  /// Records of collections that lack entries because they couldn't be read.
  private(set) var incomplete: Set<Int> = []
  /// Whether a part of the text was skipped, so that brackets further down may not match.
  private(set) var didSkip = false
  /// The end of the line with the last mistake that was read over, on which no other error is certain; -1 if there is none.
  private(set) var unreliableEnd = -1

  init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// Whether another mistake can be read over.
  var hasRoom: Bool { isEnabled && errors.count + 1 < Self.maxErrors }

  /// Reports a mistake whose meaning is clear, so that reading goes on directly after it.
  ///
  /// - Parameter lineEnd: The end of the line that the mistake is on.
  /// - Throws: The mistake itself if reading ends here.
  mutating func report(_ mistake: DocumentBuilder.Stop, lineEnd: Int) throws(DocumentBuilder.Stop) {
    guard hasRoom else { throw mistake }
    append(mistake.diagnostic)
    unreliableEnd = max(unreliableEnd, lineEnd)
  }

  /// Reports a mistake that hides the meaning of what follows.
  mutating func reportLast(_ mistake: DocumentBuilder.Stop) { append(mistake.diagnostic) }

  /// At most one error is reported at a location.
  private mutating func append(_ error: Diagnostic) {
    if let last = errors.last?.range, last.bytes.lowerBound == error.range?.bytes.lowerBound { return }
    errors.append(error)
  }

  /// Notes that entries may be missing from all open collections.
  mutating func didSkip(in builder: DocumentBuilder) {
    didSkip = true
    incomplete = incomplete.filter { $0 < builder.recordCount }
    incomplete.formUnion(builder.open.map(\.record))
  }

  /// - Parameter isFinished: Whether the end of the text was reached.
  func result(of builder: DocumentBuilder, isFinished: Bool) -> ParsedDocument {
    var document = isFinished ? builder.finish() : nil
    if let whole = document, !incomplete.isEmpty {
      document = Document(source: whole.source, records: whole.records, text: whole.text, incomplete: incomplete)
    }
    return ParsedDocument(
      document: document, diagnostics: builder.diagnostics + errors, isPartial: !errors.isEmpty)
  }
}
