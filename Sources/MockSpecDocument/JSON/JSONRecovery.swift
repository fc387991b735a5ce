import MockSpecDiagnostics

/// The syntax errors of a JSON file, and the collections that they leave incomplete.
struct JSONRecovery {
  /// Maximum number of syntax errors reported per file.
  private let maxErrors: Int

  /// Whether reading continues after an error.
  let isEnabled: Bool
  private var stops: [DocumentBuilder.Stop] = []
  /// The numbers of mistakes of kinds that are reported once.
  private var repetitions: [DocumentBuilder.RepeatedMistake: Int] = [:]
  /// Records of collections that lack unreadable entries.
  private(set) var incomplete: Set<Int> = []
  /// An upper bound of the records in `incomplete`.
  private var lastIncomplete = -1
  /// Whether text was skipped, so that later brackets may not match.
  private(set) var didSkip = false
  /// The end of the line with the last mistake after which parsing continued directly; -1 if there is none. Another error on
  /// the line may be a follow-on error.
  private(set) var unreliableEnd = -1

  /// - Parameter maxErrors: The number of errors after which parsing ends.
  init(isEnabled: Bool, maxErrors: Int) {
    self.isEnabled = isEnabled
    self.maxErrors = maxErrors
  }

  /// Whether reading can continue after another mistake.
  var hasRoom: Bool { isEnabled && stops.count + 1 < maxErrors }

  /// Reports a mistake after which reading continues directly.
  ///
  /// - Parameter lineEnd: The end of the line that the mistake is on.
  /// - Throws: The mistake itself if reading ends here.
  mutating func report(_ mistake: DocumentBuilder.Stop, lineEnd: Int) throws(DocumentBuilder.Stop) {
    guard hasRoom else { throw mistake }
    report(comment: mistake, lineEnd: lineEnd)
  }

  /// Reports a comment, after `hasRoom` was checked.
  mutating func report(comment: DocumentBuilder.Stop, lineEnd: Int) {
    append(comment)
    unreliableEnd = max(unreliableEnd, lineEnd)
  }

  /// Reports a mistake after which reading ends, or continues on another line.
  mutating func reportLast(_ mistake: DocumentBuilder.Stop) { append(mistake) }

  /// Appends a mistake, unless the last one is at the same offset, or its kind is reported once and was reported.
  private mutating func append(_ mistake: DocumentBuilder.Stop) {
    if let last = stops.last?.diagnostic.range, last.bytes.lowerBound == mistake.diagnostic.range?.bytes.lowerBound {
      return
    }
    if let kind = mistake.repeated {
      repetitions[kind, default: 0] += 1
      if repetitions[kind] != 1 { return }
    }
    stops.append(mistake)
  }

  /// The syntax errors.
  var errors: [Diagnostic] {
    stops.map { stop in
      let error = stop.diagnostic
      guard let count = stop.repeated.flatMap({ repetitions[$0] }), count > 1, let range = error.range else {
        return error
      }
      return Diagnostic(
        error.code, error.message, at: range,
        help: (error.help.map { $0 + "; " } ?? "") + "\(count - 1) more in this file")
    }
  }

  /// Marks all open collections as incomplete, after text was skipped.
  mutating func didSkip(in builder: DocumentBuilder) {
    didSkip = true
    if lastIncomplete >= builder.recordCount { incomplete = incomplete.filter { $0 < builder.recordCount } }
    incomplete.formUnion(builder.open.map(\.record))
    lastIncomplete = max(min(lastIncomplete, builder.recordCount - 1), builder.open.last?.record ?? -1)
  }

  /// Returns the result of parsing.
  ///
  /// - Parameter isFinished: Whether the whole text was read.
  func result(of builder: DocumentBuilder, isFinished: Bool) -> ParsedDocument {
    var document = isFinished ? builder.finish() : nil
    if let whole = document, !incomplete.isEmpty {
      document = Document(source: whole.source, records: whole.records, text: whole.text, incomplete: incomplete)
    }
    return ParsedDocument(
      document: document, diagnostics: builder.diagnostics.all + errors, isPartial: !stops.isEmpty)
  }
}
