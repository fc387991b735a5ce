import Foundation

package enum Processor {
  /// The processor time that the calling thread has used, which other work on the machine doesn't change.
  package static var time: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
