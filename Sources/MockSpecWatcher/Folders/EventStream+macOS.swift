#if os(macOS)
  internal import CoreServices
  internal import Darwin
  internal import Dispatch
  internal import Foundation
  internal import MockSpec
  internal import Synchronization

  /// An FSEvents stream of a folder and everything beneath it. It ends with the last reference.
  ///
  /// This code has never been run: it was written on Linux.
  final class EventStream: Sendable {
    private nonisolated(unsafe) let stream: FSEventStreamRef
    private let queue: DrainableQueue
    /// The number of the last event that isn't waited for any more.
    private let settled = Atomic<FSEventStreamEventId>(0)

    private static let sinceNow = FSEventStreamEventId(kFSEventStreamEventIdSinceNow)

    init?(folder: String, queue: DrainableQueue) {
      let flags =
        kFSEventStreamCreateFlagFileEvents | kFSEventStreamCreateFlagNoDefer | kFSEventStreamCreateFlagWatchRoot
      let callback: FSEventStreamCallback = { _, _, count, paths, flags, _ in
        let paths = paths.assumingMemoryBound(to: UnsafePointer<CChar>.self)
        for index in 0..<count {
          let path = FilePath.absolute(String(cString: paths[index]), in: "/")
          FolderEvents.Kernel.shared.receive(StreamFlags(rawValue: flags[index]), at: path)
        }
      }
      guard
        let stream = FSEventStreamCreate(
          nil, callback, nil, [folder] as CFArray, Self.sinceNow, 0.01, FSEventStreamCreateFlags(flags))
      else { return nil }
      FSEventStreamSetDispatchQueue(stream, queue.queue)
      guard FSEventStreamStart(stream) else {
        FSEventStreamInvalidate(stream)
        FSEventStreamRelease(stream)
        return nil
      }
      (self.stream, self.queue) = (stream, queue)
    }

    deinit {
      nonisolated(unsafe) let stream = stream
      // On the queue, so that no callback is running, and not on this thread, which may hold a lock that a callback
      // needs.
      queue.queue.async {
        FSEventStreamStop(stream)
        FSEventStreamInvalidate(stream)
        FSEventStreamRelease(stream)
      }
    }

    /// Returns when the events that the system knows of have been delivered, or at a limit. Not to be called on the queue.
    ///
    /// `FSEventStreamFlushSync` isn't used: it has been seen to block for good, and writes a failed assertion to standard
    /// error when there are no events.
    func deliverPending(until limit: ContinuousClock.Instant) {
      let last = FSEventStreamFlushAsync(stream)
      while settled.load(ordering: .relaxed) < last, ContinuousClock.now < limit {
        // Set before the callback is called, on the same queue.
        let delivered = queue.queue.sync { FSEventStreamGetLatestEventId(stream) }
        if delivered != Self.sinceNow, delivered >= last { return }
        usleep(500)
      }
      // An event that isn't for this stream is waited for only once.
      settled.max(last, ordering: .relaxed)
    }
  }
#endif
