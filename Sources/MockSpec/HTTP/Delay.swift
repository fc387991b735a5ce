#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How long an answer waits.
enum Delay: Sendable, Hashable {
  case fixed(Duration)
  case uniform(Duration, Duration)
  /// Half of the answers come before the median; `sigma` is the standard deviation of the logarithm.
  case logNormal(median: Duration, sigma: Double)

  /// An hour at most: a log-normal tail has no end.
  func sample(using generator: inout some RandomNumberGenerator) -> Duration {
    switch self {
    case .fixed(let delay): return delay
    case .uniform(let low, let high):
      let span = (high - low) / .nanoseconds(1)
      return low + .nanoseconds(Int64(span * Double.random(in: 0...1, using: &generator)))
    case .logNormal(let median, let sigma):
      let factor = exp(sigma * Self.standardNormal(using: &generator))
      let nanoseconds = (median / .nanoseconds(1)) * factor
      // Nothing times infinity is no number.
      guard nanoseconds >= 0 else { return min(median, .seconds(3600)) }
      return .nanoseconds(Int64(min(nanoseconds, 3.6e12)))
    }
  }

  /// Box and Muller's method.
  private static func standardNormal(using generator: inout some RandomNumberGenerator) -> Double {
    let radius = Double.random(in: Double.leastNonzeroMagnitude...1, using: &generator)
    let angle = Double.random(in: 0..<1, using: &generator)
    return (-2 * log(radius)).squareRoot() * cos(2 * .pi * angle)
  }
}
