import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import MockSpecServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct AcceptPauseTests {
  private let loop = EmbeddedEventLoop()
  private let channel: EmbeddedChannel
  private let count: Counter

  private final class Counter: Sendable {
    let value = Mutex(0)
  }

  init() throws {
    let count = Counter()
    self.count = count
    let notices = AcceptNotices(now: { .distantPast }, onNotice: { _ in count.value.withLock { $0 += 1 } })
    channel = EmbeddedChannel(handler: AcceptPause(notices: notices), loop: loop)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
  }

  /// The last value set; `nil` if none was.
  private var autoRead: Bool? {
    channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
  }

  private func fail(_ code: Int32) {
    channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
  }

  @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
  func `accepting pauses when the process has no resources, and then goes on`(code: Int32) throws {
    fail(code)
    #expect(autoRead == false)
    loop.advanceTime(by: .milliseconds(60))
    // Doesn't prolong the pause.
    fail(code)
    loop.advanceTime(by: .milliseconds(39))
    #expect(autoRead == false)
    loop.advanceTime(by: .milliseconds(1))
    #expect(autoRead == true)
    try channel.throwIfErrorCaught()
    #expect(count.value.withLock { $0 } == 1)
    fail(code)
    #expect(autoRead == false)
  }

  @Test func `other errors pass, and don't pause`() {
    fail(ECONNABORTED)
    #expect(autoRead == nil)
    #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
    #expect(count.value.withLock { $0 } == 0)
  }

  @Test func `the pause ends with the listening socket`() {
    fail(EMFILE)
    channel.close(promise: nil)
    loop.advanceTime(by: .seconds(1))
    #expect(autoRead == false)
  }
}
