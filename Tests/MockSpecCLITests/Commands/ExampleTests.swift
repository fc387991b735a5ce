import Foundation
import MockSpec
import TestSupport
import Testing

/// Runs the `curl` command of each enabled request in `specs/`, and checks which request answers.
@Suite(.timeLimit(.minutes(20)))
struct ExampleTests {
  /// A `curl` command of the examples, and the name of the request that follows it.
  struct Example: Sendable {
    var command: String
    var request: String
  }

  @Test func `each example answers its own command with its first response`() async throws {
    let project = try SpecLoader(.paths(["specs"]), workingDirectory: Program.root).load(number: 1)
    let sets = try #require(project.sets)
    let examples = try Self.examples()
    #expect(Set(examples.map(\.request)) == Set(sets.sets.filter { $0.isEnabled && !$0.isOfCollection }.map(\.name)))

    let server = try await RunningServer(["specs", "--log-requests", "--no-watch"], in: Program.root)
    for example in examples {
      let command = example.command.replacing("localhost:8080", with: server.url.dropFirst("http://".count))
        .replacing("curl ", with: "curl -s -o /dev/null ", maxReplacements: 1)
      let outcome = try await Program.run("/bin/sh", ["-c", command])
      let line = try #require(await server.nextLine(), "\(command): \(outcome.errors)")
      let set = try #require(sets[example.request])
      let first = set.responses[try #require(set.firstResponse(sets.states)).index]
      #expect(line.contains("(\(set.name): \(first.name))"), "\(command)")
    }
    _ = await server.end(by: SIGTERM)
  }

  /// From comments `# curl …` in YAML, which may have several lines, and from `x-curl` in JSON.
  static func examples() throws -> [Example] {
    var found: [Example] = []
    let folder = Program.root + "/specs"
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() where name.contains(".mock.") {
      let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      found += name.hasSuffix(".json") ? try jsonExamples(text) : yamlExamples(text)
    }
    return found
  }

  private static func yamlExamples(_ text: String) -> [Example] {
    var found: [Example] = []
    var command: String?
    for line in text.split(separator: "\n") {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("# curl ") {
        command = String(trimmed.dropFirst(2))
      } else if let open = command, trimmed.hasPrefix("#"), !open.count(where: { $0 == "'" }).isMultiple(of: 2) {
        command = open + "\n" + trimmed.dropFirst().trimmingCharacters(in: .whitespaces)
      } else if let ready = command, line.hasPrefix("  "), !line.hasPrefix("   "), !trimmed.hasPrefix("#") {
        found.append(Example(command: ready, request: String(trimmed.prefix { $0 != ":" })))
        command = nil
      }
    }
    return found
  }

  private static func jsonExamples(_ text: String) throws -> [Example] {
    let file = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let requests = try #require(file["requests"] as? [String: [String: Any]])
    return requests.compactMap { name, request in
      (request["x-curl"] as? String).map { Example(command: $0, request: name) }
    }
  }
}
