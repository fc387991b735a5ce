#if os(macOS)
  internal import Darwin
  internal import MockSpec
  internal import Synchronization

  extension FolderEvents {
    /// FSEvents streams, and kernel queue sources for what streams aren't suited to.
    ///
    /// A stream reports all changes beneath a folder, and can't be extended to other folders. A folder whose contents are
    /// watched therefore uses the stream of a watched folder above it, if there is one. Events of other folders are ignored.
    ///
    /// A folder of which only names are watched has a kernel queue source instead: these are the folders that lead to a
    /// project, and a stream of `/` would report all changes of the system. A file with several names has a source,
    /// too, since a stream reports a change only by the name that was used for it.
    ///
    /// This code has never been run: it was written on Linux.
    final class Kernel: Sendable {
      /// The only instance, which callbacks of streams use.
      static let shared = Kernel()

      enum Watch: Hashable, Sendable {
        case folder(Folder)
        case source(FileSources.Watch)
      }

      /// A folder that isn't kept open. Some file systems, such as FAT, give the inode number of a deleted folder to a new one,
      /// which has another time of creation.
      struct Folder: Hashable, Sendable {
        /// The path without links, as in events.
        let path: String
        let device: dev_t
        let inode: ino_t
        let createdSeconds: Int
        let createdNanoseconds: Int
      }

      private struct Watched {
        let stream: EventStream
        /// Two folders have the same path while one takes the place of the other.
        var folders: [Folder: Set<Subscription>] = [:]
        var subscriptions: Set<Subscription> { folders.values.reduce(into: Set()) { $0.formUnion($1) } }
      }

      let queue = DrainableQueue(label: "mockspec.folder-events")
      private let sources: FileSources
      private let table = Mutex<[String: Watched]>([:])

      private init() { sources = FileSources(queue: queue) }

      func watch(_ subscription: Subscription, contents: Bool) -> Attempt {
        FileSources.opening(subscription) { descriptor, status in
          let reason = PollingReason(volumeOf: descriptor, contents: contents)
          if subscription.isFile || !contents {
            return .watching(.source(sources.watch(descriptor, status, subscription)), reason)
          }
          defer { close(descriptor) }
          guard let path = FileSystem.systemPath(of: descriptor) else { return .refused(.unsupported) }
          let created = status.st_birthtimespec
          let folder = Folder(
            path: path, device: status.st_dev, inode: status.st_ino, createdSeconds: created.tv_sec,
            createdNanoseconds: created.tv_nsec)
          return table.withLock { table in
            guard let stream = Self.stream(above: path, in: table) ?? EventStream(folder: path, queue: queue) else {
              return .refused(.unsupported)
            }
            table[path, default: Watched(stream: stream)].folders[folder, default: []].insert(subscription)
            return .watching(.folder(folder), reason)
          }
        }
      }

      /// Returns the stream of a folder or of the nearest watched folder above it.
      private static func stream(above path: String, in table: [String: Watched]) -> EventStream? {
        if let stream = table[path]?.stream { return stream }
        return path == "/" ? nil : stream(above: FilePath.parent(path), in: table)
      }

      func unwatch(_ watch: Watch, _ subscription: Subscription) {
        switch watch {
        case .source(let watch): sources.unwatch(watch, subscription)
        case .folder(let folder):
          table.withLock { table in
            table[folder.path]?.folders[folder]?.remove(subscription)
            if table[folder.path]?.folders[folder] == [] { table[folder.path]?.folders[folder] = nil }
            if table[folder.path]?.folders == [:] { table[folder.path] = nil }
          }
        }
      }

      func deliverPending() {
        let streams = table.withLock { table in
          Dictionary(table.values.map { (ObjectIdentifier($0.stream), $0.stream) }) { stream, _ in stream }
        }
        let limit = ContinuousClock.now + .milliseconds(50)
        for stream in streams.values { stream.deliverPending(until: limit) }
        queue.drain()
      }

      /// Delivers an event of a stream.
      func receive(_ flags: StreamFlags, at path: String) {
        if !flags.isDisjoint(with: .lost) {
          return Subscription.deliverLost(to: table.withLock { $0.values.flatMap(\.subscriptions) })
        }
        let isReplaced = !flags.isDisjoint(with: .replaced)
        let (folders, parents) = table.withLock { table in
          let folders = isReplaced ? table.keys.filter { FilePath.isBeneath($0, path) } : [path]
          return (folders.compactMap { table[$0]?.subscriptions }, table[FilePath.parent(path)]?.subscriptions ?? [])
        }
        if folders.isEmpty, parents.isEmpty { return }
        var status = stat()
        guard let change = EntryChange(flags, exists: lstat(path, &status) == 0) else { return }
        for subscription in folders.joined() { subscription.deliverFolder() }
        for subscription in parents {
          let isFolder = isReplaced || flags.contains(.isFolder)
          subscription.deliver(change, of: FilePath.name(path), isFolder: isFolder)
        }
      }
    }
  }

  extension PollingReason {
    /// Creates the reason to poll a folder on a volume of another machine; `nil` for a local one.
    fileprivate init?(volumeOf descriptor: Int32, contents: Bool) {
      var info = statfs()
      guard fstatfs(descriptor, &info) == 0, info.f_flags & UInt32(MNT_LOCAL) == 0 else { return nil }
      let type = withUnsafeBytes(of: info.f_fstypename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      self.init(.remote(type: type), contents: contents)
    }
  }
#endif
