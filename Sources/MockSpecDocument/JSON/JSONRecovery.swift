import MockSpecDiagnostics

/// The syntax errors of a JSON file, and the collections that they leave incomplete.
struct JSONRecovery {
  /// Maximum number of syntax errors reported per file.
  private static let maxErrors = 20

  /// Whether reading continues after an error.
  let isEnabled: Bool
  private(set) var errors: [Diagnostic] = []
  /// The numbers of further mistakes of kinds that are reported once, by message.
  private var repetitions: [String: Int] = [:]
  /// Records of collections that lack entries because they couldn't be read.
  private(set) var incomplete: Set<Int> = []
  /// Whether text was skipped, so that later brackets may not match.
  private(set) var didSkip = false
  /// The end of the line with the last mistake from which reading continued directly. Another error on the line may be a
  /// follow-on error; -1 if there is no such line.
  private(set) var unreliableEnd = -1

  init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// Whether reading can continue after another mistake.
  var hasRoom: Bool { isEnabled && errors.count + 1 < Self.maxErrors }

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
    append(comment.diagnostic)
    unreliableEnd = max(unreliableEnd, lineEnd)
  }

  /// Reports a mistake after which reading ends, or continues on another line.
  mutating func reportLast(_ mistake: DocumentBuilder.Stop) { append(mistake.diagnostic) }

  /// Appends an error, unless the last one is at the same offset. All single quotes, and all comments, are one mistake.
  private mutating func append(_ error: Diagnostic) {
    if let last = errors.last?.range, last.bytes.lowerBound == error.range?.bytes.lowerBound { return }
    if let kind = Self.repeatedKind(error) {
      repetitions[kind, default: -1] += 1
      if repetitions[kind] != 0 { return }
    }
    errors.append(error)
  }

  /// The kind of a mistake that is reported once in a file; `nil` if each is.
  private static func repeatedKind(_ error: Diagnostic) -> String? {
    switch error.message {
    case JSONParser.singleQuotes, JSONParser.comments: error.message
    case let message where message.hasSuffix(JSONParser.keyExpected) && error.help != nil: JSONParser.keyExpected
    default: nil
    }
  }

  private func counted(_ error: Diagnostic) -> Diagnostic {
    guard let count = Self.repeatedKind(error).flatMap({ repetitions[$0] }), count > 0, let range = error.range else {
      return error
    }
    return Diagnostic(
      error.code, error.message, at: range, help: (error.help.map { $0 + "; " } ?? "") + "\(count) more in this file")
  }

  /// Marks all open collections as incomplete, after text was skipped.
  mutating func didSkip(in builder: DocumentBuilder) {
    didSkip = true
    incomplete = incomplete.filter { $0 < builder.recordCount }
    incomplete.formUnion(builder.open.map(\.record))
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
      document: document, diagnostics: builder.diagnostics + errors.map(counted), isPartial: !errors.isEmpty)
  }
}
