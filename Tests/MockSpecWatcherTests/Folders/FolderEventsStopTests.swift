import Synchronization
import TestSupport
import Testing

@testable import MockSpecWatcher

#if os(Linux)
  @Suite(.timeLimit(.minutes(20))) struct FolderEventsStopTests {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    @Test func `nothing is watched before the start and after the stop`() throws {
      let events = FolderEvents()
      #expect(events.update(folders: [folder.path]) == .init())
      events.start { _ in }
      events.stop()
      #expect(events.update(folders: [folder.path]) == .init())
      events.stop()
    }

    @Test func `a handler may stop its own subscription and hears nothing more`() async throws {
      // Two paths, so that one event is to be delivered twice.
      try folder.makeFolder("real")
      try folder.link("link", to: "real")
      let stopping = Subscriber { $0.stop() }
      let witness = Subscriber()
      defer { witness.events.stop() }
      _ = stopping.events.update(folders: [folder["real"], folder["link"]])
      _ = witness.events.update(folders: [folder["real"]])
      try folder.write("1", to: "real/a")
      try folder.write("1", to: "real/end")
      _ = try await witness.eventsThrough("end", in: folder["real"])
      stopping.seen.note(.lost)
      #expect(try await stopping.seen.through { $0 == .lost }.count == 2)
    }

    @Test func `a handler may stop another subscription`() async throws {
      let victim = Subscriber()
      let stopping = Subscriber { _ in victim.events.stop() }
      let witness = Subscriber()
      defer {
        stopping.events.stop()
        witness.events.stop()
      }
      for subscriber in [victim, stopping, witness] { _ = subscriber.events.update(folders: [folder.path]) }
      try folder.write("1", to: "a")
      _ = try await stopping.eventsThrough("a", in: folder.path)
      try folder.write("1", to: "end")
      _ = try await witness.eventsThrough("end", in: folder.path)
      victim.seen.note(.lost)
      let heard = try await victim.seen.through { $0 == .lost }
      #expect(!heard.contains(.entry("end", in: folder.path)))
    }

    @Test func `no event is under way or delivered after stop has returned`() async throws {
      let isWriting = Atomic(true)
      let folder = folder
      async let writer: Void = {
        while isWriting.load(ordering: .relaxed), !Task.isCancelled {
          try folder.write("1", to: "a")
          try folder.write("1", to: "b")
          await Task.yield()
        }
      }()
      for _ in 0..<300 {
        let calls = Calls()
        let events = FolderEvents()
        events.start { _ in calls.note() }
        _ = events.update(folders: [folder.path])
        try await calls.finished.through { true }
        events.stop()
        let begun = calls.begun.load(ordering: .sequentiallyConsistent)
        #expect(calls.ended.load(ordering: .sequentiallyConsistent) == begun)
        await Task.yield()
        #expect(calls.begun.load(ordering: .sequentiallyConsistent) == begun)
      }
      isWriting.store(false, ordering: .relaxed)
      try await writer
    }

    private final class Calls: Sendable {
      let begun = Atomic(0)
      let ended = Atomic(0)
      let finished = Sightings<Void>()

      func note() {
        begun.add(1, ordering: .sequentiallyConsistent)
        finished.note(())
        ended.add(1, ordering: .sequentiallyConsistent)
      }
    }

    @Test func `a folder that an update no longer names isn't watched`() throws {
      let subscriber = Subscriber()
      defer { subscriber.events.stop() }
      try folder.makeFolder("a")
      try folder.makeFolder("b")
      _ = subscriber.events.update(folders: [folder["a"], folder["b"]])
      _ = subscriber.events.update(folders: [folder["b"]])
      #expect(try ProcessDescriptors.watches(on: folder["a"]) == 0)
      #expect(try ProcessDescriptors.watches(on: folder["b"]) == 1)
    }

    @Test func `stopping removes the watches that no one else has`() throws {
      let one = Subscriber()
      let other = Subscriber()
      try folder.makeFolder("shared")
      try folder.makeFolder("own")
      _ = one.events.update(folders: [folder["shared"], folder["own"]])
      _ = other.events.update(folders: [folder["shared"]])
      one.events.stop()
      #expect(try ProcessDescriptors.watches(on: folder["own"]) == 0)
      #expect(try ProcessDescriptors.watches(on: folder["shared"]) == 1)
      other.events.stop()
      #expect(try ProcessDescriptors.watches(on: folder["shared"]) == 0)
    }
  }
#endif
