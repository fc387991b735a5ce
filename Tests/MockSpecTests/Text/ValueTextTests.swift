import TestSupport
import Testing

@testable import MockSpec

/// Parsers of the texts of scalars.
struct ValueTextTests {
  @Test(arguments: [
    ("250ms", Duration.milliseconds(250)), ("1.5s", .milliseconds(1500)), ("0s", .zero),
    ("0.000001ms", .nanoseconds(1)),
    ("2s", .seconds(2)), ("1.5m", .seconds(90)), ("0.25h", .seconds(900)), ("2d", .seconds(172_800)),
    ("1000000001ms", .milliseconds(1_000_000_001)),
    // The maximum.
    ("99999999d", .seconds(1_000_000_000)), ("16666666.9m", .seconds(1_000_000_000)),
    ("1000000001s", .seconds(1_000_000_000)), ("99999999999999999999.5ms", .seconds(1_000_000_000)),
  ])
  func `durations`(text: String, duration: Duration) {
    #expect(DurationText.parse(text) == duration)
    #expect(DurationText.parse(DurationText.write(duration)) == duration)
  }

  @Test(arguments: ["", "s", "1", "1M", "1min", "1w", "m", "-1s", "1.s", ".5s", "1 s", "1.2.3s", "١s"])
  func `what isn't a duration`(text: String) { #expect(DurationText.parse(text) == nil) }

  @Test(arguments: [
    ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar"),
  ])
  func `base64`(text: String, bytes: String) { #expect(Base64.decode(text) == Array(bytes.utf8)) }

  @Test(arguments: ["Z", "Zg=", "Zg===", "====", "Z g=", "Zm9v\n", "Zm-_"])
  func `what isn't base64`(text: String) { #expect(Base64.decode(text) == nil) }

  @Test(arguments: [".nan", ".inf", "-.inf", "0x1FFFFFFFFFFFFFFFF"])
  func `a number that JSON can't write is an error, and never sent as null`(text: String) throws {
    #expect(
      try Specs.problems("requests: {A: {match: /a, responses: {R: {json: [\(text)]}}}}") == [
        "bad-value: JSON has no number '\(text)'"
      ])
  }

  @Test func `delays are within their bounds`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      let uniform = Delay.uniform(.milliseconds(10), .milliseconds(20)).sample(using: &generator)
      #expect(uniform >= .milliseconds(10) && uniform <= .milliseconds(20))
    }
    let samples = (0..<1001).map { _ in
      Delay.logNormal(median: .milliseconds(100), sigma: 0.5).sample(using: &generator)
    }
    let median = samples.sorted()[500]
    #expect(median > .milliseconds(80) && median < .milliseconds(125))
  }
}
