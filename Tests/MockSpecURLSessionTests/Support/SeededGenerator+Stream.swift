import Foundation
import TestSupport

extension SeededGenerator {
  /// The seed of all streams: `MOCKSPEC_SEED`, so that a run can be repeated, or else a random one.
  static let seed =
    ProcessInfo.processInfo.environment["MOCKSPEC_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1 ... .max)

  /// - Parameter stream: Different streams of one seed are independent.
  init(stream: Int) { self.init(seed: Self.seed &+ UInt64(stream) << 32) }
}
