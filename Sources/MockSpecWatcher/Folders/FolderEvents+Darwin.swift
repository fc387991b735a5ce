#if canImport(Darwin) && !os(macOS)
  extension FolderEvents {
    /// Kernel queue sources. They don't report a file that is written in place, so every folder is polled as well.
    ///
    /// This code has never been run: it was written on Linux.
    final class Kernel: Sendable {
      static let shared = Kernel()

      typealias Watch = FileSources.Watch

      let queue = DrainableQueue(label: "mockspec.folder-events")
      private let sources: FileSources

      init() { sources = FileSources(queue: queue) }

      func watch(_ subscription: Subscription, contents: Bool) -> Attempt {
        // Its folder is polled.
        if subscription.isFile { return .missing }
        return FileSources.opening(subscription) { descriptor, status in
          .watching(sources.watch(descriptor, status, subscription), .unsupported)
        }
      }

      func unwatch(_ watch: Watch, _ subscription: Subscription) { sources.unwatch(watch, subscription) }

      func deliverPending() { queue.drain() }
    }
  }
#endif
