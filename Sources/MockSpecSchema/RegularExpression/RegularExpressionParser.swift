/// Parses a pattern and compiles it in one pass. There is no syntax tree: the parser joins and repeats blocks of code.
///
/// Open groups are kept on an explicit stack, so nesting uses no recursion. Duplicate group names aren't diagnosed.
struct RegularExpressionParser {
  static let maximumNesting = 250
  static let maximumInstructions = 1 << 16

  let scalars: [Unicode.Scalar]
  let ignoresCase: Bool
  var position = 0
  private var compiler = UTF8Compiler()
  /// The pattern itself, then the open groups, innermost last.
  private var groups = [Group(opening: 0..<0)]
  /// The number of instructions in all groups.
  private var instructionCount = 0

  private struct Group {
    let opening: Range<Int>
    var alternatives: [MatchCode] = []
    var sequence = MatchCode()
    var last = Last.unrepeatable(.nothing)

    var code: MatchCode { MatchCode(oneOf: alternatives + [sequence]) }
  }

  /// The element that a quantifier at the current position would repeat.
  private enum Last {
    /// The code of the sequence from this index on.
    case repeatable(from: Int)
    case unrepeatable(RegularExpressionError.Unrepeatable)
  }

  private static let posixClasses = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit",
  ].map { "[:\($0):]" }

  init(_ pattern: String, ignoringCase: Bool = false) {
    scalars = Array(pattern.unicodeScalars)
    ignoresCase = ignoringCase
  }

  mutating func parse() throws(RegularExpressionError) -> MatchProgram {
    while let scalar = next() {
      try parseTerm(scalar, at: position - 1)
    }
    if groups.count > 1 {
      let opening = groups[groups.count - 1].opening
      throw error(.unclosedGroup(opening: text(opening)), opening)
    }
    return MatchProgram(groups[0].code, transitions: compiler.transitions)
  }

  private mutating func parseTerm(_ scalar: Unicode.Scalar, at start: Int) throws(RegularExpressionError) {
    switch scalar {
    case "(": try openGroup(at: start)
    case ")": try closeGroup(at: start)
    case "|": try startAlternative(at: start)
    case "*", "+", "?", "{":
      let bounds = try parseQuantifier(scalar, at: start)
      try repeatLast(atLeast: bounds.least, atMost: bounds.most, quantifier: start..<position)
    case "^": try append(.start, from: start)
    case "$": try append(.end, from: start)
    case ".": try append(.allButLineBreaks, from: start)
    case "[": try append(parseClass(at: start), from: start)
    case "]" where Self.posixClasses.contains(where: text(0..<start).contains):
      throw error(.posixClass, start..<position)
    case "]", "}": throw error(.unescapedBracket(String(scalar)), start..<position)
    case "\\":
      switch try parseEscape(at: start) {
      case .assertion(let assertion): try append(assertion, from: start)
      case .codePoint(let codePoint): try append(cased(CodePointSet(codePoint)), from: start)
      case .set(let set): try append(set, from: start)
      }
    default: try append(cased(CodePointSet(scalar.value)), from: start)
    }
  }
}

extension RegularExpressionParser {
  private mutating func openGroup(at start: Int) throws(RegularExpressionError) {
    try parseGroupOpening(at: start)
    let opening = start..<position
    guard groups.count <= Self.maximumNesting else {
      throw error(.nestedTooDeeply(limit: Self.maximumNesting), opening)
    }
    groups.append(Group(opening: opening))
  }

  private mutating func closeGroup(at start: Int) throws(RegularExpressionError) {
    guard groups.count > 1 else { throw error(.unopenedGroup, start..<position) }
    append(groups.removeLast().code)
  }

  private mutating func startAlternative(at start: Int) throws(RegularExpressionError) {
    // An alternative costs a fork and a jump.
    try charge(2, to: start..<position)
    let last = groups.count - 1
    groups[last].alternatives.append(groups[last].sequence)
    groups[last].sequence = MatchCode()
    groups[last].last = .unrepeatable(.nothing)
  }

  private mutating func append(_ set: CodePointSet, from start: Int) throws(RegularExpressionError) {
    let code = compiler.code(for: set)
    try charge(code.count, to: start..<position)
    append(code)
  }

  private mutating func append(
    _ assertion: MatchProgram.Assertion, from start: Int
  ) throws(RegularExpressionError) {
    try charge(1, to: start..<position)
    append(MatchCode([.check(assertion)]))
    groups[groups.count - 1].last = .unrepeatable(.assertion)
  }

  /// Appends code that is already included in `instructionCount`.
  private mutating func append(_ code: MatchCode) {
    let last = groups.count - 1
    groups[last].last = .repeatable(from: groups[last].sequence.count)
    groups[last].sequence.append(code)
  }

  private mutating func repeatLast(
    atLeast least: Int, atMost most: Int?, quantifier: Range<Int>
  ) throws(RegularExpressionError) {
    let last = groups.count - 1
    switch groups[last].last {
    case .unrepeatable(let reason):
      throw error(.nothingToRepeat(quantifier: text(quantifier), after: reason), quantifier)
    case .repeatable(let start):
      let code = groups[last].sequence.cut(from: start)
      instructionCount -= code.count
      try charge(code.countRepeated(atLeast: least, atMost: most), to: quantifier)
      groups[last].sequence.append(code.repeated(atLeast: least, atMost: most))
      groups[last].last = .unrepeatable(.quantifier)
    }
  }

  private mutating func charge(_ count: Int, to range: Range<Int>) throws(RegularExpressionError) {
    guard count <= Self.maximumInstructions - instructionCount else {
      throw error(.tooLarge(limit: Self.maximumInstructions), range)
    }
    instructionCount += count
  }
}

extension RegularExpressionParser {
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  mutating func next() -> Unicode.Scalar? {
    guard let scalar = peek() else { return nil }
    position += 1
    return scalar
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    position += 1
    return true
  }

  /// Returns the set with case ignored if the pattern ignores case. Must be applied before a set is inverted.
  func cased(_ set: CodePointSet) -> CodePointSet {
    ignoresCase ? set.ignoringCase : set
  }

  func text(_ range: Range<Int>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[range])
    return text
  }

  func error(_ kind: RegularExpressionError.Kind, _ range: Range<Int>) -> RegularExpressionError {
    RegularExpressionError(kind: kind, range: range)
  }
}
