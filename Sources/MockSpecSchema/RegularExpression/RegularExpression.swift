/// A regular expression with the syntax of ECMA-262 and its `u` flag, matched in time linear in the text.
///
/// The pattern is compiled to a program over UTF-8 bytes. At the first match, the program is compiled to a table of
/// states if that table is small enough:
///
///     pattern → RegularExpressionParser → MatchProgram → MatchTable        one lookup per byte
///                                                      ↘ ThreadSimulation  where the table would be too large
///
/// The time of a simulation is proportional to the length of the text times the size of the program, so its steps are
/// limited. Look-around and back-references are errors, because they can't be matched in linear time.
package struct RegularExpression: Sendable {
  /// The pattern as written.
  package let pattern: String
  let table: LazyMatchTable
  /// The maximum number of steps of one match, unless the caller specifies a limit. That many steps take about 0.1 s.
  package var maximumSteps = 1 << 26

  /// Compiles a pattern.
  ///
  /// - Parameter ignoringCase: Whether case is ignored, as with the `i` flag. `\b` still recognizes only ASCII words.
  /// - Throws: ``RegularExpressionError`` for the first syntax error, unsupported feature or exceeded limit.
  package init(_ pattern: String, ignoringCase: Bool = false) throws(RegularExpressionError) {
    var parser = RegularExpressionParser(pattern, ignoringCase: ignoringCase)
    self.pattern = pattern
    table = LazyMatchTable(try parser.parse())
  }

  /// The size of the program, which determines the time to build it and its memory.
  package var instructionCount: Int { table.program.instructions.count }

  /// Returns whether the pattern matches anywhere in the text, as the `pattern` keyword of JSON Schema requires, or `nil`
  /// if that takes more than `maximumSteps` steps.
  package func matches(_ text: String) -> Bool? {
    var text = text
    var steps = maximumSteps
    return text.withUTF8 { matches(utf8: $0, steps: &steps) }
  }

  /// Returns whether the pattern matches anywhere in the bytes.
  ///
  /// Bytes that aren't well-formed UTF-8 match nothing, not even `[^]` or `.`; a match can start after them.
  ///
  /// - Parameter steps: The steps left. The steps taken are subtracted: one for each byte or, if the pattern has no table,
  ///   one for each instruction that is compared with each byte.
  /// - Returns: `nil` if the steps don't suffice.
  package func matches(utf8 bytes: UnsafeBufferPointer<UInt8>, steps: inout Int) -> Bool? {
    guard let isMatch = table.matches(bytes) else {
      return ThreadSimulation.matches(table.program, bytes, steps: &steps)
    }
    steps -= bytes.count
    return isMatch
  }
}
