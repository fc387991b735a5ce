#if canImport(Glibc) || canImport(Musl)
  internal import Dispatch
  internal import MockSpec
  internal import Synchronization

  #if canImport(Glibc)
    internal import Glibc
  #else
    internal import Musl
  #endif

  extension FolderEvents {
    /// An inotify instance and its subscribers.
    ///
    /// By default, a user has at most 128 instances in all processes, so the subscribers of a process share one. In one
    /// instance, a folder has one watch, identified by inode: two subscribers, or two paths to the same folder, get the same
    /// watch descriptor. The table below therefore keeps the subscriptions of each watch, and removes it after the last.
    ///
    /// Watch descriptors are reused only after 2³¹ others, so an event that was queued before its watch was removed finds
    /// no entry in the table, never that of another folder.
    final class Kernel: Sendable {
      /// The instance of this process, opened with the first watch and never closed.
      static let shared = Kernel()

      /// A watch descriptor. It changes when another folder takes the same path.
      typealias Watch = Int32

      let queue = DrainableQueue(label: "mockspec.folder-events")
      private let maxWatches: @Sendable () -> Int
      private let table = Mutex(Table())

      private struct Table {
        var instance: Instance?
        /// Whether mounts are reported.
        var seesMounts = false
        var subscriptions: [Watch: Set<Subscription>] = [:]
      }

      private struct Instance {
        let descriptor: Int32
        let source: any DispatchSourceRead
      }

      /// The events that change the names in a folder. The mask is added to that of other subscribers.
      private static let names = UInt32(
        IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_MASK_ADD)
      /// The events that also change contents. Opening and reading aren't among them, since reloads do that.
      private static let contents = names | file
      private static let file = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MASK_ADD)

      /// - Parameter maxWatches: A limit in addition to that of the system, for tests.
      init(maxWatches: @escaping @Sendable () -> Int = { .max }) {
        self.maxWatches = maxWatches
      }

      deinit {
        table.withLock { $0.instance?.source.cancel() }
      }

      func watch(_ subscription: Subscription, contents: Bool) -> Attempt {
        table.withLock { table in
          // After a failure (EMFILE), the next watch tries again: another process may have closed its instance.
          if table.instance == nil { table.instance = open() }
          guard let instance = table.instance else {
            return .refused(.limit(Self.hasDescriptors ? .instances : .descriptors))
          }
          if !table.seesMounts {
            table.seesMounts = MountChanges.shared.observe { [weak self] in self?.receiveMounts(at: $0) }
          }
          let mask = subscription.isFile ? Self.file : contents ? Self.contents : Self.names
          let watch = inotify_add_watch(instance.descriptor, subscription.path, mask)
          guard watch >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR, ELOOP: return .missing
            case ENOSPC: return .refused(.limit(.watches))
            default: return .refused(.unsupported)
            }
          }
          if table.subscriptions[watch] == nil, table.subscriptions.count >= maxWatches() {
            inotify_rm_watch(instance.descriptor, watch)
            return .refused(.limit(.watches))
          }
          table.subscriptions[watch, default: []].insert(subscription)
          let kind = FileSystem.find(subscription.path).map { Mounts.shared.kind(of: $0.identity) }
          return .watching(watch, kind.flatMap { PollingReason($0, contents: contents) })
        }
      }

      /// Whether a descriptor can be opened.
      private static var hasDescriptors: Bool {
        let descriptor = dup(STDIN_FILENO)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0 || errno == EBADF
      }

      func unwatch(_ watch: Watch, _ subscription: Subscription) {
        table.withLock { table in
          // No entry: the folder was deleted and the kernel has removed the watch itself.
          guard table.subscriptions[watch]?.remove(subscription) != nil else { return }
          guard let instance = table.instance, table.subscriptions[watch] == [] else { return }
          table.subscriptions[watch] = nil
          inotify_rm_watch(instance.descriptor, watch)
        }
      }

      private func open() -> Instance? {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue.queue)
        source.setEventHandler { [weak self] in self?.receive(from: descriptor) }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        return Instance(descriptor: descriptor, source: source)
      }

      func deliverPending() {
        guard let descriptor = table.withLock({ $0.instance?.descriptor }) else { return }
        // At most as much as the queue holds, since events can come faster than they are read.
        queue.queue.sync {
          for _ in 0..<64 where !receive(from: descriptor) { break }
        }
      }

      /// - Returns: Whether there were events.
      @discardableResult
      private func receive(from descriptor: Int32) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          var rest = UnsafeRawBufferPointer(buffer)[..<max(count, 0)]
          while !rest.isEmpty {
            let event = rest.load(as: inotify_event.self)
            rest = rest.dropFirst(MemoryLayout<inotify_event>.size)
            // The name is padded with zeros, and empty if the event is about the folder itself.
            let name = String(decoding: rest.prefix(Int(event.len)).prefix { $0 != 0 }, as: UTF8.self)
            rest = rest.dropFirst(Int(event.len))
            receive(event, name: name)
          }
          return count > 0
        }
      }

      private func receive(_ event: inotify_event, name: String) {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          Subscription.deliverLost(to: table.withLock { $0.subscriptions.values.flatMap(\.self) })
        } else if event.mask & UInt32(IN_IGNORED) != 0 {
          // The last event of a watch; the event that caused it has been delivered.
          _ = table.withLock { $0.subscriptions.removeValue(forKey: event.wd) }
        } else {
          let isFolder = event.mask & UInt32(IN_ISDIR) != 0
          for subscription in table.withLock({ $0.subscriptions[event.wd] ?? [] }) {
            subscription.deliver(EntryChange(event.mask), of: name, isFolder: isFolder)
          }
        }
      }

      /// Reports file systems that were mounted or unmounted, which changes the contents at their paths.
      private func receiveMounts(at paths: Set<String>) {
        queue.queue.async { [self] in
          let names = Dictionary(grouping: paths, by: FilePath.parent)
          for subscription in table.withLock({ Array($0.subscriptions.values.joined()) }) {
            for path in names[subscription.path] ?? [] {
              subscription.deliver(.arrived, of: FilePath.name(path), isFolder: true)
            }
          }
        }
      }
    }
  }

  extension EntryChange {
    fileprivate init?(_ mask: UInt32) {
      switch mask {
      case _ where mask & UInt32(IN_CREATE) != 0: self = .created
      case _ where mask & UInt32(IN_MOVED_TO) != 0: self = .arrived
      case _ where mask & UInt32(IN_MODIFY) != 0: self = .written
      case _ where mask & UInt32(IN_CLOSE_WRITE) != 0: self = .closed
      case _ where mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0: self = .removed
      case _ where mask & UInt32(IN_ATTRIB) != 0: self = .attributes
      default: return nil
      }
    }
  }
#endif
