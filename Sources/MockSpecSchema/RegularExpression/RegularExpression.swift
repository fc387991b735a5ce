/// A pattern of ECMA-262 with the `u` flag that is matched in time linear in the text.
///
/// The pattern becomes a program over UTF-8 bytes, and the program, once it is used, a table of states where that table
/// stays small:
///
///     pattern → RegularExpressionParser → MatchProgram → MatchTable        one look-up per byte
///                                                      ↘ ThreadSimulation  where the table would be too large
///
/// A simulation takes time in proportion to the text and to the pattern, multiplied, so how long it may take has a limit.
/// Look-around and back-references are errors, as no matcher that takes linear time has them.
package struct RegularExpression: Sendable {
  package let pattern: String
  private let table: LazyMatchTable
  /// What one match may cost where nothing else limits it: a tenth of a second.
  package var mostSteps = 1 << 26

  /// - Parameter ignoringCase: As the `i` flag, but that `\b` knows ASCII words only.
  /// - Throws: ``RegularExpressionError`` for the first mistake in the pattern, which may also be that it asks for
  ///   something this engine doesn't have or that its program would be too large.
  package init(_ pattern: String, ignoringCase: Bool = false) throws(RegularExpressionError) {
    var parser = RegularExpressionParser(pattern, ignoringCase: ignoringCase)
    self.pattern = pattern
    table = LazyMatchTable(try parser.parse())
  }

  /// What its program takes in time to build and in memory.
  package var instructionCount: Int { table.program.instructions.count }

  /// Whether the pattern matches anywhere in the text, as the `pattern` keyword of JSON Schema asks; `nil` where finding
  /// out takes more than `mostSteps`.
  package func matches(_ text: String) -> Bool? {
    var text = text
    var steps = mostSteps
    return text.withUTF8 { matches(utf8: $0, steps: &steps) }
  }

  /// Whether the pattern matches anywhere in the bytes.
  ///
  /// Bytes that are not well-formed UTF-8 match nothing, not even `[^]` or `.`; around them matching goes on.
  ///
  /// - Parameter steps: How many there may be, of which those that there were are taken: one for each byte, or where the
  ///   pattern has no table, for each instruction that each byte is held against.
  /// - Returns: `nil` if they weren't enough.
  package func matches(utf8 bytes: UnsafeBufferPointer<UInt8>, steps: inout Int) -> Bool? {
    guard let isMatch = table.matches(bytes) else {
      return ThreadSimulation.matches(table.program, bytes, steps: &steps)
    }
    steps -= bytes.count
    return isMatch
  }
}
