import MockSpec
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecTool

struct BuildLogTests {
  @Test func `a diagnostic has an absolute path, and its help and notes`() throws {
    let folder = try TemporaryFolder([
      "specs/a.mock.yaml": """
      mockspec: 1
      requests:
        A: {match: /a, responses: {R: {staus: 1}}}
        A: {match: /b, responses: {R: {}}}
      """
    ])
    let project = try SpecLoader(.paths(["specs"]), workingDirectory: folder.path).check()
    let lines = project.diagnostics.flatMap(BuildLog(base: folder.path).render)
    let file = folder["specs/a.mock.yaml"]
    #expect(lines.contains { $0.hasPrefix("\(file):3:34: error: unknown key 'staus': did you mean 'status'?") })
    #expect(lines.contains { $0.hasPrefix("\(file):4:3: error: ") })
    #expect(lines.contains { $0.hasPrefix("\(file):3:3: note: ") })
    #expect(lines.allSatisfy { !$0.contains("\n") })
  }
}
