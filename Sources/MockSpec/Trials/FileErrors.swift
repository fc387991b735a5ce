import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The errors of one file, without those that depend on other files.
struct FileErrors {
  /// A text that is read as a file of a kind.
  struct Reader {
    let shown: String
    let format: DocumentParser.Format
    /// Whether it is a spec or a project file.
    let level: Level
    var limits = DocumentLimits()
    let budget: ReadingBudget

    init(
      shown: String, format: DocumentParser.Format, level: Level, budget: ReadingBudget = ReadingBudget(bytes: .max)
    ) {
      (self.shown, self.format, self.level, self.budget) = (shown, format, level, budget)
    }

    func errors(_ bytes: [UInt8]) -> FileErrors {
      budget.use(bytes.count)
      return FileErrors(bytes, shown: shown, format: format, level: level, limits: limits)
    }

    /// The number of times that a text may be read to try changes, so that at most `limit` bytes are read, or the whole
    /// text a few times.
    static func trials(ofBytes count: Int, limit: Int = 8 << 20) -> Int { min(200, max(4, limit / max(1, count))) }
  }

  /// The errors of the text as YAML or JSON, sorted by position.
  let syntax: [Diagnostic]
  /// The errors that the schema and the decoder report.
  let meaning: [Diagnostic]
  /// The warnings of the parser and the decoder.
  let warnings: [Diagnostic]
  /// The offset at which the parser gave up; `nil` if it read the whole file.
  let end: Int?
  /// Whether reading ended at a limit of syntax errors, so that more can follow.
  let isCut: Bool
  /// The offset of the last error of meaning if there are so many that others after it may be left out; otherwise `nil`.
  let lastKnown: Int?

  /// Half as many as the schema reports at most, since some of them are joined.
  private static let manyFailures = Schema.maximumFailures / 2

  init(
    _ bytes: [UInt8], shown: String, format: DocumentParser.Format, level: Level,
    limits: DocumentLimits = DocumentLimits()
  ) {
    let reading = Pipeline.read(bytes, as: level, shown: shown, format, limits: limits, problemLimit: .max)
    let found = Pipeline.meaning(of: reading, shown: shown)
    syntax = reading.syntax.filter { $0.severity == .error }.sortedByPlace()
    self.meaning = found.filter { $0.severity == .error }.map(\.withoutUncertainFix)
    lastKnown =
      reading.failed.count < Self.manyFailures ? nil : self.meaning.compactMap(\.range?.bytes.lowerBound).max()
    warnings = (reading.syntax + found).filter { $0.severity != .error }
    isCut = reading.isCut
    end = reading.root == nil ? syntax.last?.range?.bytes.lowerBound ?? 0 : nil
  }

  var all: [Diagnostic] { syntax + meaning }
  var count: Int { syntax.count + meaning.count }
  /// The number of keys at the wrong level.
  var misplacedCount: Int { meaning.count { $0.code == "misplaced-key" } }
}
