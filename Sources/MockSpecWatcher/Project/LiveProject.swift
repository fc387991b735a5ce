internal import Dispatch
package import MockSpec
package import MockSpecDiagnostics
import Synchronization

/// An engine whose project is reloaded when its files change.
///
/// Nothing with an error is served: depending on ``BrokenFiles``, the last valid version of each file or of the whole project
/// answers.
///
/// All live projects of a process with the same source share one load and its snapshot, and one watch, which loads each
/// change once.
package final class LiveProject: Sendable {
  /// The engine.
  package let engine: MockEngine
  /// The absolute path of the project's root.
  package let root: String
  /// The warnings of the first load.
  package let diagnostics: [Diagnostic]
  /// The files that the first load doesn't serve, since they have errors.
  package let heldFiles: [HeldFile]
  /// Notices about the first load, each on one line.
  package let notices: [String]
  private let watch: SharedWatch
  /// `nil` if the project is watched.
  private let requested: RequestedReloads?
  private let reports: ProjectReports
  private let status: StatusOfFiles

  /// Loads the project, and watches it from then on.
  ///
  /// - Parameters:
  ///   - loader: The loader of the project.
  ///   - isWatching: Whether to reload the project when its files change.
  ///   - allowsEmpty: Whether a version without requests replaces one with requests.
  ///   - broken: What is served while some files have errors.
  ///   - limits: The limits of the engine.
  ///   - rest: The time after which a file that is open for writing is read if it doesn't change.
  ///   - polling: The time between looks at all files; `nil` to wait for events where they can arrive.
  ///   - handler: Gets the events.
  /// - Throws: `SpecPathError` if there is nothing to load; `SpecError` with all diagnostics if there are errors with which
  ///   nothing is served.
  package init(
    _ loader: SpecLoader, isWatching: Bool, allowsEmpty: Bool = false, broken: BrokenFiles = .refuse,
    limits: MockEngine.Limits = .init(), rest: Duration = FileWriters.usualRest, polling: Duration? = nil,
    reportingTo handler: ReportHandler
  ) throws {
    let loader = try loader.pinned()
    let watch = SharedWatch(loader, rest: rest, polling: polling)
    let first = try watch.load { try Self.firstLoad(loader, sharing: $0).valid(broken) }
    guard let sets = first.sets else { throw SpecError(first.allDiagnostics) }
    let engine = MockEngine(sets, limits: limits)
    self.engine = engine
    root = first.root
    diagnostics = first.diagnostics
    heldFiles = first.heldFiles
    let open = OpenFiles()
    let mounted = isWatching ? first.mountedFiles : []
    notices =
      open.notices(of: first)
      + mounted.map {
        "'\($0)' is a mount of its own: a program outside that replaces the file doesn't change it here; mount its folder"
      }
    let reports = ProjectReports(loader, after: first, handler)
    self.reports = reports
    self.watch = watch
    let status = StatusOfFiles(first)
    self.status = status
    @Sendable func reject(_ event: ProjectEvent) {
      status.rejected(event)
      engine.session.observers.send(.reported)
      reports.add(.event(event))
    }
    @Sendable func use(_ change: ProjectWatch.Change) {
      switch change {
      case .unavailable(let error): reject(.unavailable(error))
      case .waiting(let files): reports.add(.event(.waiting(for: files)))
      case .notice(let notice): reports.add(.event(.notice(notice)))
      case .loaded(let loaded, let duration):
        // What can't be read for a while is no error of a file: a moved one would be gone until then.
        guard let sets = loaded.sets, !loaded.isIncomplete, broken == .serve || loaded.isServedWhole else {
          return reject(.rejected(loaded.allDiagnostics, heldFiles: []))
        }
        if !allowsEmpty, sets.summary.requests == 0, engine.sets.summary.requests > 0 {
          return reject(.unavailable(.noRequestsLeft(loader.shown(loaded.root))))
        }
        status.loaded(loaded)
        let start = ContinuousClock.now
        let notices = engine.replace(with: sets) + open.notices(of: loaded)
        // Everything else follows the replacement, since it takes longer.
        reports.add(.reload(loaded, notices: notices, duration: duration + (.now - start)))
      }
    }
    requested = isWatching ? nil : RequestedReloads(loader, after: first, onChange: use)
    if isWatching { watch.subscribe(after: first, onChange: use) }
  }

  /// Reloads the project soon, also if it isn't watched. Nothing is reported if no file has changed.
  package func reload() {
    if let requested { requested.reloadAll() } else { watch.reloadAll() }
  }

  /// The warnings of the version in use, and the problem of a newer version that isn't in use, even if no event was
  /// delivered.
  ///
  /// If it is read after the events are observed, the events that follow are newer.
  package var now: (warnings: [Diagnostic], problem: ProjectEvent?) { status.now }

  /// Loads the project, and calls a closure for one event at a time, on a queue of its own.
  package convenience init(
    _ loader: SpecLoader, isWatching: Bool, allowsEmpty: Bool = false, broken: BrokenFiles = .refuse,
    limits: MockEngine.Limits = .init(), rest: Duration = FileWriters.usualRest, polling: Duration? = nil,
    onEvent: @escaping @Sendable (ProjectEvent) -> Void
  ) throws {
    try self.init(
      loader, isWatching: isWatching, allowsEmpty: allowsEmpty, broken: broken, limits: limits, rest: rest,
      polling: polling, reportingTo: ReportHandler(onEvent: onEvent))
  }

  /// Loads the project, after waiting at most `longestWait` for files that a program is writing.
  ///
  /// - Parameter shared: The versions of the watch if it is running.
  private static func firstLoad(
    _ loader: SpecLoader, sharing shared: ProjectWatch.Versions?
  ) throws(SpecPathError) -> LoadedProject {
    func load(_ writers: FileWriters) throws(SpecPathError) -> LoadedProject {
      guard let shared else { return try loader.loadSettled(number: 1, writers: writers, isServing: true) }
      // A version of its own precedes all those of the watch.
      return try loader.current(shared.current, after: shared.last, number: 0, writers: writers)
    }
    let pause = DispatchSemaphore(value: 0)
    var writers = FileWriters(isReload: false)
    var first = try load(writers)
    // Files that are still open then are read if they rest.
    for (rest, wait) in [(FileWriters.usualRest, longestWait), (FileWriters.shortRest, FileWriters.shortRest * 2)] {
      writers = FileWriters(rest: rest, isReload: false)
      let deadline = ContinuousClock.now + wait
      while !first.awaited.isEmpty, .now < deadline {
        _ = pause.wait(timeout: .now() + .milliseconds(20))
        first = try load(writers)
      }
    }
    guard shared != nil else { return first }
    // A file that isn't whole is an error, although the watch has an earlier version of it.
    return first.awaited.isEmpty ? first : try loader.loadSettled(number: 0, writers: writers, isServing: true)
  }

  private static let longestWait = Duration.seconds(1)

  /// Stops watching; the engine keeps its version. No event is reported after this method has returned.
  ///
  /// An event handler can call it for any live project. It doesn't wait for that handler, nor for others that wait for it.
  package func stop() {
    watch.stop()
    requested?.stop()
    reports.stop()
  }
}

