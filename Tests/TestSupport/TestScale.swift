import Foundation

/// How many random inputs, and how large ones, tests use: few for a run of the whole suite, many for `.ci/run-long`, which
/// sets `MOCKSPEC_LONG`.
package enum TestScale {
  package static let isLong = ProcessInfo.processInfo.environment["MOCKSPEC_LONG"] != nil

  /// Returns a number for the usual run or for the long one.
  package static func count<Number: BinaryInteger>(_ usual: Number, long: Number) -> Number { isLong ? long : usual }
}
