#if canImport(Darwin)
  internal import Darwin
  internal import Dispatch
  internal import Synchronization

  extension FolderEvents {
    /// One kernel queue source and one open descriptor for each folder, shared by its subscribers.
    ///
    /// A source on a folder reports entries that are created, deleted and renamed, which is how most editors save, but not
    /// a file that is written in place. Every folder is therefore polled as well.
    ///
    /// This code has never been run: it was written on Linux.
    final class Kernel: Sendable {
      static let shared = Kernel()

      /// The folder itself. While its descriptor is open, no other folder gets its inode number.
      struct Watch: Hashable, Sendable {
        let device: dev_t
        let inode: ino_t
      }

      let queue = DrainableQueue(label: "mockspec.folder-events")
      private let folders = Mutex<[Watch: Folder]>([:])

      private struct Folder {
        let source: any DispatchSourceFileSystemObject
        var subscriptions: Set<Subscription>
      }

      func watch(_ subscription: Subscription, contents: Bool) -> Attempt {
        // Its folder is polled.
        if subscription.isFile { return .missing }
        let descriptor = open(subscription.path, O_EVTONLY | O_DIRECTORY | O_CLOEXEC)
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
        let watch = Watch(device: status.st_dev, inode: status.st_ino)
        folders.withLock { folders in
          if folders[watch] != nil {
            close(descriptor)
            folders[watch]?.subscriptions.insert(subscription)
          } else {
            folders[watch] = Folder(source: source(of: watch, descriptor), subscriptions: [subscription])
          }
        }
        return .watching(watch, .unsupported)
      }

      func unwatch(_ watch: Watch, _ subscription: Subscription) {
        folders.withLock { folders in
          guard folders[watch]?.subscriptions.remove(subscription) != nil else { return }
          guard folders[watch]?.subscriptions == [] else { return }
          folders.removeValue(forKey: watch)?.source.cancel()
        }
      }

      func deliverPending() { queue.drain() }

      private func source(of watch: Watch, _ descriptor: Int32) -> any DispatchSourceFileSystemObject {
        let source = DispatchSource.makeFileSystemObjectSource(
          fileDescriptor: descriptor, eventMask: [.write, .delete, .rename, .attrib, .link, .revoke],
          queue: queue.queue)
        source.setEventHandler { [weak self] in self?.receive(watch) }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        return source
      }

      private func receive(_ watch: Watch) {
        for subscription in folders.withLock({ $0[watch]?.subscriptions ?? [] }) { subscription.deliverFolder() }
      }
    }
  }
#endif
