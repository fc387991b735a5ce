import Foundation

/// xorshift64*, so that a run can be repeated. `MOCKSPEC_SEED` sets the seed.
struct Dice: RandomNumberGenerator {
  static let seed =
    ProcessInfo.processInfo.environment["MOCKSPEC_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1 ... .max)

  private var state: UInt64

  /// - Parameter stream: Different streams of one seed are independent.
  init(stream: Int) {
    state = Self.seed &+ UInt64(stream) &* 0x9e37_79b9_7f4a_7c15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 2_685_821_657_736_338_717
  }
}
