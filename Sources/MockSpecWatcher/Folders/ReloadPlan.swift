internal import MockSpec

/// Decides from events and the time when a project is loaded again, and whether what was loaded can be used.
///
/// ```
/// closed, arrived,   ▼ load at once, but at least `spacing` after the load before
/// attributes
/// written, created,  the file is awaited: ▼ look every `lookInterval` whether it is whole, since its end may cause no event
/// changed
/// removed            a name may come back: ▼ load as soon as it has, and after `returnTime` at the latest
/// ```
///
/// Whatever is loaded meanwhile doesn't depend on a name that may come back (see `away`).
///
/// The time comes from the caller.
struct ReloadPlan: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Action: Equatable {
    case load
    /// Look whether these files are whole, and report those that are as closed; absolute paths.
    case look(at: Set<String>)
    /// There is nothing to do before an instant; `nil` if only an event can change that.
    case wait(until: Instant?)
  }

  private struct Writing {
    let since: Instant
    var nextLook: Instant
    var isReported = false
  }

  private let spacing: Duration
  private let returnTime: Duration
  private let longestReturn: Duration
  private let lookInterval: Duration
  private let reportAfter: Duration

  /// The names that have disappeared, each with the time until which it may come back.
  private var missing: [String: Instant] = [:]
  /// The names that have disappeared since the last load began, whether they have come back or not.
  private var removedSinceLoad: Set<String> = []
  /// The names that haven't come back in time. They are kept until a load during which no other name was missing, since
  /// their files can have been moved to a missing name.
  private var gone: Set<String> = []
  /// The names that were put in place since the last load began. Until a load looks them up, events of what is beneath them
  /// can be those of a folder that had the name before.
  private var arrived: Set<String> = []
  /// The names that were put in place before the running load began.
  private var arrivedBeforeLoad: Set<String> = []
  /// The files that a program writes.
  private var writing: [String: Writing] = [:]
  /// When the first change happened that no load has seen; `nil` if there is none.
  private var changedSince: Instant?
  private var earliestLoad: Instant?

  /// - Parameters:
  ///   - spacing: The time between the beginnings of loads.
  ///   - returnTime: The time that a name that has disappeared has to come back. Editors and version control replace a
  ///     file by removing it first.
  ///   - longestReturn: The longest time that another change waits for such names.
  ///   - lookInterval: The time between looks at a file that a program writes.
  ///   - reportAfter: The time after which a file that a program writes is reported.
  init(
    spacing: Duration = .milliseconds(50), returnTime: Duration = .milliseconds(50),
    longestReturn: Duration = .milliseconds(100), lookInterval: Duration = .milliseconds(100),
    reportAfter: Duration = .seconds(2)
  ) {
    self.spacing = spacing
    self.returnTime = returnTime
    self.longestReturn = longestReturn
    self.lookInterval = lookInterval
    self.reportAfter = reportAfter
  }

  /// Records a change of a file or folder.
  mutating func note(_ change: EntryChange, of path: String, at now: Instant) {
    switch change {
    case .closed, .arrived:
      writing[path] = nil
      missing[path] = nil
      if change == .arrived {
        arrived.insert(path)
        for name in missing.keys where FilePath.isBeneath(name, path) { missing[name] = nil }
      }
      noteChange(at: now)
    case .created:
      // A name that comes back stays missing until its file is whole.
      if missing[path] != nil { missing[path] = now + returnTime }
      expect(path, at: now)
    case .written, .changed: expect(path, at: now)
    case .removed:
      writing[path] = nil
      if isBeneathArrived(path) { return noteChange(at: now) }
      missing[path] = now + returnTime
      removedSinceLoad.insert(path)
    case .attributes: noteChange(at: now)
    }
  }

  private func isBeneathArrived(_ path: String) -> Bool {
    if arrived.isEmpty, arrivedBeforeLoad.isEmpty { return false }
    return FilePath.upward(from: FilePath.parent(path)).contains { folder in
      arrived.contains(folder) || arrivedBeforeLoad.contains(folder)
    }
  }

  /// Records that something has changed.
  mutating func noteChange(at now: Instant) { changedSince = changedSince ?? now }

  private mutating func expect(_ path: String, at now: Instant) {
    // A first look comes early, since links are created without being closed.
    let firstLook = now + lookInterval / 10
    if writing[path] == nil { writing[path] = Writing(since: now, nextLook: firstLook) }
  }

  /// Returns what to do now. A load that it returns begins now.
  mutating func next(at now: Instant) -> Action {
    let due = loadTime(at: now)
    if let due, due <= now {
      changedSince = nil
      removedSinceLoad = []
      arrivedBeforeLoad.formUnion(arrived)
      arrived = []
      earliestLoad = now + spacing
      return .load
    }
    let looks = Set(writing.filter { $0.value.nextLook <= now }.keys)
    if !looks.isEmpty {
      let next = now + lookInterval
      for path in looks { writing[path]?.nextLook = next }
      return .look(at: looks)
    }
    let others = writing.values.map(\.nextLook) + missing.values
    return .wait(until: (others + [due].compactMap(\.self)).min())
  }

  private mutating func loadTime(at now: Instant) -> Instant? {
    for (path, limit) in missing where limit <= now {
      missing[path] = nil
      gone.insert(path)
      noteChange(at: limit)
    }
    guard let changedSince else { return nil }
    let longest = changedSince + longestReturn
    let back = missing.values.max().map { min($0, longest) }
    return [changedSince, earliestLoad, back].compactMap(\.self).max()
  }

  /// The names that may have been missing at some time since the last load began.
  var missingNames: MissingNames {
    let away = removedSinceLoad.union(missing.keys)
    return away.isEmpty ? MissingNames(gone: gone) : MissingNames(away: away.union(gone))
  }

  /// The names that may have been missing at some time since the last load began, and may come back.
  var away: Set<String> { missingNames.away }

  /// Whether another load follows, since something has changed since the last one began, or a name may come back.
  var isOvertaken: Bool { changedSince != nil || !missing.isEmpty || !removedSinceLoad.isEmpty }

  /// Records the end of a load.
  ///
  /// - Parameters:
  ///   - awaited: The files that weren't read because a program writes them.
  ///   - absent: The files that weren't there but may come back. Their removal may not have been seen.
  ///   - isUsed: Whether the load was used. Otherwise, another one follows.
  mutating func didLoad(awaiting awaited: Set<String>, absent: Set<String> = [], isUsed: Bool, at now: Instant) {
    for path in awaited { expect(path, at: now) }
    if !isUsed { noteChange(at: now) } else if away.isEmpty { gone = [] }
    if isUsed { arrivedBeforeLoad = [] }
    for path in absent where missing[path] == nil { missing[path] = now + returnTime }
  }

  /// Returns the files that have been awaited for long, each once.
  mutating func takeLongAwaited(at now: Instant) -> Set<String> {
    let found = Set(writing.filter { !$0.value.isReported && now - $0.value.since >= reportAfter }.keys)
    for path in found { writing[path]?.isReported = true }
    return found
  }
}
