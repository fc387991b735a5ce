import HTTPTypes
import Testing

@testable import MockSpec

/// The operators `after` and `before`.
struct TimeBoundTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let bound: String
    let value: String
    let isMatch: Bool
    var testDescription: String { "\(bound) \(isMatch ? "matches" : "doesn't match") \(value)" }

    init(_ bound: String, _ value: String, _ isMatch: Bool) {
      (self.bound, self.value, self.isMatch) = (bound, value, isMatch)
    }
  }

  /// The time of the calls is 2026-01-31T09:30:00Z.
  static let now = Duration.seconds(1_769_851_800)

  static let cases = [
    Case("after: now", "2026-01-31T09:30:00Z", false), Case("before: now", "2026-01-31T09:30:00Z", false),
    Case("after: now", "2026-01-31T09:30:00.0000000000001Z", true),
    Case("before: now", "2026-01-31T09:29:59.99Z", true),
    Case("after: now", "2026-01-31T10:30:00.000+01:00", false), Case("after: now", "2026-01-31T04:30:01-05:00", true),
    Case("after: now", "Sat, 31 Jan 2026 09:30:01 GMT", true),
    Case("after: now", "Sat, 31 Jan 2026 09:30:00 GMT", false),
    Case("before: now+1h", "2026-01-31T10:29:59Z", true), Case("before: now+1h", "2026-01-31T10:30:00Z", false),
    Case("after: now-2d", "2026-01-29T09:30:01Z", true), Case("after: now-2d", "2026-01-29T09:30:00Z", false),
    Case("after: now-1.5s", "2026-01-31T09:29:58.5Z", false), Case("after: now-1.5s", "2026-01-31T09:29:58.501Z", true),
    Case("before: 2024-03-01T00:00:00Z", "2024-02-29T23:59:59Z", true),
    Case("before: 1970-01-01T00:00:00Z", "0000-01-01T00:00:00Z", true),
    Case("before: 1970-01-01T00:00:00Z", "1969-12-31T23:59:59.9Z", true),
    Case("after: 1969-12-31T23:59:59.9Z", "1970-01-01t00:00:00z", true),
    Case("after: 2000-01-01T00:00:00Z", "9999-12-31T23:59:60Z", true),
    Case("after: 'Sun, 06 Nov 1994 08:49:37 GMT'", "1994-11-06T08:49:38Z", true),
    Case("not: {after: now}", "never", true), Case("not: {after: now}", "2027-01-01T00:00:00Z", false),
    // Values that aren't times.
    Case("after: 1970-01-01T00:00:00Z", "now", false), Case("after: 1970-01-01T00:00:00Z", "", false),
    Case("after: 1970-01-01T00:00:00Z", "2026-01-31", false), Case("after: 1970-01-01T00:00:00Z", "2026", false),
    Case("after: 1970-01-01T00:00:00Z", "2026-01-31T09:30:00", false),
    Case("after: 1970-01-01T00:00:00Z", "2026-02-29T09:30:00Z", false),
    Case("after: 1970-01-01T00:00:00Z", "2026-13-01T09:30:00Z", false),
    Case("after: 1970-01-01T00:00:00Z", "2026-01-31T24:00:00Z", false),
    Case("after: 1970-01-01T00:00:00Z", "2026-01-31T09:30:00.Z", false),
    Case("after: 1970-01-01T00:00:00Z", "2026-01-31T09:30:00+24:00", false),
    Case("after: 1970-01-01T00:00:00Z", "2026-01-31T09:30:00+0100", false),
    Case("after: 1970-01-01T00:00:00Z", "2026-01-31T09:30:00ZZ", false),
    Case("after: 1970-01-01T00:00:00Z", "2026-01-31T09:30:00Zé", false),
    Case("after: 1970-01-01T00:00:00Z", "Sunday, 06-Nov-94 08:49:37 GMT", false),
  ]

  static func engine(_ match: String, now: Duration = now) throws -> MockEngine {
    let sets = try Specs.load("requests: {A: {match: {path: /a, \(match)}, responses: {R: {}}}}")
    return MockEngine(sets, environment: EngineEnvironment(now: { now }))
  }

  @Test(arguments: cases)
  func `a value is compared with a time`(item: Case) throws {
    let engine = try Self.engine("headers: {x: {\(item.bound)}}")
    let call = MockCall("GET /a", [.init("x")!: item.value])
    #expect((engine.decide(call).requestName == "A") == item.isMatch)
  }

  @Test func `a value of each part of a call is compared with the time of the call`() throws {
    let time = "2026-01-31T09:30:01Z"
    let body = "\"\(time)\""
    for (match, call) in [
      ("query: {t: {after: now}}", MockCall("GET /a?t=\(time)")),
      ("cookies: {t: {after: now}}", MockCall("GET /a", [.cookie: "t=\(time)"])),
      ("body: {text: {after: now}}", MockCall("POST /a", body: time)),
      ("body: {form: {t: {after: now}}}", MockCall("POST /a", body: "t=\(time)")),
      ("body: {pointers: {'': {after: now}}}", MockCall("POST /a", body: body)),
    ] {
      #expect(try Self.engine(match).decide(call).requestName == "A", "\(match)")
      #expect(try Self.engine(match, now: Self.now + .seconds(1)).decide(call).requestName == nil, "\(match)")
    }
  }

  @Test func `a decision that depends on the time isn't repeated`() throws {
    for (match, isRepeatable) in [
      ("after: now", false), ("not: {before: now+1h}", false), ("after: 2020-01-01T00:00:00Z", true),
    ] {
      let engine = try Self.engine("query: {t: {\(match)}}")
      let decided = engine.decide(MockCall("GET /a?t=2030-01-01T00:00:00Z"), version: engine.version)
      #expect(decided.decision.requestName == "A")
      #expect((decided.repeatable != nil) == isRepeatable, "\(match)")
    }
  }

  @Test func `an explanation has the time of the call`() throws {
    let text = try Self.engine("query: {t: {before: now}}").explain(MockCall("GET /a?t=2026-02-01T00:00:00Z")).text
    #expect(text.contains("a time before now"), "\(text)")
    #expect(text.contains("the time of the call is 2026-01-31T09:30:00Z"), "\(text)")
  }

  @Test(arguments: [
    "tomorrow", "now+1", "now + 1h", "now+", "now*2h", "2026-01-31", "2026-02-30T00:00:00Z", "now+99999d", "''",
  ])
  func `what isn't a time is an error`(text: String) throws {
    let problems = try Specs.problems(
      "requests: {A: {match: {path: /a, query: {t: {after: \(text)}}}, responses: {R: {}}}}")
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("bad-value: expected a time, found") == true, "\(problems)")
  }
}
