import MockSpec
import MockSpecDiagnostics
import Synchronization
import TestSupport
import Testing

@testable import MockSpecWatcher

/// Live projects over one folder.
@Suite(.timeLimit(.minutes(20)))
struct SharedWatchTests {
  static func spec(_ response: String) -> String {
    "mockspec: 1\nrequests:\n  a:\n    match: GET /a\n    responses: {R: {\(response)}}\n"
  }

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["p/a.mock.yaml": Self.spec("text: \"0\""), "p/b.mock.yaml": Self.other])
  }

  private static let other = spec("text: b").replacing("a:", with: "b:").replacing("/a", with: "/b")

  private func save(_ number: Int) throws { try folder.save(Self.spec("text: \"\(number)\""), to: "p/a.mock.yaml") }

  private func project(
    isLinting: Bool = false, isWatching: Bool = true, onEvent: @escaping @Sendable (ProjectEvent) -> Void = { _ in }
  ) throws -> LiveProject {
    let loader = SpecLoader(.paths(["p"]), workingDirectory: folder.path, isLinting: isLinting)
    return try LiveProject(loader, isWatching: isWatching, onEvent: onEvent)
  }

  @Test func `an edit is loaded once, and each project reports it`() async throws {
    let events = [Sightings<ProjectEvent>(), Sightings<ProjectEvent>()]
    let projects = try events.map { events in try project { events.note($0) } }
    for number in 1...3 {
      #expect(projects[0].engine.sets === projects[1].engine.sets)
      #expect(projects[0].engine.sets.number == number)
      try save(number)
      for events in events { try await events.reloaded() }
      #expect(projects.map { $0.answer("/a") } == ["\(number)", "\(number)"])
    }
    for project in projects { project.stop() }
  }

  @Test func `projects that start at the same time share their first load`() async throws {
    let projects = try await withThrowingTaskGroup(of: LiveProject.self) { group in
      for _ in 0..<8 { group.addTask { try project() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(projects.allSatisfy { $0.engine.sets === projects[0].engine.sets })
    for project in projects { project.stop() }
  }

  @Test(arguments: [true, false]) func `later projects have the snapshot of the first`(isWatching: Bool) throws {
    let first = try project(isWatching: isWatching)
    let old = first.engine.sets
    for _ in 0..<3 { #expect(try project(isWatching: isWatching).engine.sets === old) }
    try save(2)
    let second = try project(isWatching: isWatching)
    #expect(second.engine.sets !== old && second.answer("/a") == "2")
  }

  @Test func `when one stops, it keeps its version, and the other goes on`() async throws {
    let (stoppedEvents, events) = (Sightings<ProjectEvent>(), Sightings<ProjectEvent>())
    let stopped = try project { stoppedEvents.note($0) }
    let project = try project { events.note($0) }
    stopped.stop()
    try save(1)
    try await events.reloaded()
    #expect(stopped.answer("/a") == "0")
    #expect(project.answer("/a") == "1")
    project.stop()
  }

  #if os(Linux)
    @Test func `the watch ends with the last project, whether it is stopped or released`() async throws {
      for isStopped in [true, false] {
        var projects = try [project(), project()]
        #expect(try ProcessDescriptors.watches(on: folder["p"]) == 1)
        if isStopped { projects[0].stop() }
        projects.removeFirst()
        #expect(try ProcessDescriptors.watches(on: folder["p"]) == 1)
        if isStopped { projects[0].stop() }
        projects.removeFirst()
        // A released watch ends with the last work on its queue.
        while try ProcessDescriptors.watches(on: folder["p"]) > 0 { await Task.yield() }
      }
    }

    @Test func `a stopped project doesn't keep the watch alive`() async throws {
      let stopped = try project()
      var released: LiveProject? = try project()
      stopped.stop()
      #expect(released?.answer("/a") == "0")
      released = nil
      while try ProcessDescriptors.watches(on: folder["p"]) > 0 { await Task.yield() }
      stopped.stop()
    }
  #endif

  @Test func `a project that starts after a write has it at once, and the other one soon`() async throws {
    let events = Sightings<ProjectEvent>()
    let first = try project { events.note($0) }
    for number in 1...30 {
      try save(number)
      let second = try project()
      #expect(second.answer("/a") == "\(number)")
      if number.isMultiple(of: 3) {
        while first.answer("/a") != "\(number)" { try await events.reloaded() }
        #expect(second.answer("/a") == "\(number)")
      }
      second.stop()
    }
    first.stop()
  }

  @Test func `a project with errors can't start, and the other one keeps its last good version`() async throws {
    let events = Sightings<ProjectEvent>()
    let first = try project { events.note($0) }
    try folder.save(Self.spec("status: 99"), to: "p/a.mock.yaml")
    for _ in 0..<2 {
      #expect(throws: SpecError.self) { try project() }
      guard case .rejected? = try await events.through(where: { _ in true }).last else {
        Issue.record("not rejected")
        return
      }
      #expect(first.answer("/a") == "0")
      // Still an error, but another one.
      try folder.save(Self.spec("status: 98"), to: "p/a.mock.yaml")
    }
    try save(1)
    let second = try project()
    #expect(second.answer("/a") == "1")
    while first.answer("/a") != "1" { try await events.reloaded() }
    first.stop()
    second.stop()
  }

  @Test func `warnings are those of the present version for each project`() async throws {
    func codes(_ project: LiveProject) -> [String] { project.diagnostics.map(\.code) }
    let events = Sightings<ProjectEvent>()
    try folder.save(Self.spec("status: 204, text: x"), to: "p/a.mock.yaml")
    let loader = SpecLoader(.paths(["p"]), workingDirectory: folder.path, isLinting: true)
    let first = try LiveProject(loader, isWatching: true) { events.note($0) }
    let second = try project(isLinting: true)
    #expect(codes(first) == ["body-not-sent"])
    #expect(codes(second) == codes(first))
    try save(1)
    try await events.reloaded()
    #expect(try codes(project(isLinting: true)) == [])
    first.stop()
    second.stop()
  }

  @Test func `each of several threads that stop a project returns after the last handler has ended`() async throws {
    for number in 1...5 {
      let handler = Handler()
      let started = Sightings<ProjectEvent>()
      let project = try project { event in
        handler.isRunning.store(true, ordering: .sequentiallyConsistent)
        started.note(event)
        while !handler.isStopping.load(ordering: .sequentiallyConsistent) {}
        // Time for `stop` to return too early.
        for _ in 0..<100_000 { _ = handler.isStopping.load(ordering: .sequentiallyConsistent) }
        handler.isRunning.store(false, ordering: .sequentiallyConsistent)
      }
      try save(number)
      try await started.reloaded()
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<3 {
          group.addTask {
            handler.isStopping.store(true, ordering: .sequentiallyConsistent)
            project.stop()
            return handler.isRunning.load(ordering: .sequentiallyConsistent)
          }
        }
        for await isRunning in group { #expect(!isRunning) }
      }
    }
  }

  private final class Handler: Sendable {
    let isRunning = Atomic(false)
    let isStopping = Atomic(false)
  }

  @Test func `a handler can stop its project and others, also those whose handlers stop it, and start new ones`()
    async throws
  {
    let projects = Mutex<[LiveProject]>([])
    let ended = Sightings<Int>()
    let calls = Mutex<[Int: Int]>([:])
    let folder = folder
    for index in 0..<4 {
      let project = try project { _ in
        calls.withLock { $0[index, default: 0] += 1 }
        let all = projects.withLock { $0 }
        let loader = SpecLoader(.paths(["p"]), workingDirectory: folder.path)
        let new = try? LiveProject(loader, isWatching: true) { _ in }
        #expect(new?.answer("/a") == "1")
        for project in all { project.stop() }
        new?.stop()
        ended.note(index)
      }
      projects.withLock { $0.append(project) }
    }
    try save(1)
    try await ended.through { _ in true }
    for project in projects.withLock({ $0 }) { project.stop() }
    // All have stopped: no handler is running, and none is called again.
    let before = calls.withLock { $0 }
    #expect(before.values.allSatisfy { $0 == 1 })
    try save(2)
    let last = try project()
    #expect(last.answer("/a") == "2")
    last.stop()
    #expect(calls.withLock { $0 } == before)
  }

  @Test(arguments: 0..<TestScale.count(2, long: 4))
  func `projects that start and stop during edits are never behind, and end on the last version`(seed: UInt64)
    async throws
  {
    let edits = Edits()
    let last = 60
    let keeper = try project()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          var generator = SeededGenerator(seed: seed << 8 | UInt64(worker))
          var kept: [Observed] = []
          while !edits.areDone.load(ordering: .acquiring) {
            let known = edits.written.load(ordering: .acquiring)
            let events = Sightings<ProjectEvent>()
            // The files can have errors, or be away.
            if let project = try? project(onEvent: { events.note($0) }) {
              var new = Observed(project: project, events: events)
              #expect(new.look() >= known)
              kept.append(new)
            }
            for index in kept.indices { kept[index].look() }
            if kept.count > 3 || !kept.isEmpty && Bool.random(using: &generator) {
              kept.remove(at: Int.random(in: kept.indices, using: &generator)).project.stop()
            }
            await Task.yield()
          }
          for var observed in kept {
            while observed.look() != last { try await observed.events.through { _ in true } }
            observed.project.stop()
          }
        }
      }
      group.addTask {
        var generator = SeededGenerator(seed: seed)
        for number in 1...last {
          switch Int.random(in: 0..<5, using: &generator) {
          case 0: try folder.save(Self.spec("status: 99"), to: "p/a.mock.yaml")
          case 1:
            try folder.rename("p", to: "q")
            await Task.yield()
            try folder.rename("q", to: "p")
          default: break
          }
          try save(number)
          edits.written.store(number, ordering: .releasing)
          for _ in 0..<Int.random(in: 0..<6, using: &generator) { await Task.yield() }
        }
        edits.areDone.store(true, ordering: .releasing)
      }
      try await group.waitForAll()
    }
    keeper.stop()
  }

  private final class Edits: Sendable {
    /// The last version that is written.
    let written = Atomic(0)
    let areDone = Atomic(false)
  }

  /// A project whose answers are numbers that only grow.
  private struct Observed {
    let project: LiveProject
    let events: Sightings<ProjectEvent>
    private var version = -1
    private var number = -1

    init(project: LiveProject, events: Sightings<ProjectEvent>) {
      (self.project, self.events) = (project, events)
    }

    @discardableResult
    mutating func look() -> Int {
      let number = project.engine.sets.number
      let version = Int(project.answer("/a")) ?? -2
      #expect(version >= self.version)
      #expect(number >= self.number)
      (self.version, self.number) = (version, number)
      return version
    }
  }
}
