import Foundation
import TestSupport
import Testing

/// The commands `schema`, `init`, `list` and `rules`.
struct CommandTests {
  @Test func `schema prints the published files`() async throws {
    for (arguments, file) in [(["schema"], "mockspec"), (["schema", "--project"], "mockspec-project")] {
      let outcome = try await Program.run(Program.path, arguments)
      let published = try String(contentsOfFile: Program.root + "/schema/\(file).schema.json", encoding: .utf8)
      #expect(outcome.output == published)
    }
  }

  @Test func `init writes a valid project and overwrites nothing`() async throws {
    let folder = try TemporaryFolder([:])
    let first = try await Program.run("init", in: folder.path)
    #expect(first.status == 0)
    #expect(try await Program.run("validate", "--strict", in: folder.path).status == 0)
    let again = try await Program.run("init", in: folder.path)
    #expect(again.status == 73)
    #expect(again.errors.contains("'specs/mockspec.yaml' exists already"))
  }

  @Test func `list shows requests, responses and what is selected`() async throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": """
      mockspec: 1
      requests:
        A: {match: {method: GET, path: /a, query: {x: 1}, exactQuery: true}, default: T, responses: {R: {text: hello}, T: {error: timedOut}}}
        B: {match: POST /b, enabled: false, sequence: [S], responses: {R: {}, S: {status: 503}}}
      """
    ])
    let human = try await Program.run("list", ".", in: folder.path)
    #expect(
      human.output == """
        A  GET /a, query x, exactQuery  (a.mock.yaml:3:3)
            R: 200, text/plain; charset=utf-8, 5 bytes
          → T: error timedOut  [default]
        B  POST /b  (a.mock.yaml:4:3)  [disabled]
            R: 200, 0 bytes
          → S: 503, 0 bytes  [sequence]

        """)
    let machine = try await Program.run("list", ".", "--format", "json", in: folder.path)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(machine.output.utf8)) as? [String: Any])
    let requests = try #require(report["requests"] as? [[String: Any]])
    #expect(requests.map { $0["selected"] as? String } == ["T", "S"])
    #expect(requests.map { $0["enabled"] as? Bool } == [true, false])
  }

  @Test func `rules explains warnings and errors, and suggests a name`() async throws {
    let list = try await Program.run("rules")
    #expect(list.output.contains(/(?m)^unknown-key +error +a key isn't known in this mapping$/))
    #expect(list.output.contains(/(?m)^unused-ignore +warning +an ignore comment/))
    let page = try await Program.run("rules", "merge-key")
    #expect(page.status == 0)
    #expect(page.output.hasPrefix("merge-key (error): '<<' isn't supported\n"))
    let unknown = try await Program.run("rules", "merge-keys")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("no rule is named 'merge-keys': did you mean 'merge-key'?"))
  }

  @Test func `help and version print text`() async throws {
    #expect(try await Program.run("--version").output.first?.isNumber == true)
    for command in ["validate", "serve", "list", "explain", "convert", "rules", "schema", "init", "import"] {
      let help = try await Program.run("help", command)
      #expect(help.output.contains("Examples:"), "\(command)")
    }
  }
}
