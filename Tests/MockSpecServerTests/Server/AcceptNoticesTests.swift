import NIOCore
import Synchronization
import Testing

@testable import MockSpecServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct AcceptNoticesTests {
  @Test func `a notice is repeated once a minute at most`() {
    let clock = Mutex(NIODeadline.uptimeNanoseconds(1))
    let lines = Mutex<[String]>([])
    let notices = AcceptNotices(
      now: { clock.withLock { $0 } }, onNotice: { line in lines.withLock { $0.append(line) } })
    for seconds: Int64 in [0, 1, 58, 1, 30] {
      clock.withLock { $0 = $0 + .seconds(seconds) }
      notices.report(seconds < 30 ? EMFILE : ENOMEM)
    }
    #expect(
      lines.withLock { $0 } == [
        "new connections wait, because this process has no free file descriptors: Too many open files",
        "new connections wait, because this process has no free file descriptors: Too many open files",
      ])
  }
}
