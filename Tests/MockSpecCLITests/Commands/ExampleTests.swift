import Foundation
import MockSpec
import TestSupport
import Testing

/// Runs the `curl` commands in `specs/` in their order, and checks which request answers, and with which status.
@Suite(.timeLimit(.minutes(20)))
struct ExampleTests {
  /// A `curl` command of the examples.
  struct Example: Sendable {
    var command: String
    /// The name of the request below the command; `nil` if another command follows.
    var request: String?

    /// The status in a comment at the end of the command.
    var status: Int? { command.firstMatch(of: /\ # (\d{3})$/).flatMap { Int($0.1) } }
  }

  /// A command without a status gets the first response of its request.
  @Test func `each example gets its status, or the first response of its request`() async throws {
    let project = try SpecLoader(.paths(["specs"]), workingDirectory: Program.root).load(number: 1)
    let sets = try #require(project.sets)
    let examples = try Self.examples()
    #expect(
      Set(examples.compactMap(\.request)) == Set(sets.sets.filter { $0.isEnabled && !$0.isOfCollection }.map(\.name)))
    #expect(examples.allSatisfy { $0.request != nil || $0.status != nil })

    let server = try await RunningServer(["specs", "--log-requests", "--no-watch"], in: Program.root)
    for example in examples {
      let command = example.command.replacing("localhost:8080", with: server.url.dropFirst("http://".count))
        .replacing("curl ", with: "curl -s -o /dev/null -w '%{http_code}' ", maxReplacements: 1)
      let outcome = try await Program.run("/bin/sh", ["-c", command])
      let line = try #require(await server.nextLine(), "\(command): \(outcome.errors)")
      if let status = example.status { #expect(outcome.output == "\(status)", "\(command)") }
      #expect(!line.contains("unmatched"), "\(command): \(line)")
      guard let request = example.request else { continue }
      let set = try #require(sets[request])
      let first = set.responses[try #require(set.firstResponse(sets.states)).index]
      #expect(line.contains(example.status == nil ? "(\(request): \(first.name))" : "(\(request): "), "\(command)")
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
    var isBeforeRequest = false
    for line in text.split(separator: "\n") {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("# curl ") {
        found.append(Example(command: String(trimmed.dropFirst(2))))
        isBeforeRequest = line.hasPrefix("  ")
      } else if isBeforeRequest, trimmed.hasPrefix("#"), let open = found.last?.command,
        !open.count(where: { $0 == "'" }).isMultiple(of: 2)
      {
        found[found.count - 1].command += "\n" + trimmed.dropFirst().trimmingCharacters(in: .whitespaces)
      } else if isBeforeRequest, line.hasPrefix("  "), !line.hasPrefix("   "), !trimmed.hasPrefix("#") {
        found[found.count - 1].request = String(trimmed.prefix { $0 != ":" })
        isBeforeRequest = false
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
