import HTTPTypes
import MockSpec
import Testing

@testable import MockSpecControl

/// The counts of `GET metrics`.
struct MetricsTests {
  private func decision(_ request: String?, _ response: String?, _ outcome: Decision.Outcome = .passThrough) -> Decision
  {
    Decision(outcome: outcome, requestName: request, responseName: response, snapshot: 1)
  }

  @Test func `calls are counted by request and response, and labels are escaped`() {
    var metrics = CallMetrics()
    metrics.count(decision("A\\\"\n\r\nB", "R"), nanoseconds: nil)
    for _ in 0..<2 { metrics.count(decision("A", "S"), nanoseconds: nil) }
    metrics.count(decision("A", "R"), nanoseconds: nil)
    let lines = metrics.text.split(separator: "\n").filter { $0.hasPrefix("mockspec_requests_total") }
    #expect(
      lines == [
        #"mockspec_requests_total{request="A",response="R"} 1"#,
        #"mockspec_requests_total{request="A",response="S"} 2"#,
        #"mockspec_requests_total{request="A\\\"\n"# + "\r" + #"\nB",response="R"} 1"#,
      ])
  }

  @Test func `calls without a request are counted by what became of them`() {
    var metrics = CallMetrics()
    metrics.countRefusal()
    metrics.count(decision(nil, nil, .rejected("", status: 400)), nanoseconds: nil)
    metrics.count(decision(nil, nil), nanoseconds: nil)
    #expect(metrics.text.contains("\nmockspec_refused_requests_total 2\n"))
    #expect(metrics.text.contains("\nmockspec_passed_through_requests_total 1\n"))
    #expect(metrics.text.contains("\nmockspec_unmatched_requests_total 0\n"))
  }

  @Test func `a histogram has the durations up to each bound`() {
    var metrics = CallMetrics()
    for duration in [50_000, 50_001, 700_000_000, 11_000_000_000] as [Int64] {
      metrics.count(decision(nil, nil), nanoseconds: duration)
    }
    let lines = metrics.text.split(separator: "\n").filter { $0.hasPrefix("mockspec_request_duration_seconds") }
    let name = "mockspec_request_duration_seconds"
    #expect(lines.prefix(2) == ["\(name)_bucket{le=\"0.00005\"} 1", "\(name)_bucket{le=\"0.0001\"} 2"])
    #expect(lines.contains("\(name)_bucket{le=\"0.5\"} 2") && lines.contains("\(name)_bucket{le=\"1\"} 3"))
    #expect(lines.suffix(3) == ["\(name)_bucket{le=\"+Inf\"} 4", "\(name)_sum 11.700100001", "\(name)_count 4"])
  }

  @Test func `the counts of several event loops are added`() {
    var (first, second) = (CallMetrics(), CallMetrics())
    first.count(decision("A", "R"), nanoseconds: 1_000_000)
    second.count(decision("A", "R"), nanoseconds: 2_000_000)
    second.count(decision("A", "S"), nanoseconds: nil)
    first.add(second)
    #expect(first.text.contains(#"{request="A",response="R"} 2"#) && first.text.contains(#"response="S"} 1"#))
    #expect(first.text.contains("seconds_sum 0.003000000\n"))
  }

  @Test func `the number of names is limited`() {
    var metrics = CallMetrics()
    for number in 0..<CallMetrics.nameLimit + 10 { metrics.count(decision("\(number)", "R"), nanoseconds: nil) }
    metrics.count(decision("0", "R"), nanoseconds: nil)
    metrics.count(decision("0", "S"), nanoseconds: nil)
    let lines = metrics.text.split(separator: "\n").filter { $0.hasPrefix("mockspec_requests_total") }
    #expect(lines.count == CallMetrics.nameLimit + 1)
    #expect(lines.first == #"mockspec_requests_total{request="",response=""} 11"#)
    #expect(lines.dropFirst().first == #"mockspec_requests_total{request="0",response="R"} 2"#)
  }

  @Test func `without a server, there are no counts`() async throws {
    let client = try ControlClient(ControlClient.spec)
    #expect(try await client.answer("GET", "/metrics")["code"] == "unknown-resource")
    let key = client.control.metrics.add {
      var metrics = CallMetrics()
      metrics.countRefusal()
      return metrics
    }
    let answer = try await client.answer("GET", "/metrics")
    #expect(answer.fields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
    #expect(answer.text.contains("mockspec_refused_requests_total 1\n"))
    client.control.metrics.remove(key)
    #expect(try await client.answer("GET", "/metrics").status == 404)
  }

  @Test func `counts need a token, like everything else`() async throws {
    var options = ControlOptions()
    options.token = "t"
    let client = try ControlClient(ControlClient.spec, options: options)
    #expect(try await client.answer("GET", "/metrics").status == 401)
  }
}
