#if canImport(Darwin)
  internal import Darwin
  internal import Dispatch
  internal import Synchronization

  /// Kernel queue sources on folders and files: one source and one open descriptor for each, shared by its subscribers.
  ///
  /// A source on a folder reports that an entry was created, deleted or renamed, but not which one, and doesn't report a file
  /// that is written in place. A source on a file reports that, too.
  ///
  /// This code has never been run: it was written on Linux.
  final class FileSources: Sendable {
    typealias Subscription = FolderEvents.Subscription
    typealias Attempt = FolderEvents.Attempt

    /// The folder or file itself. While its descriptor is open, no other one gets its inode number.
    struct Watch: Hashable, Sendable {
      let device: dev_t
      let inode: ino_t
    }

    private struct Watched {
      let source: any DispatchSourceFileSystemObject
      var subscriptions: Set<Subscription>
    }

    private let queue: DrainableQueue
    private let table = Mutex<[Watch: Watched]>([:])

    /// - Parameter queue: The queue on which changes are delivered.
    init(queue: DrainableQueue) { self.queue = queue }

    /// Opens a folder or file.
    ///
    /// - Parameter watch: Watches the opened folder or file, and closes the descriptor when it is no longer needed.
    /// - Returns: The result of `watch`, or why the folder or file can't be opened.
    static func opening(
      _ subscription: Subscription, _ watch: (_ descriptor: Int32, _ status: stat) -> Attempt
    ) -> Attempt {
      let descriptor = open(subscription.path, O_EVTONLY | O_CLOEXEC | (subscription.isFile ? 0 : O_DIRECTORY))
      guard descriptor >= 0 else {
        switch errno {
        case ENOENT, ENOTDIR, ELOOP: return .missing
        case EMFILE, ENFILE: return .refused(.limit(.descriptors))
        default: return .refused(.unsupported)
        }
      }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else {
        close(descriptor)
        return .refused(.unsupported)
      }
      return watch(descriptor, status)
    }

    /// Watches an open folder or file, and closes the descriptor after the last subscription.
    func watch(_ descriptor: Int32, _ status: stat, _ subscription: Subscription) -> Watch {
      let watch = Watch(device: status.st_dev, inode: status.st_ino)
      table.withLock { table in
        if table[watch] != nil {
          close(descriptor)
          table[watch]?.subscriptions.insert(subscription)
        } else {
          table[watch] = Watched(source: source(of: watch, descriptor), subscriptions: [subscription])
        }
      }
      return watch
    }

    func unwatch(_ watch: Watch, _ subscription: Subscription) {
      table.withLock { table in
        guard table[watch]?.subscriptions.remove(subscription) != nil else { return }
        guard table[watch]?.subscriptions == [] else { return }
        table.removeValue(forKey: watch)?.source.cancel()
      }
    }

    private func source(of watch: Watch, _ descriptor: Int32) -> any DispatchSourceFileSystemObject {
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename, .attrib, .link, .revoke],
        queue: queue.queue)
      source.setEventHandler { [weak self] in self?.receive(watch) }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      return source
    }

    private func receive(_ watch: Watch) {
      for subscription in table.withLock({ $0[watch]?.subscriptions ?? [] }) {
        subscription.deliver(subscription.isFile ? .changed : nil, of: "", isFolder: false)
      }
    }
  }
#endif
