import Synchronization
import TestSupport
import Testing

@testable import MockSpecWatcher

/// Linux's events: elsewhere, some have no names of entries, and others stand for several changes.
#if os(Linux)
  @Suite(.timeLimit(.minutes(20))) struct FolderEventsTests {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    @Test func `what happens to an entry is told by its name`() async throws {
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      #expect(subscriber.events.update(folders: [folder.path]) == .init(begun: [folder.path]))
      try folder.write("1", to: "a")
      try folder.rename("a", to: "b")
      try folder.remove("b")
      try folder.makeFolder("end")
      let entries = ["a", "b", "end"].map { FolderEvents.Event.entry($0, in: folder.path) }
      #expect(try await subscriber.eventsThrough("end", in: folder.path) == Set(entries))
    }

    @Test func `each kind of change of an entry is reported`() async throws {
      try folder.write("1", to: "a")
      let events = FolderEvents()
      defer { events.stop() }
      let seen = Sightings<FolderEvents.Event>()
      events.start { seen.note($0) }
      _ = events.update([folder.path: true])
      try folder.write("2", to: "a")
      try folder.setMode(0o600, of: "a")
      try folder.rename("a", to: "b")
      try folder.makeFolder("sub")
      try folder.remove("b")
      let path = folder.path
      func entry(_ name: String, _ change: EntryChange, isFolder: Bool = false) -> FolderEvents.Event {
        .entry(name, in: path, change, isFolder: isFolder)
      }
      let all = try await seen.through { $0 == entry("b", .removed) }
      #expect(
        all.filter { $0 != entry("a", .written) } == [
          entry("a", .closed), entry("a", .attributes), entry("a", .removed), entry("b", .arrived),
          entry("sub", .created, isFolder: true), entry("b", .removed),
        ])
      #expect(all.contains(entry("a", .written)))
    }

    @Test func `a folder whose names are watched doesn't tell of contents`() async throws {
      try folder.write("1", to: "a")
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      _ = subscriber.events.update([folder.path: false])
      try folder.append("2", to: "a")
      try folder.setMode(0o600, of: "a")
      try folder.makeFolder("end")
      #expect(try await subscriber.eventsThrough("end", in: folder.path) == [.entry("end", in: folder.path)])
    }

    @Test func `events of the past are delivered on demand`() throws {
      let count = Atomic(0)
      let events = FolderEvents()
      defer { events.stop() }
      events.start { _ in count.add(1, ordering: .sequentiallyConsistent) }
      _ = events.update([folder.path: true])
      for number in 0..<100 { try folder.makeFolder("\(number)") }
      events.deliverPending()
      #expect(count.load(ordering: .sequentiallyConsistent) == 100)
    }

    @Test func `deeper folders are not watched`() async throws {
      try folder.makeFolder("sub")
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      _ = subscriber.events.update(folders: [folder.path])
      try folder.write("1", to: "sub/a")
      try folder.write("1", to: "end")
      #expect(
        try await subscriber.eventsThrough("end", in: folder.path) == [.entry("end", in: folder.path)])
    }

    @Test func `reading a file and listing a folder is no event`() async throws {
      try folder.write("1", to: "a")
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      _ = subscriber.events.update(folders: [folder.path])
      #expect(try folder.read("a") == "1")
      #expect(Tree(root: folder.path).files == ["a": "1"])
      try folder.write("1", to: "end")
      #expect(
        try await subscriber.eventsThrough("end", in: folder.path) == [.entry("end", in: folder.path)])
    }

    @Test func `two subscribers hear of one folder, and the one that is left still does`() async throws {
      let one = Subscriber()
      let other = Subscriber()
      defer { other.events.stop() }
      #expect(one.events.update(folders: [folder.path]).begun == [folder.path])
      #expect(other.events.update(folders: [folder.path]).begun == [folder.path])
      try folder.write("1", to: "a")
      _ = try await one.eventsThrough("a", in: folder.path)
      _ = try await other.eventsThrough("a", in: folder.path)
      one.events.stop()
      try folder.write("1", to: "b")
      _ = try await other.eventsThrough("b", in: folder.path)
    }

    @Test func `a folder with two paths tells by both, and by the one that is left`() async throws {
      try folder.makeFolder("real")
      try folder.link("link", to: "real")
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      _ = subscriber.events.update(folders: [folder["real"], folder["link"]])
      try folder.write("1", to: "real/a")
      let both = try await subscriber.seen.through { $0 == .entry("a", in: folder["link"]) }
      if !both.contains(.entry("a", in: folder["real"])) {
        _ = try await subscriber.eventsThrough("a", in: folder["real"])
      }
      #expect(subscriber.events.update(folders: [folder["link"]]).begun.isEmpty)
      try folder.write("1", to: "real/b")
      _ = try await subscriber.eventsThrough("b", in: folder["link"])
    }

    @Test func `only a path that is new or leads to another folder begins`() throws {
      try folder.makeFolder("a")
      try folder.makeFolder("b")
      try folder.link("link", to: "a")
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      let (a, b, link) = (folder["a"], folder["b"], folder["link"])
      #expect(subscriber.events.update(folders: [a, link]).begun == [a, link])
      #expect(subscriber.events.update(folders: [a, link]).begun.isEmpty)
      #expect(subscriber.events.update(folders: [a, b, link]).begun == [b])
      try folder.remove("a")
      try folder.makeFolder("a")
      try folder.remove("link")
      try folder.link("link", to: "b")
      #expect(subscriber.events.update(folders: [a, b, link]).begun == [a, link])
    }

    @Test func `a renamed folder is heard by its new path`() async throws {
      try folder.makeFolder("old")
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      _ = subscriber.events.update(folders: [folder["old"]])
      try folder.rename("old", to: "new")
      #expect(subscriber.events.update(folders: [folder["new"]]).begun == [folder["new"]])
      try folder.write("1", to: "new/a")
      _ = try await subscriber.eventsThrough("a", in: folder["new"])
    }

    @Test func `a folder that was moved away stays watched as long as its path counts`() async throws {
      try folder.makeFolder("a")
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      let path = folder["a"]
      _ = subscriber.events.update(folders: [path])
      try folder.rename("a", to: "away")
      #expect(subscriber.events.update(folders: [path]).begun == [folder.path])
      try folder.write("1", to: "away/f")
      _ = try await subscriber.eventsThrough("f", in: path)
      try folder.rename("away", to: "a")
      #expect(subscriber.events.update(folders: [path]) == .init())
      try folder.write("2", to: "a/g")
      _ = try await subscriber.eventsThrough("g", in: path)
    }

    @Test func `a missing folder is stood in for by its nearest ancestor`() async throws {
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      let deep = folder["x/y/z"]
      #expect(subscriber.events.update(folders: [deep]) == .init(begun: [folder.path]))
      #expect(subscriber.events.update(folders: [deep]) == .init())
      try folder.makeFolder("x/y/z")
      _ = try await subscriber.eventsThrough("x", in: folder.path)
      #expect(subscriber.events.update(folders: [deep]) == .init(begun: [deep]))
    }

    @Test(arguments: [("/mockspec-none", "/"), ("//mockspec-none//x/", "/"), ("mockspec-none/x", ".")])
    func `the nearest ancestor may be a root or the working directory`(path: String, ancestor: String) {
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      #expect(subscriber.events.update(folders: [path]) == .init(begun: [ancestor]))
    }

    @Test func `a file is no folder, and its folder stands in for it`() throws {
      try folder.write("1", to: "file")
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      #expect(subscriber.events.update(folders: [folder["file"]]) == .init(begun: [folder.path]))
    }

    @Test func `a folder that the system refuses to watch is polled, and the others are watched`() throws {
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      let refused = folder[String(repeating: "n", count: 300)]
      let coverage = subscriber.events.update(folders: [folder.path, refused])
      #expect(coverage == .init(begun: [folder.path, refused], polled: [refused: .unsupported]))
    }

    @Test func `a deleted folder is told about`() async throws {
      try folder.makeFolder("a")
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      _ = subscriber.events.update(folders: [folder["a"]])
      try folder.remove("a")
      try await subscriber.seen.through { $0 == .folder(folder["a"]) }
    }

    @Test func `lost events are told to every subscriber`() async throws {
      // Its own instance, since the handler holds up everyone on it.
      let kernel = FolderEvents.Kernel()
      let gate = Gate()
      let one = Subscriber(kernel: kernel) { _ in gate.wait() }
      let other = Subscriber(kernel: kernel)
      defer {
        one.events.stop()
        other.events.stop()
      }
      try folder.makeFolder("one")
      try folder.makeFolder("other")
      _ = one.events.update(folders: [folder["one"]])
      _ = other.events.update(folders: [folder["other"]])
      try folder.write("", to: "one/a")
      try folder.write("", to: "one/b")
      // The kernel merges an event only with the one right before it, and queues 16,384 by default.
      for _ in 0..<20_000 {
        try folder.setMode(0o600, of: "one/a")
        try folder.setMode(0o600, of: "one/b")
      }
      gate.open()
      try await one.seen.through { $0 == .lost }
      try await other.seen.through { $0 == .lost }
    }

    @Test func `200 subscribers hear only of their own folder`() async throws {
      try await withThrowingTaskGroup { group in
        for number in 0..<200 {
          group.addTask { [folder] in
            let name = "\(number)"
            try folder.makeFolder(name)
            let subscriber = Subscriber()
            defer { subscriber.events.stop() }
            _ = subscriber.events.update(folders: [folder[name]])
            for step in 0..<20 { try folder.write("\(step)", to: "\(name)/file-\(step)") }
            let entries = (0..<20).map { FolderEvents.Event.entry("file-\($0)", in: folder[name]) }
            #expect(try await subscriber.eventsThrough("file-19", in: folder[name]) == Set(entries))
          }
        }
        try await group.waitForAll()
      }
    }
  }
#endif
