#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The time before a response is sent.
package enum Delay: Sendable, Hashable {
  /// A fixed time.
  case fixed(Duration)
  /// A random time between two bounds, with a uniform distribution.
  case uniform(Duration, Duration)
  /// A random time with a log-normal distribution. `sigma` is the standard deviation of the logarithm.
  case logNormal(median: Duration, sigma: Double)

  /// A random time with a log-normal distribution. Its mean is the median times e^(σ²/2).
  package static func logNormal(median: Duration, mean: Duration) -> Delay {
    .logNormal(median: median, sigma: (2 * log(mean / median)).squareRoot())
  }

  /// The durations that are allowed in mocks, as in specs.
  static let allowed = Duration.zero...Duration.seconds(1_000_000_000)

  /// Whether all its values are allowed.
  package var isValid: Bool {
    switch self {
    case .fixed(let delay): Self.allowed.contains(delay)
    case .uniform(let low, let high): low <= high && Self.allowed.contains(low) && Self.allowed.contains(high)
    case .logNormal(let median, let sigma): Self.allowed.contains(median) && sigma >= 0
    }
  }

  /// Returns a random delay, with the random numbers of the system.
  package func sample() -> Duration {
    var generator = SystemRandomNumberGenerator()
    return sample(using: &generator)
  }

  /// Returns a random delay. Log-normal delays have no upper bound, so they are limited to an hour.
  func sample(using generator: inout some RandomNumberGenerator) -> Duration {
    switch self {
    case .fixed(let delay): return delay
    case .uniform(let low, let high):
      let span = (high - low) / .nanoseconds(1)
      return low + .nanoseconds(Int64(span * Double.random(in: 0...1, using: &generator)))
    case .logNormal(let median, let sigma):
      let factor = exp(sigma * Self.standardNormal(using: &generator))
      let nanoseconds = (median / .nanoseconds(1)) * factor
      // Zero times infinity isn't a number.
      guard nanoseconds >= 0 else { return min(median, .seconds(3600)) }
      return .nanoseconds(Int64(min(nanoseconds, 3.6e12)))
    }
  }

  /// Returns a random number with the standard normal distribution (Box–Muller transform).
  private static func standardNormal(using generator: inout some RandomNumberGenerator) -> Double {
    let radius = Double.random(in: Double.leastNonzeroMagnitude...1, using: &generator)
    let angle = Double.random(in: 0..<1, using: &generator)
    return (-2 * log(radius)).squareRoot() * cos(2 * .pi * angle)
  }
}
