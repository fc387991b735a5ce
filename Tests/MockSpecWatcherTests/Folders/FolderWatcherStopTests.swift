import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecWatcher

@Suite(.timeLimit(.minutes(20))) struct FolderWatcherStopTests {
  let folder: TemporaryFolder
  let root: String

  init() throws {
    folder = try TemporaryFolder()
    root = folder["specs"]
    try folder.makeFolder("specs")
  }

  @Test func `what is written after the stop leads to no reload`() async throws {
    let count = Counter()
    let stopped = try await WatchedTree(root: root) { _ in count.increment() }
    let witness = try await WatchedTree(root: root)
    defer { witness.watcher.stop() }
    try folder.write("1", to: "specs/f")
    try await stopped.sees(["f": "1"])
    try await witness.sees(["f": "1"])
    stopped.watcher.stop()
    stopped.watcher.stop()
    let before = count.value
    try folder.write("2", to: "specs/f")
    try await witness.sees(["f": "2"])
    #expect(count.value == before)
  }

  @Test func `reload may stop its own watcher`() async throws {
    let count = Counter()
    let holder = Holder()
    let stopping = try await WatchedTree(root: root) { reason in
      guard reason == .changed else { return }
      count.increment()
      holder.watcher.withLock { $0 }?.stop()
    }
    holder.watcher.withLock { $0 = stopping.watcher }
    let witness = try await WatchedTree(root: root)
    defer { witness.watcher.stop() }
    try folder.write("1", to: "specs/f")
    try await stopping.reloads(1)
    try folder.write("2", to: "specs/f")
    try await witness.sees(["f": "2"])
    #expect(count.value == 1)
  }

  @Test func `stop waits for the reload that is running`() async throws {
    let began = Sightings<Void>()
    let gate = Gate()
    let hasEnded = Atomic(false)
    let names = Tree(root: root).names
    let watcher = FolderWatcher(names: names, writers: FileWriters()) { _ in
      began.note(())
      gate.wait()
      hasEnded.store(true, ordering: .sequentiallyConsistent)
      return .init(names: names)
    }
    try await began.through { true }
    // Late, so that a stop that didn't wait would be found out.
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { gate.open() }
    watcher.stop()
    let endedBefore = hasEnded.load(ordering: .sequentiallyConsistent)
    #expect(endedBefore)
  }

  @Test func `a watcher that is released stops`() async throws {
    let count = Counter()
    var watched: WatchedTree? = try await WatchedTree(root: root) { _ in count.increment() }
    weak let watcher = watched?.watcher
    watched = nil
    // The initial reload has been seen but may be about to return.
    while watcher != nil { await Task.yield() }
    #if os(Linux)
      while try ProcessDescriptors.watches(on: root) > 0 { await Task.yield() }
    #endif
    let witness = try await WatchedTree(root: root)
    defer { witness.watcher.stop() }
    try folder.write("1", to: "specs/f")
    try await witness.sees(["f": "1"])
    #expect(count.value == 1)
  }

  #if os(Linux)
    @Test func `300 watchers started and stopped leave nothing behind`() async throws {
      try folder.makeFolder("specs/sub")
      let before = try ProcessDescriptors.count()
      for round in 0..<300 {
        let watched = try await WatchedTree(root: root)
        if round % 2 == 0 { try folder.write("\(round)", to: "specs/sub/f") }
        watched.watcher.stop()
      }
      for path in [folder.path, root, folder["specs/sub"]] {
        #expect(try ProcessDescriptors.watches(on: path) == 0)
      }
      // Other tests have some open at the same time, but nowhere near 300.
      #expect(try ProcessDescriptors.count() < before + 100)
    }
  #endif

  private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    func increment() { count.add(1, ordering: .sequentiallyConsistent) }
  }

  private final class Holder: Sendable {
    let watcher = Mutex<FolderWatcher?>(nil)
  }
}
