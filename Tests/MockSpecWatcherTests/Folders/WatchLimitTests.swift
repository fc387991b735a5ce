#if os(Linux)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import MockSpec
  @testable import MockSpecWatcher

  /// Folders that the kernel refuses to watch because of a limit.
  @Suite(.timeLimit(.minutes(20))) struct WatchLimitTests {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder(["specs/f": "1", "specs/in/f": "1"])
    }

    @Test func `beyond the limit on watches, folders are polled until there is room`() async throws {
      let limit = Limit(0)
      let notices = Sightings<PollingNotice>()
      let events = FolderEvents(kernel: FolderEvents.Kernel(maxWatches: limit.get), interval: .milliseconds(20))
      let watched = try await WatchedTree(root: folder["specs"], events: events, onNotice: notices.note)
      defer { watched.watcher.stop() }
      let notice = PollingNotice.polled(folder: folder["specs"], others: 1, .limit(.watches))
      #expect(try await notices.through { _ in true } == [notice])
      try folder.write("two", to: "specs/in/f")
      try await watched.sees(["f": "1", "in/f": "two"])

      limit.set(.max)
      #expect(try await notices.through { _ in true } == [.watched(.watches)])
      // A folder above them, which has no files of ours and no notice, can have been refused just before. It is tried again
      // at the next look. Without that, this ends by the suite's time limit.
      while events.nextPoll != nil { await Task.yield() }
      try folder.write("three", to: "specs/in/f")
      try await watched.sees(["f": "1", "in/f": "three"])
      #expect(events.nextPoll == nil)
    }

    @Test func `folders within the limit aren't polled`() throws {
      let events = FolderEvents(kernel: FolderEvents.Kernel(maxWatches: { 1 }))
      defer { events.stop() }
      events.start { _ in }
      let coverage = events.update(folders: [folder["specs"], folder["specs/in"]])
      #expect(coverage.begun == [folder["specs"], folder["specs/in"]])
      #expect(Array(coverage.polled.values) == [.limit(.watches)])
      #expect(!events.hasRoom())
    }

    @Test func `without descriptors folders are polled until there are some`() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder(["f": "1"])
        let events = FolderEvents(kernel: FolderEvents.Kernel())
        events.start { _ in }
        let usual = DescriptorLimit.set(3)
        #expect(events.update(folders: [folder.path]).polled == [folder.path: .limit(.descriptors)])
        #expect(!events.hasRoom())
        DescriptorLimit.set(usual)
        #expect(events.hasRoom())
        #expect(events.update(folders: [folder.path]) == .init(begun: [folder.path]))
        #expect(events.nextPoll == nil)
      }
    }

    @Test func `each reason is reported once, and a limit again after it was no longer reached`() {
      var notices = PollingNotices()
      let nfs = PollingReason.remote(type: "nfs")
      let first = PollingNotice.polled(folder: "/a", others: 1, nfs)
      #expect(notices.next(["/a": nfs, "/a/b": nfs, "/c": .requested]) == [first])
      #expect(notices.next(["/a": nfs]) == [])
      #expect(notices.next([:]) == [])
      #expect(notices.next(["/a": nfs]) == [])
      let limit = PollingNotice.polled(folder: "/c", others: 0, .limit(.watches))
      #expect(notices.next(["/c": .limit(.watches)]) == [limit])
      #expect(notices.next([:]) == [.watched(.watches)])
      #expect(notices.next(["/c": .limit(.watches)]) == [limit])
    }

    @Test(
      arguments: [
        (
          .polled(folder: "/p/specs", others: 0, .remote(type: "nfs")),
          "changes in 'specs' are found by polling each second: a file system of type nfs doesn't report changes that are "
            + "made elsewhere"
        ),
        (
          .polled(folder: "/p/specs", others: 1, .overlay),
          "changes in 'specs' and another folder are found by polling every two seconds: an overlay doesn't report changes "
            + "of the layers below it"
        ),
        (
          .polled(folder: "/p/specs", others: 2, .limit(.watches)),
          "changes in 'specs' and 2 other folders are found by polling each second: the limit on inotify watches "
            + "(fs.inotify.max_user_watches) is reached"
        ),
        (
          .watched(.instances),
          "all folders are watched again: the limit on inotify instances (fs.inotify.max_user_instances) is no longer "
            + "reached"
        ),
      ] as [(PollingNotice, String)])
    func `a notice names the folder and the reason`(notice: PollingNotice, text: String) {
      #expect(notice.text { FilePath.shown($0, in: "/p") } == text)
    }

    private final class Limit: Sendable {
      private let value: Atomic<Int>
      init(_ value: Int) { self.value = Atomic(value) }
      func set(_ value: Int) { self.value.store(value, ordering: .relaxed) }
      func get() -> Int { value.load(ordering: .relaxed) }
    }
  }
#endif
