import MockSpecDiagnostics
import MockSpecDocument
import Synchronization
import Testing

@testable import MockSpec
@testable import MockSpecWatcher

/// A project whose loads are made up.
@Suite struct ProjectReloadsTests {
  typealias Load = Result<LoadedProject, SpecPathError>

  static func load(_ text: String, folders: Set<String> = ["/p"]) -> Load {
    let bytes = [UInt8](text.utf8)
    var reading = ProjectReading(discovery: nil, root: "/p", workingDirectory: "/p")
    reading.settings = .init(
      Pipeline.settings(Pipeline.read(bytes, as: .project, shown: "a", .yaml), folder: "/p"),
      input: FileInput("/p/a", .success(bytes), version: nil))
    reading.awaited = Set(folders.map { $0 + "/f" })
    return .success(LoadedProject(reading: reading, resolved: nil, sets: nil, found: [], summary: ProjectSummary()))
  }

  static func incomplete(_ file: String, folders: Set<String> = ["/p"]) -> Load {
    load("", folders: folders).map { project in
      var reading = project.reading
      reading.settings?.input = FileInput("/p/a", .success([]), version: nil, isTransient: true)
      return LoadedProject(
        reading: reading, resolved: nil, sets: nil,
        found: [Diagnostic(.error, "unreadable", "too many open files", file: file)], summary: ProjectSummary())
    }
  }

  static func unsettled() -> Load {
    load("half").map { project in
      var reading = project.reading
      reading.isSettled = false
      return LoadedProject(reading: reading, resolved: nil, sets: nil, found: [], summary: ProjectSummary())
    }
  }

  static let missing = Load.failure(.notFound("/p"))

  /// What is reported, and what is watched after the last load.
  private func reloads(
    _ loads: [Load], _ plan: ReloadPlan = ReloadPlan()
  ) throws -> (reported: [String], last: FolderWatcher.Reload?) {
    let reported = Mutex<[String]>([])
    let position = Atomic(0)
    let first = try Self.load("one").get()
    let subscribers = ProjectSubscribers(of: first)
    _ = subscribers.add(after: first) { change in
      let text =
        switch change {
        case .loaded(let loaded, _) where loaded.isIncomplete: "incomplete \(loaded.diagnostics[0].file)"
        case .loaded(let loaded, _): String(decoding: loaded.contents["/p/a"] ?? [], as: UTF8.self)
        case .unavailable: "missing"
        case .waiting: "waiting"
        case .notice(let notice): notice
        }
      reported.withLock { $0.append(text) }
    }
    let reloads = ProjectReloads(after: first, subscribers) { _, _, _ throws(SpecPathError) in
      try loads[position.add(1, ordering: .relaxed).oldValue].get()
    }
    var last: FolderWatcher.Reload?
    for _ in loads { last = reloads.next(.init(reason: .changed, changed: nil) { plan }) }
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

  @Test func `a load that isn't settled isn't used`() throws {
    #expect(try !#require(reloads([Self.unsettled()]).last).isUsed)
    #expect(try reloads([Self.unsettled()]).reported == [])
    #expect(try #require(reloads([Self.unsettled(), Self.missing]).last).isUsed)
  }

  private static func plan(after change: EntryChange) -> ReloadPlan {
    var plan = ReloadPlan()
    plan.note(change, of: "/p/a", at: .now)
    return plan
  }

  @Test func `missing specs aren't reported while a name may come back`() throws {
    let (reported, last) = try reloads([Self.missing], Self.plan(after: .removed))
    #expect(reported == [])
    #expect(try !#require(last).isUsed)
  }

  @Test func `errors of a load that something overtook aren't reported, unless that goes on and on`() throws {
    let plan = Self.plan(after: .closed)
    // The made-up loads have no response sets, like those with errors.
    #expect(try reloads([Self.load("two"), Self.load("three")], plan).reported == [])
    #expect(try reloads((0..<21).map { Self.load("\($0)") }, plan).reported == ["20"])
  }

  @Test func `an incomplete load asks to be repeated, and keeps watching the folders that it didn't find`() throws {
    func watches(_ reload: FolderWatcher.Reload, _ folder: String) -> Bool { reload.names?.folders[folder] != nil }
    let deep = Self.load("two", folders: ["/p", "/p/deep"])
    let interrupted = try #require(reloads([deep, Self.incomplete("/p", folders: ["/p"])]).last)
    #expect(interrupted.isIncomplete)
    #expect(watches(interrupted, "/p/deep"))
    let complete = try #require(reloads([deep, Self.incomplete("/p"), Self.load("two")]).last)
    #expect(!complete.isIncomplete)
    #expect(!watches(complete, "/p/deep"))
  }
}
