import NIOCore
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reports that connections can't be accepted, at most once a minute for all listening sockets of a server.
final class AcceptNotices: Sendable {
  /// The minimum time between two notices.
  static let interval = TimeAmount.minutes(1)

  private let onNotice: (@Sendable (String) -> Void)?
  private let now: @Sendable () -> NIODeadline
  private let next = Mutex<NIODeadline?>(nil)

  init(
    now: @escaping @Sendable () -> NIODeadline = { .now() }, onNotice: (@Sendable (String) -> Void)?
  ) {
    self.now = now
    self.onNotice = onNotice
  }

  /// Reports a failure, unless one was reported within the last minute.
  ///
  /// - Parameter code: The `errno` of the failed `accept(2)`.
  func report(_ code: Int32) {
    let now = now()
    let isDue = next.withLock { next in
      if let next, now < next { return false }
      next = now + Self.interval
      return true
    }
    guard isDue else { return }
    let resource = code == EMFILE || code == ENFILE ? "free file descriptors" : "memory for them"
    onNotice?("new connections wait, because this process has no \(resource): \(String(cString: strerror(code)))")
  }
}