extension LoadedProject {
  /// Returns the project if it can be used.
  fileprivate func valid(_ broken: BrokenFiles) throws(SpecError) -> LoadedProject {
    if sets == nil || (broken == .refuse && !isServedWhole) { throw SpecError(allDiagnostics) }
    return self
  }
}

/// The files that were open for writing when they were read, each of which is reported once.
private final class OpenFiles: Sendable {
  private let known = Mutex<Set<String>>([])

  func notices(of project: LoadedProject) -> [String] {
    let open = project.openFiles
    let new = known.withLock { known in
      defer { known = Set(open) }
      return open.filter { !known.contains($0) }
    }
    return new.map { "'\($0)' is open for writing; it was read as it is, since it isn't changing" }
  }
}

/// The result of the last load.
private final class StatusOfFiles: Sendable {
  private let state: Mutex<(warnings: [Diagnostic], problem: ProjectEvent?)>

  init(_ project: LoadedProject) { state = Mutex(Self.state(of: project)) }

  private static func state(of project: LoadedProject) -> (warnings: [Diagnostic], problem: ProjectEvent?) {
    let held = project.heldFiles
    return (project.diagnostics, held.isEmpty ? nil : .rejected(held.diagnostics, heldFiles: held))
  }

  var now: (warnings: [Diagnostic], problem: ProjectEvent?) { state.withLock { $0 } }

  func loaded(_ project: LoadedProject) { state.withLock { $0 = Self.state(of: project) } }

  func rejected(_ problem: ProjectEvent) { state.withLock { $0.problem = problem } }
}

/// A change of a live project.
package enum ProjectEvent: Sendable {
  /// A new version answers from now on. Some of its files may have errors, so that earlier versions of them answer.
  case reloaded(Reload)
  /// The changed files have errors or can't be read. Their last valid versions still answer, or that of the whole project, for
  /// which `heldFiles` is empty.
  case rejected([Diagnostic], heldFiles: [HeldFile])
  /// The specs were not found, or have no requests any more; the last good version still answers.
  case unavailable(SpecPathError)
  /// A program has been writing these files for a while. Until they are whole, their last version answers.
  case waiting(for: [String])
  /// A notice about how changes are found, on one line: for example, that folders are polled.
  case notice(String)
}
