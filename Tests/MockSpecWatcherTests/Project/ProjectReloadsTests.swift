import MockSpecDiagnostics
import Synchronization
import Testing

@testable import MockSpec
@testable import MockSpecWatcher

/// A project whose loads are made up.
@Suite struct ProjectReloadsTests {
  typealias Load = Result<LoadedProject, SpecPathError>

  static func load(_ text: String, folders: Set<String> = ["/p"]) -> Load {
    .success(
      LoadedProject(
        root: "/p", specs: [], walked: [], sets: nil, diagnostics: [], summary: ProjectSummary(), files: [],
        folders: folders, contents: ["/p/a": [UInt8](text.utf8)]))
  }

  static func incomplete(_ file: String, folders: Set<String> = ["/p"]) -> Load {
    load("", folders: folders).map { project in
      var project = project
      project.isIncomplete = true
      project.diagnostics = [Diagnostic(.error, "unreadable", "too many open files", file: file)]
      return project
    }
  }

  static func unsettled() throws -> Load {
    let version = try #require(FileSystem.version(of: "/"))
    return load("half").map { project in
      var project = project
      project.versions = ["/p/gone": version]
      return project
    }
  }

  static let missing = Load.failure(.notFound("/p"))

  /// What is reported, and what is watched after the last load.
  private func reloads(_ loads: [Load]) throws -> (reported: [String], last: FolderWatcher.Reload?) {
    let reported = Mutex<[String]>([])
    let position = Atomic(0)
    let reloads = ProjectReloads(after: try Self.load("one").get()) { change in
      let text =
        switch change {
        case .success(let loaded) where loaded.isIncomplete: "incomplete \(loaded.diagnostics[0].file)"
        case .success(let loaded): String(decoding: loaded.contents["/p/a"] ?? [], as: UTF8.self)
        case .failure: "missing"
        }
      reported.withLock { $0.append(text) }
    } load: { _ throws(SpecPathError) in
      try loads[position.add(1, ordering: .relaxed).oldValue].get()
    }
    var last: FolderWatcher.Reload?
    for _ in loads { last = reloads.next() }
    return (reported.withLock { $0 }, last)
  }

  @Test func `only a load that differs is reported`() throws {
    let reported = try reloads([Self.load("one"), Self.load("two"), Self.load("two"), Self.load("one")]).reported
    #expect(reported == ["two", "one"])
  }

  @Test func `missing specs are reported once, and when they are back`() throws {
    let reported = try reloads([Self.missing, Self.missing, Self.load("one"), Self.load("one")]).reported
    #expect(reported == ["missing", "one"])
  }

  @Test func `incomplete loads are reported once, whatever they couldn't read, and when one is complete`() throws {
    let reported = try reloads([
      Self.incomplete("a"), Self.incomplete("b"), Self.incomplete("a"), Self.load("one"), Self.load("one"),
      Self.incomplete("c"),
    ]).reported
    #expect(reported == ["incomplete a", "one", "incomplete c"])
  }

  @Test func `specs that go missing while loads are incomplete are reported`() throws {
    let reported = try reloads([Self.incomplete("a"), Self.missing, Self.incomplete("a"), Self.load("two")]).reported
    #expect(reported == ["incomplete a", "missing", "incomplete a", "two"])
  }

  @Test func `missing specs after an unsettled load don't ask for another load`() throws {
    #expect(try #require(reloads([Self.unsettled()]).last).isIncomplete)
    #expect(try !#require(reloads([Self.unsettled(), Self.missing]).last).isIncomplete)
  }

  @Test func `an incomplete load asks to be repeated, and keeps watching the folders that it didn't find`() throws {
    let deep = Self.load("two", folders: ["/p", "/p/deep"])
    let interrupted = try #require(reloads([deep, Self.incomplete("/p", folders: ["/p", "/"])]).last)
    #expect(interrupted.isIncomplete)
    #expect(interrupted.folders == ["/", "/p", "/p/deep"])
    let complete = try #require(reloads([deep, Self.incomplete("/p"), Self.load("two")]).last)
    #expect(!complete.isIncomplete)
    #expect(complete.folders == ["/p"])
  }
}
