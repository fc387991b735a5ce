#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The clock and the random values of an engine: for the times of calls, random delays and templates. Tests provide fixed
/// ones.
package struct EngineEnvironment: Sendable {
  /// Returns the time since 1970-01-01 UTC.
  package var now: @Sendable () -> Duration
  /// Returns the time since an unspecified, fixed moment. Setting the system's clock doesn't change it.
  package var uptime: @Sendable () -> Duration
  /// Returns a random number.
  package var random: @Sendable () -> UInt64
  /// Returns a new UUID.
  package var uuid: @Sendable () -> String

  /// - Parameter uuid: By default, UUIDs are made from `random`.
  package init(
    now: @escaping @Sendable () -> Duration = Self.systemTime,
    uptime: @escaping @Sendable () -> Duration = Self.systemUptime,
    random: @escaping @Sendable () -> UInt64 = Self.systemRandom,
    uuid: (@Sendable () -> String)? = nil
  ) {
    self.now = now
    self.uptime = uptime
    self.random = random
    self.uuid = uuid ?? { Self.uuid(random(), random()) }
  }

  /// The system's clock and random numbers.
  package static let system = EngineEnvironment()

  /// The current time as text, such as `2026-01-31T09:30:00Z` (RFC 3339 §5.6). It has no fraction of a second, which
  /// some parsers reject.
  var timestamp: String { CalendarDate(second: Int(now().components.seconds)).text + "Z" }

  /// Returns a duration, which is random for a delay with a spread.
  func sample(_ delay: Delay) -> Duration {
    var generator = generator
    return delay.sample(using: &generator)
  }

  /// A generator of the environment's random numbers.
  var generator: Generator { Generator(environment: self) }

  struct Generator: RandomNumberGenerator {
    fileprivate let environment: EngineEnvironment

    func next() -> UInt64 { environment.random() }
  }

  /// The time of the system's clock. Foundation isn't used, since loading it takes time at launch.
  @Sendable package static func systemTime() -> Duration { time(of: CLOCK_REALTIME) }

  /// The time of the system's monotonic clock.
  @Sendable package static func systemUptime() -> Duration { time(of: CLOCK_MONOTONIC) }

  private static func time(of clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// A random number of the system.
  @Sendable package static func systemRandom() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }

  /// Returns a UUID in lower case (RFC 9562 §5).
  static func uuid(_ first: UInt64, _ second: UInt64, version: UInt64 = 4) -> String {
    let high = first & 0xFFFF_FFFF_FFFF_0FFF | version << 12
    let low = second & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return [
      (high >> 32).hexadecimal(digits: 8), (high >> 16).hexadecimal(digits: 4), high.hexadecimal(digits: 4),
      (low >> 48).hexadecimal(digits: 4), low.hexadecimal(digits: 12),
    ].joined(separator: "-")
  }
}
