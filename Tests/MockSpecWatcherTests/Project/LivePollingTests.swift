import MockSpec
import TestSupport
import Testing

@testable import MockSpecWatcher

/// A project that is polled, and files whose changes cause no event in their folder.
@Suite(.timeLimit(.minutes(20)))
struct LivePollingTests {
  static func spec(_ name: String, _ response: String) -> String {
    "mockspec: 1\nrequests:\n  \(name):\n    match: GET /\(name)\n    responses: {R: {\(response)}}\n"
  }

  let folder: TemporaryFolder
  private let events = Sightings<ProjectEvent>()

  init() throws {
    folder = try TemporaryFolder([
      "p/a.mock.yaml": Self.spec("a", "file: body.txt"), "p/body.txt": "one",
      "p/b.mock.yaml": Self.spec("b", "text: one"),
    ])
  }

  private func project(polling: Duration?, rest: Duration = .seconds(3600)) throws -> LiveProject {
    try LiveProject(
      SpecLoader(.paths(["p"]), workingDirectory: folder.path), isWatching: true, rest: rest, polling: polling
    ) { [events] in
      events.note($0)
    }
  }

  @Test func `a touch changes nothing, and later edits of any file are found`() async throws {
    let project = try project(polling: .milliseconds(20))
    defer { project.stop() }
    try folder.setMode(0o600, of: "p/a.mock.yaml")
    try folder.write(Self.spec("b", "text: one"), to: "p/b.mock.yaml")
    try folder.save("two", to: "p/body.txt")
    while project.answer("/a") != "two" { try await events.reloaded() }
    try folder.rename("p/b.mock.yaml", to: "p/c.mock.yaml")
    try folder.save(Self.spec("d", "text: four"), to: "p/in/d.mock.yaml")
    while project.answer("/d") != "four" { try await events.reloaded() }
    #expect(project.answer("/b") == "one")
    try folder.remove("p/c.mock.yaml")
    while project.answer("/b") != "none" { try await events.reloaded() }
  }

  #if os(Linux)
    @Test func `a file that is found while it is written is awaited`() async throws {
      let project = try project(polling: .milliseconds(20))
      defer { project.stop() }
      let writer = try folder.openForWriting("p/body.txt")
      try writer.write("tw")
      try folder.save(Self.spec("b", "text: two"), to: "p/b.mock.yaml")
      while project.answer("/b") != "two" { try await events.reloaded() }
      #expect(project.answer("/a") == "one")
      try writer.write("o")
      writer.close()
      while project.answer("/a") != "two" { try await events.reloaded() }
    }

    @Test func `an edit by way of another hard link is seen, also of a link that is made later`() async throws {
      try folder.hardLink("elsewhere.txt", to: "p/body.txt")
      let project = try project(polling: nil)
      defer { project.stop() }
      try folder.write("two", to: "elsewhere.txt")
      while project.answer("/a") != "two" { try await events.reloaded() }
      try folder.hardLink("elsewhere.yaml", to: "p/b.mock.yaml")
      // A reload that sees the link.
      try folder.save("three", to: "p/body.txt")
      try await events.reloaded()
      try folder.write(Self.spec("b", "text: four"), to: "elsewhere.yaml")
      while project.answer("/b") != "four" { try await events.reloaded() }
    }
  #endif
}
