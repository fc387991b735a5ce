import TestSupport
import Testing

@testable import MockSpec

struct DelayTests {
  /// Returns random delays, sorted.
  static func samples(_ delay: Delay, count: Int = 2001) -> [Duration] {
    var generator = SeededGenerator(seed: 7)
    return (0..<count).map { _ in delay.sample(using: &generator) }.sorted()
  }

  @Test func `a fixed delay is always the same`() {
    #expect(Set(Self.samples(.fixed(.milliseconds(7)))) == [.milliseconds(7)])
  }

  @Test func `a uniform one is anything from min to max`() {
    let samples = Self.samples(.uniform(.milliseconds(10), .milliseconds(20)))
    #expect(samples[0] >= .milliseconds(10) && samples[0] < .milliseconds(10.1))
    #expect(samples[2000] <= .milliseconds(20) && samples[2000] > .milliseconds(19.9))
    #expect(abs(samples[1000] / .milliseconds(15) - 1) < 0.03)
    #expect(Set(Self.samples(.uniform(.seconds(1), .seconds(1)))) == [.seconds(1)])
  }

  @Test func `half of the log-normal ones come before the median, and two thirds within one sigma`() {
    let samples = Self.samples(.logNormal(median: .milliseconds(100), sigma: 0.5))
    #expect(abs(samples[1000] / .milliseconds(100) - 1) < 0.05)
    let within = samples.count { $0 > .milliseconds(100 / 1.6487) && $0 < .milliseconds(100 * 1.6487) }
    #expect(abs(Double(within) / 2001 - 0.6827) < 0.03)
    #expect(Set(Self.samples(.logNormal(median: .milliseconds(100), sigma: 0))) == [.milliseconds(100)])
  }

  @Test(arguments: [
    Delay.logNormal(median: .seconds(1), sigma: 1e300), .logNormal(median: .zero, sigma: 1e300),
    .logNormal(median: .seconds(1_000_000_000), sigma: 5), .logNormal(median: .seconds(1), sigma: .infinity),
    .logNormal(median: .seconds(1), sigma: .nan),
  ])
  func `no sigma makes a delay that is no time, or more than an hour`(delay: Delay) {
    let samples = Self.samples(delay)
    #expect(samples[0] >= .zero)
    #expect(samples[2000] <= .seconds(3600))
  }
}
