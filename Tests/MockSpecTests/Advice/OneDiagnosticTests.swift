import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Texts in which one mistake could be reported twice.
struct OneDiagnosticTests {
  @Test(arguments: [
    // Aliases repeat the mistake.
    "x-r: &r {staus: 200}\nrequests:\n  A: {match: GET /a, responses: {R: *r, S: *r}}\n  B: {match: GET /b, responses: {R: *r}}",
    "requests:\n  A: &a {match: GET /a, responses: {R: {staus: 200}}}\n  B: *a",
    // A byte-order mark of a file that was pasted into another one; without it, the key below is at the wrong level.
    "requests:\n\u{FEFF}  A: {match: GET /a, responses: {R: {status: 200}}}",
  ])
  func `a mistake is reported once`(text: String) throws {
    let folder = try TemporaryFolder(["a.mock.yaml": "mockspec: 1\n\(text)\n"])
    let project = try SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true).check()
    #expect(project.diagnostics.count == 1, "\(project.diagnostics)")
    #expect(project.diagnostics.allSatisfy { $0.fix != nil })
  }

  @Test(arguments: [
    "requests:\n  A: {match: GET /a, responses: {R: {sta\u{FEFF}us: 200}}}",
    "requests:\n  A:\n    description: GET /a\u{2028}    responses: {R: {staus: 200}}\n    responses: {R: {}}",
  ])
  func `no diagnostic is about the replacement of a character that YAML doesn't allow`(text: String) throws {
    let folder = try TemporaryFolder(["a.mock.yaml": "mockspec: 1\n\(text)\n"])
    let project = try SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true).check()
    #expect(project.diagnostics.contains { $0.code == "invalid-character" })
    #expect(!project.diagnostics.contains { $0.message.contains("_") || $0.fix?.text.contains("_") == true })
  }
}
