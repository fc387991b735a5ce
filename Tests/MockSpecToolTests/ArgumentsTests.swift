import Testing

@testable import MockSpecTool

struct ArgumentsTests {
  func parse(_ arguments: String...) -> Result<Arguments, Arguments.Mistake> {
    Arguments.parse(arguments, workingDirectory: "/app")
  }

  @Test func `relative paths start from the working directory`() throws {
    let arguments = try parse("specs", "--compiled", "/out/c.json", "--names", "n.swift").get()
    #expect(
      arguments == Arguments(specs: "/app/specs", base: "/app", names: "/app/n.swift", compiled: "/out/c.json"))
    #expect(try parse("--base", "..", "/specs").get() == Arguments(specs: "/specs", base: "/"))
  }

  @Test(arguments: [
    (["specs", "--name", "n"], "unknown option '--name'"), (["specs", "--names"], "expected a path after '--names'"),
    (["a", "b"], "expected one folder of specs, found 2"), ([], "expected one folder of specs, found 0"),
    (["a", "--base", "b", "--base", "b"], "'--base' is given twice"),
  ])
  func `a mistake is named`(arguments: [String], message: String) {
    #expect(Arguments.parse(arguments) == .failure(.init(description: message)))
  }
}
