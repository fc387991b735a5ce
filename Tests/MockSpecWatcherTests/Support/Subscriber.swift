@testable import MockSpecWatcher

/// A subscriber to folder events whose events can be awaited.
struct Subscriber: Sendable {
  let events: FolderEvents
  let seen = Sightings<FolderEvents.Event>()

  /// - Parameter also: Done inside the handler, after the event has been noted.
  init(kernel: FolderEvents.Kernel = .shared, also: @escaping @Sendable (FolderEvents) -> Void = { _ in }) {
    events = FolderEvents(kernel: kernel)
    events.start { [seen, weak events] event in
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
