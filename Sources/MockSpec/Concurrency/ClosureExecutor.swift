internal import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs closures on Dispatch's global queue. There, completing a closure can block until an adapter's queue is free,
/// which isn't allowed on the threads of Swift concurrency.
///
/// The global queue shares its threads with the queues of adapters. Starting a closure and delivering its outcome wake no
/// thread, or one fewer than with the threads of Swift concurrency.
final class ClosureExecutor: TaskExecutor {
  /// One processor's thread is left for other users of the queue, since closures may block.
  private static let limit = sysconf(CInt(_SC_NPROCESSORS_ONLN)) - 1
  private static let count = Atomic(0)

  /// Returns an executor for one closure; `nil` if too many are running.
  static func next() -> ClosureExecutor? {
    let executor = ClosureExecutor()
    return executor.number <= limit ? executor : nil
  }

  /// The number of running closures, including this one.
  private let number: Int

  private init() { number = Self.count.add(1, ordering: .relaxed).newValue }

  deinit { Self.count.subtract(1, ordering: .relaxed) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
