import NIOCore
import Testing

@testable import MockSpecServer

/// The time for which another server neither takes a part of a request nor sends one of a response.
struct SilenceTests {
  private static func at(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }

  @Test func `a small request that is received at once isn't news later`() {
    var silence = Silence(start: Self.at(0))
    for second in 1...8 {
      #expect(silence.duration(100, missing: 0, Self.at(Int64(second))) == .seconds(Int64(second)))
    }
  }

  @Test func `bytes that the server receives are news, and so are the last ones`() {
    var silence = Silence(start: Self.at(0))
    #expect(silence.duration(100, missing: 60, Self.at(4)) == .zero)
    #expect(silence.duration(100, missing: 60, Self.at(6)) == .seconds(2))
    #expect(silence.duration(100, missing: 59, Self.at(8)) == .zero)
    #expect(silence.duration(100, missing: 0, Self.at(10)) == .zero)
    #expect(silence.duration(100, missing: 0, Self.at(13)) == .seconds(3))
    silence.end(Self.at(14))
    #expect(silence.duration(100, missing: 0, Self.at(15)) == .seconds(1))
  }

  @Test func `bytes that are written while nothing is received aren't news`() {
    var silence = Silence(start: Self.at(0))
    #expect(silence.duration(100, missing: 60, Self.at(1)) == .zero)
    #expect(silence.duration(200, missing: 160, Self.at(5)) == .seconds(4))
  }
}
