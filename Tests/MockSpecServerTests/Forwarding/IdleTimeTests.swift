import NIOCore
import Testing

@testable import MockSpecServer

/// The time for which another server neither takes a part of a request nor sends one of a response.
struct IdleTimeTests {
  private static func at(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }

  @Test func `a small request that is received at once isn't news later`() {
    var idleTime = IdleTime(start: Self.at(0))
    for second in 1...8 {
      #expect(idleTime.duration(100, missing: 0, Self.at(Int64(second))) == .seconds(Int64(second)))
    }
  }

  @Test func `bytes that the server receives are news, and so are the last ones`() {
    var idleTime = IdleTime(start: Self.at(0))
    #expect(idleTime.duration(100, missing: 60, Self.at(4)) == .zero)
    #expect(idleTime.duration(100, missing: 60, Self.at(6)) == .seconds(2))
    #expect(idleTime.duration(100, missing: 59, Self.at(8)) == .zero)
    #expect(idleTime.duration(100, missing: 0, Self.at(10)) == .zero)
    #expect(idleTime.duration(100, missing: 0, Self.at(13)) == .seconds(3))
    idleTime.end(Self.at(14))
    #expect(idleTime.duration(100, missing: 0, Self.at(15)) == .seconds(1))
  }

  @Test func `bytes that are written while nothing is received aren't news`() {
    var idleTime = IdleTime(start: Self.at(0))
    #expect(idleTime.duration(100, missing: 60, Self.at(1)) == .zero)
    #expect(idleTime.duration(200, missing: 160, Self.at(5)) == .seconds(4))
  }
}
