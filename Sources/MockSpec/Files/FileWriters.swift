import Synchronization

/// Decides whether a file is whole, or whether a program is still writing it. It can be used on any thread.
///
/// A file is whole when it isn't open for writing. If the system doesn't know, it is whole when its writer has closed it
/// (see `noteClosed`), or when it has rested for `shortRest`. A file that is open for writing, but hasn't changed for
/// `rest`, is read, since a program may keep it open for good.
package final class FileWriters: Sendable {
  private struct State: Sendable {
    /// The files that a program may have open for writing, by path, with the version that was found and the time when it
    /// was first found.
    var open: [String: (version: FileVersion, since: ContinuousClock.Instant)] = [:]
    /// The versions of files whose writers have closed them.
    var closed: [FileSystem.Identity: FileVersion] = [:]
    /// The times of the last writes to files that haven't been closed since.
    var written: [FileSystem.Identity: ContinuousClock.Instant] = [:]
    /// The identities of these files, by the path of the write.
    var writtenPaths: [String: FileSystem.Identity] = [:]
    /// The times of writes to paths that no longer exist, since a folder was moved and the events still have the old paths.
    var moved: [Place: ContinuousClock.Instant] = [:]
    /// The times at which files were closed, by path.
    var closings: [String: ContinuousClock.Instant] = [:]
    /// Whether the access to any file was unknown.
    var isBlind = false
    /// Delivers the changes that are still queued.
    var deliverPending: @Sendable () -> Void = {}

    /// Returns the time of the last known write, unless the file was closed since. Accesses the file system.
    func lastWrite(of path: String, _ identity: FileSystem.Identity) -> ContinuousClock.Instant? {
      var times = [written[identity]]
      if !moved.isEmpty, let folder = FileSystem.find(FilePath.parent(path))?.identity {
        times.append(moved[Place(folder: folder, name: FilePath.name(path))])
      }
      return times.compactMap(\.self).max()
    }
  }

  /// A name in a folder that may have been moved.
  private struct Place: Hashable {
    let folder: FileSystem.Identity
    let name: String
  }

  /// The time after which a file that is still open is read.
  package static let usualRest = Duration.seconds(5)
  /// The time after which a file is read if the system doesn't know whether it is open, or if a first load has waited for
  /// it.
  package static let shortRest = Duration.milliseconds(250)
  /// The minimum time for which an open file must be seen unchanged.
  static let shortestRest = Duration.milliseconds(50)
  /// The longest time for which a closed file may still seem open. Linux reports that a file is closed before it revokes the
  /// writer's access, and some file systems first write the file to the disk.
  private static let closingTime = Duration.milliseconds(10)
  /// The longest time between a write and its event.
  private static let longestLag = Duration.seconds(1)
  private static let countLimit = 4096

  /// The time after which a file that is still open is read.
  let rest: Duration
  private let isReload: Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - rest: The time after which a file that is still open is read.
  ///   - isReload: Whether files are read because they have changed. Then all of them are checked; otherwise, only
  ///     those that have changed within the last seconds.
  package init(rest: Duration = usualRest, isReload: Bool = true) {
    self.rest = rest
    self.isReload = isReload
  }

  /// - Parameter deliverPending: Delivers all changes that the system has reported, before it returns. It is called on
  ///   the threads that read files.
  package func useEvents(deliverPending: @escaping @Sendable () -> Void) {
    state.withLock { $0.deliverPending = deliverPending }
  }

  /// Records that a writer has closed a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file; may be the old one if its folder was moved.
  ///   - folder: The folder that the file is in; `nil` if it isn't known.
  package func noteClosed(_ path: String, in folder: FileSystem.Identity? = nil) {
    state.withLock { state in
      if state.closings.count >= Self.countLimit { state.closings = [:] }
      state.closings[path] = .now
    }
    noteArrived(path, in: folder)
  }

  /// Records that a file was moved to its path. It is then whole, unless a program has it open. Links are ignored,
  /// since nothing is known about their targets.
  ///
  /// - Parameters:
  ///   - path: The path of the file; may be the old one if its folder was moved.
  ///   - folder: The folder that the file is in; `nil` if it isn't known.
  package func noteArrived(_ path: String, in folder: FileSystem.Identity? = nil) {
    guard state.withLock({ $0.isBlind }), !FileSystem.isLink(path) else { return }
    let version = FileSystem.version(of: path)
    state.withLock { state in
      // The file can have been moved since.
      if let identity = state.writtenPaths.removeValue(forKey: path) { state.written[identity] = nil }
      if let folder { state.moved[Place(folder: folder, name: FilePath.name(path))] = nil }
      guard let version else { return }
      if state.closed.count >= Self.countLimit { state.closed = [:] }
      state.closed[version.identity] = version
      state.written[version.identity] = nil
    }
  }

  /// Records that a file was written by a process that has it open.
  ///
  /// - Parameters:
  ///   - path: The path of the file; may be the old one if its folder was moved.
  ///   - folder: The folder that the file is in; `nil` if it isn't known.
  ///   - now: The current time.
  package func noteWritten(
    _ path: String, in folder: FileSystem.Identity? = nil, at now: ContinuousClock.Instant = .now
  ) {
    let isBlind = state.withLock { state in
      state.closings[path] = nil
      return state.isBlind
    }
    guard isBlind else { return }
    let version = FileSystem.version(of: path)
    state.withLock { state in
      guard let version else {
        if state.moved.count >= Self.countLimit { state.moved = [:] }
        if let folder { state.moved[Place(folder: folder, name: FilePath.name(path))] = now }
        return
      }
      if state.writtenPaths.count >= Self.countLimit { (state.written, state.writtenPaths) = ([:], [:]) }
      state.written[version.identity] = now
      state.writtenPaths[path] = version.identity
      state.closed[version.identity] = nil
    }
  }

  /// Records that changes were missed: written files that haven't been closed may have been written again.
  package func noteLost(at now: ContinuousClock.Instant = .now) {
    state.withLock { state in state.written = state.written.mapValues { _ in now } }
  }

  /// Returns whether a program is still writing a file; `false` if it can't be opened.
  package func isWriting(_ path: String) -> Bool {
    do {
      _ = try FileSystem.content(of: path, limit: 0, writers: self)
      return false
    } catch {
      return error.isBusy
    }
  }

  /// Returns whether a program is still writing a file that is open for reading.
  func isWriting(_ descriptor: Int32, _ path: String, _ version: FileVersion) -> Bool {
    isWriting(path, version, age: version.age) { access(descriptor, path, version) }
  }

  /// Returns the access to a file that was just read; `nil` if a program may have written it meanwhile.
  func accessAfterReading(_ descriptor: Int32, _ path: String, _ version: FileVersion) -> WriteAccess? {
    guard isReload || version.age < Self.usualRest || version.isEmpty else { return WriteAccess.none }
    let access = access(descriptor, path, version)
    if access == .none { return access }
    return isWriting(path, version, age: version.age, wasRead: true, access: { access }) ? nil : access
  }

  private func access(_ descriptor: Int32, _ path: String, _ version: FileVersion) -> WriteAccess {
    let kind = Mounts.shared.kind(of: version.identity)
    // The system doesn't know about programs on other machines. Some file systems also refuse a lease for other reasons than
    // a writer.
    if case .remote = kind { return .unknown }
    let closed = state.withLock { $0.closings[path] }
    let access = WriteAccess.settled(by: closed.map { $0 + Self.closingTime }) { WriteAccess(of: descriptor) }
    // The system doesn't know about programs that write to the lower layers either.
    if case .overlay = kind, access == .none { return .unknown }
    return access
  }

  /// - Parameters:
  ///   - path: The file.
  ///   - version: The version of the file.
  ///   - age: The time since the file's last change, by the system's clock.
  ///   - now: The current time.
  ///   - wasRead: Whether the file has been read. Before reading, files that have been at rest for long, as nearly all
  ///     are, aren't checked.
  ///   - access: Returns whether the file is open for writing.
  func isWriting(
    _ path: String, _ version: FileVersion, age: Duration, now: ContinuousClock.Instant = .now, wasRead: Bool = false,
    access: () -> WriteAccess
  ) -> Bool {
    let known = state.withLock { $0.open[path] }
    if !wasRead, known == nil, age >= max(rest, Self.usualRest) { return false }
    // The clock of another machine may be ahead, so the time since the version was first seen is considered, too.
    let since = known.flatMap { $0.version == version ? $0.since : nil } ?? now
    // A file that was just truncated can still have its old times, and seem to be at rest.
    let resting = version.isEmpty && isReload ? now - since : max(age, now - since)
    let access = access()
    if wasRead, access == .unknown {
      // A file that was recorded as closed may have been opened again. If the bytes read were written since, there is an
      // event for it by now.
      state.withLock { $0.closed[version.identity] == version ? $0.deliverPending : nil }?()
    }
    return state.withLock { state in
      // If the file changed much later than the last known write, its inode was reused: the written file was moved away
      // before its writer closed it, and then removed.
      let lastWrite = state.lastWrite(of: path, version.identity)
      let isWritten = lastWrite.map { age >= now - $0 - Self.longestLag } ?? false
      let isWhole =
        switch access {
        case .none: true
        case .open: resting >= rest && (!isReload || now - since >= Self.shortestRest)
        case .unknown:
          // A closed file may already have been truncated again by a writer whose event hasn't arrived yet.
          (state.closed[version.identity] == version && !version.isEmpty)
            || resting >= (isWritten ? rest : min(rest, Self.shortRest))
        }
      if access == .unknown { state.isBlind = true }
      if state.open.count >= Self.countLimit { state.open = [:] }
      state.open[path] = access == .none ? nil : (version, since)
      return !isWhole
    }
  }
}
