@testable import MockSpec
@testable import MockSpecWatcher

extension FolderEvents.Event {
  /// Any change of an entry, for tests that don't compare which.
  static func entry(_ name: String, in folder: String) -> Self {
    .entry(name, in: folder, .attributes, isFolder: false)
  }
}

extension FolderEvents {
  /// Watches the names and contents of these folders.
  func update(folders: Set<String>) -> Coverage {
    update(Dictionary(uniqueKeysWithValues: folders.map { ($0, true) }))
  }

  /// Watches these folders, each with whether the contents of its files are watched.
  func update(_ folders: [String: Bool]) -> Coverage {
    update(WatchedNames(folders: folders.mapValues { .init(isSearched: $0, hasFiles: $0) }))
  }
}

/// A subscriber to folder events whose events can be awaited. It notes only which entries change.
struct Subscriber: Sendable {
  let events: FolderEvents
  let seen = Sightings<FolderEvents.Event>()

  /// - Parameter also: Done inside the handler, after the event has been noted.
  init(kernel: FolderEvents.Kernel = .shared, also: @escaping @Sendable (FolderEvents) -> Void = { _ in }) {
    events = FolderEvents(kernel: kernel)
    events.start { [seen, weak events] event in
      var event = event
      if case .entry(let name, let folder, _, _) = event { event = .entry(name, in: folder) }
      seen.note(event)
      if let events { also(events) }
    }
  }

  /// The distinct events up to the one for this entry. Events come in order, so what isn't among them didn't happen
  /// before.
  func eventsThrough(_ entry: String, in folder: String) async throws -> Set<FolderEvents.Event> {
    Set(try await seen.through { $0 == .entry(entry, in: folder) })
  }
}
