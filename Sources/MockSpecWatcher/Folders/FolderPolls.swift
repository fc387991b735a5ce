internal import MockSpec

/// Finds changes in folders by looking at them from time to time.
///
/// A look reads the status of each watched name. A folder is listed only if its own status has changed.
struct FolderPolls {
  typealias Instant = ContinuousClock.Instant

  fileprivate struct Entry {
    let name: String
    let path: String
    var found: FileSystem.Found?
    /// When the file is reported once more, since another change may have left its time and size as they are.
    var reportAgain: Instant?
  }

  fileprivate struct Folder {
    var watched: WatchedNames.Folder
    var interval: Duration
    var next: Instant
    var found: FileSystem.Found?
    var entries: [Entry] = []
    /// Until then the folder is listed at each look, since further changes may not change its time.
    var listUntil: Instant
    var isReadable = true
  }

  /// The largest step in which times advance on any file system that is polled.
  fileprivate static let longestTick = Duration.seconds(2)

  private var folders: [String: Folder] = [:]

  /// The time of the next look.
  var next: Instant? { folders.values.lazy.map(\.next).min() }

  /// Polls some folders from now on, and no others. Earlier changes in a new folder aren't reported, except for new names.
  ///
  /// - Parameters:
  ///   - names: The names to look at.
  ///   - intervals: The folders to poll, each with the time between looks.
  /// - Returns: The new folders.
  mutating func update(_ names: WatchedNames, _ intervals: [String: Duration], at now: Instant) -> Set<String> {
    let before = folders
    folders = [:]
    for (path, interval) in intervals {
      guard let watched = names.folders[path] else { continue }
      var folder =
        before[path]
        ?? Folder(
          watched: watched, interval: interval, next: now + interval, found: FileSystem.find(path),
          listUntil: now + Self.longestTick)
      folder.interval = interval
      folder.next = min(folder.next, now + interval)
      folder.watch(watched, at: path, now)
      folders[path] = folder
    }
    return Set(folders.keys).subtracting(before.keys)
  }

  /// Looks at the folders whose time has come, or at all, and returns what has changed.
  mutating func look(at now: Instant, all: Bool = false) -> [FolderEvents.Event] {
    let start = Instant.now
    var events: [FolderEvents.Event] = []
    for index in folders.values.indices where all || folders.values[index].next <= now {
      folders.values[index].look(at: folders.keys[index], now, &events)
      // Set after the look, so that a slow file system isn't polled all the time.
      folders.values[index].next = now + (.now - start) + folders.values[index].interval
    }
    return events
  }
}

extension FolderPolls.Folder {
  fileprivate mutating func watch(_ names: WatchedNames.Folder, at path: String, _ now: FolderPolls.Instant) {
    if names.isSearched, !watched.isSearched { listUntil = now + FolderPolls.longestTick }
    watched = names
    // A name that was found by listing the folder may be used by a later load.
    entries.removeAll { !names.names.contains($0.name) && $0.found == nil }
    let known = Set(entries.map(\.name))
    for name in names.names where !known.contains(name) {
      let path = FilePath.join(path, name)
      entries.append(FolderPolls.Entry(name: name, path: path, found: FileSystem.find(path)))
    }
  }

  fileprivate mutating func look(
    at path: String, _ now: FolderPolls.Instant, _ events: inout [FolderEvents.Event]
  ) {
    let before = found
    found = FileSystem.find(path)
    if found?.identity != before?.identity { events.append(.folder(path)) }
    for index in entries.indices {
      let before = entries[index].found
      let after = FileSystem.find(entries[index].path)
      entries[index].found = after
      var change = Self.change(from: before, to: after)
      if change != nil {
        entries[index].reportAgain = after?.kind == .file ? now + FolderPolls.longestTick : nil
      } else if let time = entries[index].reportAgain, time <= now {
        entries[index].reportAgain = nil
        change = .changed
      }
      guard let change else { continue }
      events.append(
        .entry(entries[index].name, in: path, change, isFolder: (after ?? before)?.kind == .folder))
    }
    guard watched.isSearched else { return }
    if found != before { listUntil = now + FolderPolls.longestTick }
    if now <= listUntil { list(path, now, &events) }
  }

  /// Finds new names.
  private mutating func list(_ path: String, _ now: FolderPolls.Instant, _ events: inout [FolderEvents.Event]) {
    let names = try? FileSystem.names(in: path)
    if isReadable != (names != nil) { events.append(.folder(path)) }
    isReadable = names != nil
    guard let names else {
      listUntil = now + FolderPolls.longestTick
      return
    }
    let known = Set(entries.map(\.name))
    for name in names where !known.contains(name) && watched.concerns(name, mayBeFolder: true) {
      let file = FilePath.join(path, name)
      guard let found = FileSystem.find(file), watched.concerns(name, mayBeFolder: found.kind == .folder) else {
        continue
      }
      let again = found.kind == .file ? now + FolderPolls.longestTick : nil
      entries.append(FolderPolls.Entry(name: name, path: file, found: found, reportAgain: again))
      events.append(.entry(name, in: path, .created, isFolder: found.kind == .folder))
    }
  }

  private static func change(from before: FileSystem.Found?, to after: FileSystem.Found?) -> EntryChange? {
    guard let after else { return before == nil ? nil : .removed }
    guard let before else { return .created }
    // Changes in a folder are found by looking at that folder.
    if after.kind == .folder, before.kind == .folder { return after.identity == before.identity ? nil : .arrived }
    return after == before ? nil : .changed
  }
}
