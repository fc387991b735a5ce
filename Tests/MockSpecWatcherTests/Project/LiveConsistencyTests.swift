import MockSpec
import Synchronization
import TestSupport
import Testing

@testable import MockSpecWatcher

/// Answers while files are written in steps: each answer is a complete version of its file.
#if os(Linux)
  @Suite(.timeLimit(.minutes(20)))
  struct LiveConsistencyTests {
    static func spec(_ name: String, _ response: String) -> String {
      "mockspec: 1\nrequests:\n  \(name):\n    match: GET /\(name)\n    responses: {R: {\(response)}}\n"
    }

    let folder: TemporaryFolder
    let project: LiveProject
    private let events = Sightings<ProjectEvent>()

    /// So that a test that is held up doesn't leave a file at rest for too long.
    private static let hour = Duration.seconds(3600)

    init() throws {
      folder = try TemporaryFolder([
        "p/mockspec.yaml": "mockspec: 1\n", "p/a.mock.yaml": Self.spec("a", "file: body.txt"), "p/body.txt": "one",
        "p/b.mock.yaml": Self.spec("b", "text: one"), "p/in/c.mock.yaml": Self.spec("c", "text: one"),
      ])
      project = try LiveProject(
        SpecLoader(.paths(["p"]), workingDirectory: folder.path), isWatching: true, rest: Self.hour
      ) { [events] in
        events.note($0)
      }
    }

    /// Changes a file of its own, and waits until it answers, so that a reload has happened since the call. The first one
    /// can be of a change before.
    private func reloadAnother(_ text: String) async throws {
      try folder.save(Self.spec("b", "text: \(text)"), to: "p/b.mock.yaml")
      while project.answer("/b") != text { try await events.reloaded() }
    }

    @Test func `a body that is being written stays as it was, and other files are reloaded`() async throws {
      let writer = try folder.openForWriting("p/body.txt")
      try await reloadAnother("two")
      #expect(project.answer("/a") == "one")
      try writer.write("tw")
      try await reloadAnother("three")
      #expect(project.answer("/a") == "one")
      try writer.write("o")
      writer.close()
      while project.answer("/a") != "two" { try await events.reloaded() }
    }

    @Test func `a spec that is cut where it would be valid isn't taken for whole`() async throws {
      let writer = try folder.openForWriting("p/in/c.mock.yaml")
      // Cut here, the body would be null.
      try writer.write("mockspec: 1\nrequests:\n  c:\n    match: GET /c\n    responses:\n      R:\n        json:")
      try await reloadAnother("two")
      #expect(project.answer("/c") == "one")
      try writer.write(" 2\n")
      writer.close()
      while project.answer("/c") != "2" { try await events.reloaded() }
    }

    @Test func `a spec and its body are from one moment`() async throws {
      let writer = try folder.openForOverwriting("p/body.txt")
      try writer.write("two")
      try folder.save(Self.spec("a", "status: 201, file: body.txt"), to: "p/a.mock.yaml")
      try await reloadAnother("two")
      #expect(project.answer("/a") == "one")
      #expect(project.engine.sets.sets.contains { $0.responses[0].name == "R" })
      writer.close()
      while project.answer("/a") != "two" { try await events.reloaded() }
    }

    @Test func `a new spec that is being written is awaited`() async throws {
      let writer = try folder.openForWriting("p/d.mock.yaml")
      try writer.write("mockspec: 1\nrequests:\n")
      try await reloadAnother("two")
      #expect(project.answer("/d") == "none")
      try writer.write("  d: {match: GET /d, responses: {R: {text: d}}}\n")
      writer.close()
      while project.answer("/d") != "d" { try await events.reloaded() }
    }

    @Test(arguments: ["p/in", "p/in/c.mock.yaml"])
    func `a spec that is written right after it was moved stays as it was`(name: String) async throws {
      let writer = try folder.openForOverwriting("p/in/c.mock.yaml")
      try folder.rename(name, to: name == "p/in" ? "p/on" : "p/in/d.mock.yaml")
      try await reloadAnother("two")
      try await reloadAnother("three")
      #expect(project.answer("/c") == "one")
      try writer.write(Self.spec("c", "text: two"))
      writer.close()
      while project.answer("/c") != "two" { try await events.reloaded() }
    }

    @Test func `while the project file is being written, nothing is reloaded`() async throws {
      let writer = try folder.openForWriting("p/mockspec.yaml")
      try folder.save(Self.spec("b", "text: two"), to: "p/b.mock.yaml")
      guard case .waiting(let files) = try await events.through(where: { _ in true }).last else {
        Issue.record("not waiting")
        return
      }
      #expect(files == ["p/mockspec.yaml"])
      #expect(project.answer("/b") == "one")
      try writer.write("mockspec: 1\ndefaults: {status: 201}\n")
      writer.close()
      while project.answer("/b") != "two" { try await events.reloaded() }
    }

    @Test func `a file that is open for long is reported, and its last version answers`() async throws {
      let writer = try folder.openForWriting("p/body.txt")
      guard case .waiting(let files) = try await events.through(where: { _ in true }).last else {
        Issue.record("not waiting")
        return
      }
      #expect(files == ["p/body.txt"])
      #expect(project.answer("/a") == "one")
      try writer.write("two")
      writer.close()
      while project.answer("/a") != "two" { try await events.reloaded() }
    }

    @Test func `a file that stays open is read when it has rested for long enough`() async throws {
      let events = Sightings<ProjectEvent>()
      let project = try LiveProject(
        SpecLoader(.paths(["p"]), workingDirectory: folder.path), isWatching: true, rest: .milliseconds(500)
      ) {
        events.note($0)
      }
      defer { project.stop() }
      let writer = try folder.openForWriting("p/body.txt")
      try writer.write("two")
      while project.answer("/a") != "two" { try await events.through { _ in true } }
      writer.close()
    }

    /// Calls `decide` all the time while the steps are done; returns the answers.
    private func answers(_ path: String, during steps: () async throws -> Void) async throws -> Set<String> {
      let isDone = Atomic(false)
      async let found: Set<String> = {
        var found: Set<String> = []
        while !isDone.load(ordering: .relaxed), !Task.isCancelled {
          found.insert(project.answer(path))
          await Task.yield()
        }
        return found
      }()
      try await steps()
      isDone.store(true, ordering: .relaxed)
      return await found
    }

    @Test func `a request isn't lost while its folder is renamed`() async throws {
      let found = try await answers("/c") {
        for number in 0..<20 {
          try folder.rename("p/\(number == 0 ? "in" : "in\(number - 1)")", to: "p/in\(number)")
          try await reloadAnother("\(number)")
        }
      }
      #expect(found == ["one"])
    }

    @Test(arguments: ["vim", "git"])
    func `a request isn't lost while its file is replaced`(way: String) async throws {
      var known: Set = ["one"]
      let found = try await answers("/c") {
        for number in 0..<20 {
          if way == "vim" {
            try folder.rename("p/in/c.mock.yaml", to: "p/in/c.mock.yaml~")
          } else {
            try folder.remove("p/in/c.mock.yaml")
          }
          let writer = try folder.openForWriting("p/in/c.mock.yaml")
          let text = Self.spec("c", "text: v\(number)")
          try writer.write(String(text.prefix(60)))
          try writer.write(String(text.dropFirst(60)))
          writer.close()
          if way == "vim" { try folder.remove("p/in/c.mock.yaml~") }
          known.insert("v\(number)")
          while project.answer("/c") != "v\(number)" { try await events.reloaded() }
        }
      }
      #expect(found.isSubset(of: known))
    }

    @Test func `a file that changes as soon as a spec has named it is loaded again`() async throws {
      let events = Sightings<ProjectEvent>()
      let folder = folder
      let isFirst = Atomic(true)
      let project = try LiveProject(
        SpecLoader(.paths(["p"]), workingDirectory: folder.path), isWatching: true, rest: Self.hour
      ) { event in
        // Before the watcher knows the new name.
        if isFirst.exchange(false, ordering: .relaxed) { try? folder.save("second", to: "p/new.txt") }
        events.note(event)
      }
      defer { project.stop() }
      try folder.write("first", to: "p/new.txt")
      try folder.save(Self.spec("b", "file: new.txt"), to: "p/b.mock.yaml")
      while project.answer("/b") != "second" { try await events.through { _ in true } }
    }

    @Test func `a project file that is being written is waited for at the start`() throws {
      let folder = try TemporaryFolder(["a.mock.yaml": Self.spec("a", "text: one")])
      let writer = try folder.openForWriting("mockspec.yaml")
      try writer.write("mockspec: 1\n")
      let project = try LiveProject(SpecLoader(.paths(["."]), workingDirectory: folder.path), isWatching: true) { _ in }
      #expect(project.notices == ["'mockspec.yaml' is open for writing; it was read as it is, since it isn't changing"])
      project.stop()
      writer.close()
    }

    @Test func `a file that is replaced all the time doesn't hold back others`() async throws {
      let isDone = Atomic(false)
      let folder = folder
      async let writer: Void = {
        var number = 0
        while !isDone.load(ordering: .relaxed), !Task.isCancelled {
          try folder.save("\(number)", to: "p/body.txt")
          number += 1
          await Task.yield()
        }
      }()
      for number in 0..<5 {
        try folder.save(Self.spec("b", "text: n\(number)"), to: "p/b.mock.yaml")
        while project.answer("/b") != "n\(number)" { try await events.reloaded() }
      }
      isDone.store(true, ordering: .relaxed)
      try await writer
    }
  }
#endif
