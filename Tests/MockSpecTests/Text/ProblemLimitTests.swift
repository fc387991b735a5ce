import MockSpecDiagnostics
import Testing

@testable import MockSpec

/// The number of reported problems is limited, and files with many problems are checked in reasonable time.
struct ProblemLimitTests {
  private static func load(_ text: String) throws -> LoadedProject {
    try SpecLoader(.inline("mockspec: 1\n" + text), isLinting: true).load(number: 1)
  }

  private static let request = "requests: {A: {match: GET /a, responses: {R: {}}}}\n"

  @Test func `of many mistakes the first are reported, and that there are more`() throws {
    let found = try Self.load(Self.request + String(repeating: "x-a: 1\n", count: 1_500)).diagnostics
    #expect(found.count == 1_001)
    #expect(found.dropLast().allSatisfy { $0.code == "duplicate-key" })
    #expect(
      found.last?.description == """
        inline:1004:1: error: the file has more than 1000 problems; only the first are shown [too-many-problems]
        """)
  }

  @Test func `a thousand are all reported`() throws {
    let found = try Self.load(Self.request + String(repeating: "x-a: 1\n", count: 1_001)).diagnostics
    #expect(found.count == 1_000)
    #expect(found.allSatisfy { $0.code == "duplicate-key" })
  }

  @Test func `many unknown keys are as good as many others`() throws {
    let keys = (0..<1_500).map { "\"k\($0)\": 1\n" }.joined()
    let found = try Self.load(Self.request + keys).diagnostics
    #expect(found.count == 1_001)
    #expect(found.last?.code == "too-many-problems")
    #expect(found.last?.start.line == 1003)
  }

  @Test func `warnings alone stay warnings`() throws {
    let project = try Self.load(Self.request + "x-a:\n" + (0..<1_500).map { "- &a\($0) 1\n" }.joined())
    #expect(project.sets != nil)
    #expect(project.diagnostics.count == 1_001)
    #expect(project.diagnostics.last?.code == "too-many-problems")
    #expect(!project.diagnostics.hasErrors)
  }

  @Test func `an error behind many warnings isn't lost`() throws {
    let anchors = (0..<1_500).map { "- &a\($0) 1\n" }.joined()
    let project = try Self.load("x-a:\n" + anchors + "requests: {A: {match: GET /a}}\n")
    #expect(project.sets == nil)
    #expect(project.diagnostics.hasErrors)
  }

  @Test func `a huge key is quoted by its beginning`() throws {
    let found = try Self.load(Self.request + "? " + String(repeating: "k", count: 100_000) + "\n: 1\n").diagnostics
    #expect(found.map(\.code) == ["unknown-key"])
    #expect(found[0].message.utf8.count < 300)
  }
}
