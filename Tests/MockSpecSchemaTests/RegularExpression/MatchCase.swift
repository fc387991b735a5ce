import Testing

@testable import MockSpecSchema

/// A pattern with texts that it matches and texts that it doesn't.
struct MatchCase: CustomTestStringConvertible, Sendable {
  var pattern: String
  var matching: [String]
  var others: [String]

  init(_ pattern: String, matches matching: [String] = [], not others: [String] = []) {
    self.pattern = pattern
    self.matching = matching
    self.others = others
  }

  var testDescription: String { pattern }

  /// Checks the engine and both of its matchers separately.
  func check(ignoringCase: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let expression = try RegularExpression(pattern, ignoringCase: ignoringCase)
    let program = try Program(pattern, ignoringCase: ignoringCase)
    for (texts, expected) in [(matching, true), (others, false)] {
      for text in texts {
        #expect(expression.matches(text) == expected, "\(text.debugDescription)", sourceLocation: sourceLocation)
        #expect(program.table(text) != !expected, "table: \(text.debugDescription)", sourceLocation: sourceLocation)
        #expect(program.threads(text) == expected, "threads: \(text.debugDescription)", sourceLocation: sourceLocation)
      }
    }
  }
}

/// The program of a pattern with both matchers.
struct Program {
  var program: MatchProgram
  /// The table; `nil` if it would be too large.
  var table: MatchTable?

  init(_ pattern: String, ignoringCase: Bool = false) throws {
    var parser = RegularExpressionParser(pattern, ignoringCase: ignoringCase)
    program = try parser.parse()
    table = MatchTable(program)
  }

  func table(_ text: some Collection<UInt8>) -> Bool? {
    Array(text).withUnsafeBufferPointer { table?.matches($0) }
  }

  /// Returns `nil` if matching takes more steps.
  func threads(_ text: some Collection<UInt8>, steps: Int = .max) -> Bool? {
    var steps = steps
    return Array(text).withUnsafeBufferPointer { ThreadSimulation.matches(program, $0, steps: &steps) }
  }

  func table(_ text: String) -> Bool? { table(text.utf8) }
  func threads(_ text: String) -> Bool? { threads(text.utf8) }
}
