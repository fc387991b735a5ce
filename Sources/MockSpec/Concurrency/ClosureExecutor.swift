internal import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs closures on the global queue of Dispatch, where their ends can wait for an adapter's queue.
///
/// The queue of an adapter and this one share threads, so that starting a closure and delivering its outcome wake none, or one
/// less than with the threads of Swift concurrency. Those must not wait.
final class ClosureExecutor: TaskExecutor {
  /// One processor's thread is left for what else uses the queue: closures may block.
  private static let limit = sysconf(CInt(_SC_NPROCESSORS_ONLN)) - 1
  private static let count = Atomic(0)

  /// Returns an executor for one closure; `nil` if too many are running.
  static func next() -> ClosureExecutor? {
    let executor = ClosureExecutor()
    return executor.number <= limit ? executor : nil
  }

  /// How many closures run, with this one.
  private let number: Int

  private init() { number = Self.count.add(1, ordering: .relaxed).newValue }

  deinit { Self.count.subtract(1, ordering: .relaxed) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
