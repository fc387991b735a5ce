import MockSpecDiagnostics

/// The diagnostics of one text. Of each code, the first ones by position are kept. Others aren't made: a file of 9 MB can
/// have two million, and a report shows a thousand.
struct DiagnosticList {
  /// The number of diagnostics of each code that are kept.
  let limit: Int
  private var kinds: [String: Kind] = [:]
  private var count = 0

  private struct Kind {
    /// At least the first diagnostics by position, each with its place in the order in which they were found.
    var found: [(order: Int, diagnostic: Diagnostic)] = []
    /// The greatest offset among them.
    var lastOffset = 0

    mutating func add(_ entry: (order: Int, diagnostic: Diagnostic), _ offset: Int, limit: Int) {
      found.append(entry)
      lastOffset = max(lastOffset, offset)
      // What comes late can be at the start of the file, such as a key of its outermost mapping.
      guard found.count >= 2 * limit else { return }
      found.sort { ($0.diagnostic.offset, $0.order) < ($1.diagnostic.offset, $1.order) }
      found.removeSubrange(limit...)
      lastOffset = found.last?.diagnostic.offset ?? 0
    }
  }

  init(limit: Int) { self.limit = limit }

  /// Whether a diagnostic is among the first of its code. If not, it needn't be made.
  func needs(_ code: String, at offset: Int) -> Bool {
    guard let kind = kinds[code] else { return limit > 0 }
    return kind.found.count < limit || offset < kind.lastOffset
  }

  mutating func append(_ diagnostic: Diagnostic) {
    let offset = diagnostic.offset
    guard needs(diagnostic.code, at: offset) else { return }
    count += 1
    kinds[diagnostic.code, default: Kind()].add((count, diagnostic), offset, limit: limit)
  }

  func count(of code: String) -> Int { kinds[code]?.found.count ?? 0 }

  /// The diagnostics in the order in which they were found.
  var all: [Diagnostic] { kinds.values.flatMap(\.found).sorted { $0.order < $1.order }.map(\.diagnostic) }
}

extension Diagnostic {
  fileprivate var offset: Int { range?.bytes.lowerBound ?? 0 }
}
