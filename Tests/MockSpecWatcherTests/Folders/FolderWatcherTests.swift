import Synchronization
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecWatcher

@Suite(.timeLimit(.minutes(20))) struct FolderWatcherTests {
  let folder: TemporaryFolder
  let root: String

  init() throws {
    folder = try TemporaryFolder()
    root = folder["specs"]
    try folder.makeFolder("specs")
    try folder.write("before", to: "specs/f")
  }

  /// A way to bring about a change, and what is there then.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var after = ["f": "after"]
    let steps: @Sendable (TemporaryFolder) throws -> Void
  }

  /// With the kernel's events, and without.
  static let polling: [Duration?] = [nil, .milliseconds(20)]

  static let changes = [
    Change(testDescription: "saved in place") { try $0.write("after", to: "specs/f") },
    Change(testDescription: "saved to another name, then renamed") {
      try $0.write("after", to: "specs/.f.tmp")
      try $0.rename("specs/.f.tmp", to: "specs/f")
    },
    Change(testDescription: "renamed into from elsewhere") {
      try $0.write("after", to: "elsewhere")
      try $0.rename("elsewhere", to: "specs/f")
    },
    Change(testDescription: "saved by vim") {
      try $0.write("", to: "specs/4913")
      try $0.remove("specs/4913")
      try $0.rename("specs/f", to: "specs/f~")
      try $0.write("aft", to: "specs/f")
      try $0.append("er", to: "specs/f")
      try $0.remove("specs/f~")
    },
    Change(testDescription: "deleted and written anew") {
      try $0.remove("specs/f")
      try $0.write("after", to: "specs/f")
    },
    Change(testDescription: "deleted", after: [:]) { try $0.remove("specs/f") },
    Change(testDescription: "renamed", after: ["g": "before"]) { try $0.rename("specs/f", to: "specs/g") },
    Change(testDescription: "moved out", after: [:]) { try $0.rename("specs/f", to: "f") },
    Change(testDescription: "the whole root renamed away", after: [:]) { try $0.rename("specs", to: "moved") },
    Change(testDescription: "another root renamed into place") {
      try $0.makeFolder("other")
      try $0.write("after", to: "other/f")
      try $0.rename("specs", to: "moved")
      try $0.rename("other", to: "specs")
    },
  ]

  @Test(arguments: changes, polling)
  func `a change is seen`(change: Change, polling: Duration?) async throws {
    let watched = try await WatchedTree(root: root, events: FolderEvents(polling: polling))
    defer { watched.watcher.stop() }
    try change.steps(folder)
    try await watched.sees(change.after)
  }

  @Test(arguments: polling)
  func `a file in folders made a moment ago is seen, and so are its later changes`(polling: Duration?) async throws {
    let watched = try await WatchedTree(root: root, events: FolderEvents(polling: polling))
    defer { watched.watcher.stop() }
    try folder.makeFolder("specs/a/b/c")
    try folder.write("1", to: "specs/a/b/c/g")
    try await watched.sees(["f": "before", "a/b/c/g": "1"])
    try folder.write("2", to: "specs/a/b/c/g")
    try await watched.sees(["f": "before", "a/b/c/g": "2"])
  }

  @Test func `a file that comes after the walk into a folder that isn't watched yet is seen`() async throws {
    let folder = folder
    let isFirst = Atomic(true)
    let writesOnce: @Sendable (FolderWatcher.Reason) -> Void = { reason in
      // Runs between the walk, which has found the new folder, and the watch.
      guard reason != .started, isFirst.exchange(false, ordering: .relaxed) else { return }
      try? folder.write("late", to: "specs/new/g")
    }
    let watched = try await WatchedTree(root: root, also: writesOnce)
    defer { watched.watcher.stop() }
    try folder.makeFolder("specs/new")
    try await watched.sees(["f": "before", "new/g": "late"])
  }

  @Test(arguments: polling)
  func `a renamed folder is watched by its new name`(polling: Duration?) async throws {
    try folder.makeFolder("specs/old")
    try folder.write("1", to: "specs/old/g")
    let watched = try await WatchedTree(root: root, events: FolderEvents(polling: polling))
    defer { watched.watcher.stop() }
    try folder.rename("specs/old", to: "specs/new")
    try await watched.sees(["f": "before", "new/g": "1"])
    try folder.write("2", to: "specs/new/g")
    try await watched.sees(["f": "before", "new/g": "2"])
  }

  @Test(arguments: polling)
  func `a root that is deleted and made again is watched again`(polling: Duration?) async throws {
    let watched = try await WatchedTree(root: root, events: FolderEvents(polling: polling))
    defer { watched.watcher.stop() }
    try folder.remove("specs")
    try await watched.sees([:])
    try folder.makeFolder("specs")
    try folder.write("after", to: "specs/f")
    try await watched.sees(["f": "after"])
    try folder.write("later", to: "specs/f")
    try await watched.sees(["f": "later"])
  }

  @Test(arguments: polling)
  func `a root comes back even if its parent was gone, too`(polling: Duration?) async throws {
    let deep = folder["x/y/specs"]
    try folder.makeFolder("x/y/specs")
    try folder.write("1", to: "x/y/specs/f")
    let watched = try await WatchedTree(root: deep, events: FolderEvents(polling: polling))
    defer { watched.watcher.stop() }
    try folder.remove("x")
    try await watched.sees([:])
    try folder.makeFolder("x/y/specs")
    try folder.write("2", to: "x/y/specs/f")
    try await watched.sees(["f": "2"])
  }

  @Test(arguments: polling)
  func `files behind a swapped link are seen, before and after`(polling: Duration?) async throws {
    // As Kubernetes mounts a ConfigMap.
    try folder.makeFolder("config/..1")
    try folder.write("1", to: "config/..1/f")
    try folder.link("config/..data", to: "..1")
    try folder.link("config/f", to: "..data/f")
    let watched = try await WatchedTree(root: folder["config"], events: FolderEvents(polling: polling))
    defer { watched.watcher.stop() }
    try folder.makeFolder("config/..2")
    try folder.write("2", to: "config/..2/f")
    try folder.link("config/..tmp", to: "..2")
    try folder.rename("config/..tmp", to: "config/..data")
    try folder.remove("config/..1")
    try await watched.sees(["f": "2", "..data/f": "2", "..2/f": "2"])
    try folder.write("3", to: "config/..2/f")
    try await watched.sees(["f": "3", "..data/f": "3", "..2/f": "3"])
  }

  @Test func `1,000 files checked out lead to few reloads, the last of which sees them all`() async throws {
    let names = (0..<1_000).map { "file-\($0)" }
    for name in names { try folder.write("before", to: "specs/\(name)") }
    let spacing = Duration.milliseconds(50)
    let start = ContinuousClock.now
    let watched = try await WatchedTree(root: root, plan: ReloadPlan(spacing: spacing))
    defer { watched.watcher.stop() }
    for name in names {
      try folder.remove("specs/\(name)")
      try folder.write("after", to: "specs/\(name)")
    }
    var after = Dictionary(uniqueKeysWithValues: names.map { ($0, "after") })
    after["f"] = "before"
    let reloads = try await watched.sees(after)
    #expect(reloads.count <= 2 + Int((ContinuousClock.now - start) / spacing))
  }

  @Test func `files saved without a pause lead to a reload every now and then`() async throws {
    let spacing = Duration.milliseconds(100)
    let watched = try await WatchedTree(root: root, plan: ReloadPlan(spacing: spacing))
    defer { watched.watcher.stop() }
    let folder = folder
    let isWriting = Atomic(true)
    let start = ContinuousClock.now
    async let writer: Void = {
      while isWriting.load(ordering: .relaxed), !Task.isCancelled {
        try folder.append(".", to: "specs/f")
        try? await Task.sleep(for: .milliseconds(5))
      }
    }()
    try await watched.reloads(4)
    let taken: Duration = ContinuousClock.now - start
    #expect(taken >= spacing * 3)
    isWriting.store(false, ordering: .relaxed)
    try await writer
  }

  #if os(Linux)
    @Test func `a file is awaited until its writer closes it`() async throws {
      let (reloads, told) = (Sightings<String>(), Sightings<Set<String>>())
      let root = root
      let watcher = FolderWatcher(
        names: Tree(root: root).names, writers: FileWriters(rest: .seconds(3600)),
        plan: ReloadPlan(reportAfter: .milliseconds(30))
      ) {
        told.note($0)
      } reload: { attempt in
        let tree = Tree(root: root)
        reloads.note("\(attempt.reason) \(tree.files["f"] ?? "")")
        return .init(names: tree.names)
      }
      defer { watcher.stop() }
      try await reloads.through { _ in true }
      let writer = try folder.openForWriting("specs/f")
      try writer.write("af")
      #expect(try await told.through { _ in true } == [[root + "/f"]])
      try writer.write("ter")
      writer.close()
      #expect(try await reloads.through { _ in true } == ["changed after"])
    }
  #endif

  @Test func `an incomplete reload is repeated until it is complete, and not after that`() async throws {
    let reloads = Sightings<FolderWatcher.Reason>()
    let count = Atomic(0)
    let names = Tree(root: root).names
    let watcher = FolderWatcher(names: names, writers: FileWriters(), retryInterval: .milliseconds(20)) { attempt in
      reloads.note(attempt.reason)
      let number = count.add(1, ordering: .relaxed).newValue
      return .init(names: names, isIncomplete: number < 4)
    }
    defer { watcher.stop() }
    var reasons: [FolderWatcher.Reason] = []
    for _ in 0..<4 { reasons += try await reloads.through { _ in true } }
    #expect(reasons == [.started, .repeated, .repeated, .repeated])
    try folder.write("after", to: "specs/f")
    #expect(try await reloads.through { _ in true } == [.changed])
  }

  @Test func `200 watchers on 200 folders see what happens in theirs`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask { [folder] in
          try folder.makeFolder("\(number)/specs")
          let watched = try await WatchedTree(root: folder["\(number)/specs"])
          defer { watched.watcher.stop() }
          try folder.write("\(number)", to: "\(number)/specs/f")
          let reloads = try await watched.sees(["f": "\(number)"])
          // The file was perhaps seen empty first. More would be due to others.
          #expect(reloads.count <= 2)
        }
      }
      try await group.waitForAll()
    }
  }
}
