import MockSpecDiagnostics
import Testing

@testable import MockSpec

/// The limit on the instructions of all patterns in a file. The last of 17 patterns with 65,000 instructions exceeds
/// it.
struct PatternAllowanceTests {
  static let problem =
    "bad-regular-expression: the regular expressions of the file up to here have more than 1048576 instructions"

  static func spec(_ match: (Int) -> String) -> String {
    "requests:\n"
      + (1...20).map { "  R\($0): {match: {path: /a, \(match($0))}, responses: {R: {}}}\n" }.joined()
  }

  @Test func `the expressions of one file have a limit together, which is reported once`() throws {
    let spec = Self.spec { "query: {q: {matches: '(a{1000}){65}\($0)'}}" }
    let found = try SpecLoader(.inline("mockspec: 1\n" + spec)).load(number: 1).diagnostics
    #expect(found.map { "\($0.code): \($0.message)" } == [Self.problem])
    #expect(found.first?.start.line == 19)
  }

  @Test func `the patterns of schemas count, too`() throws {
    #expect(try Specs.problems(Self.spec { "body: {schema: {pattern: '(a{1000}){65}\($0)'}}" }) == [Self.problem])
  }

  @Test func `the same expression counts once`() throws {
    #expect(try Specs.problems(Self.spec { _ in "query: {q: {matches: '(a{1000}){65}'}}" }) == [])
  }
}
