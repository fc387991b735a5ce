package import MockSpec

/// The counts of a server's calls. Each event loop has its own.
package struct CallMetrics: Sendable {
  /// The maximum number of pairs of names, which would be unlimited if specs are added at run time. Calls beyond it are
  /// counted without names.
  static let nameLimit = 100_000

  /// The place of a count in `counts`.
  package struct Place: Sendable {
    fileprivate let index: Int
  }

  /// The places of the counts of answered calls: for each name of a request, those of its responses.
  private var answered: [String: [(response: String, place: Place)]] = [:]
  private var counts: [Int] = []
  private var unmatched = 0
  private var passedThrough = 0
  private var refused = 0
  private var durations = DurationHistogram()

  package init() {}

  /// Counts a call that was refused before it was decided.
  package mutating func countRefusal() { refused += 1 }

  /// Counts a call.
  ///
  /// - Parameters:
  ///   - decision: The decision on the call.
  ///   - nanoseconds: The time until the reply; `nil` if it isn't known.
  package mutating func count(_ decision: Decision, nanoseconds: Int64?) {
    if let place = place(of: decision) { return count(at: place, nanoseconds: nanoseconds) }
    if let nanoseconds { durations.count(nanoseconds) }
    switch decision.outcome {
    case .passThrough: passedThrough += 1
    case .rejected: refused += 1
    default: unmatched += 1
    }
  }

  /// Returns the place where the calls of a decision's response are counted; `nil` if no response answers.
  package mutating func place(of decision: Decision) -> Place? {
    guard let request = decision.requestName, let response = decision.responseName else { return nil }
    return place(of: request, response)
  }

  /// Counts a call that a response answered.
  package mutating func count(at place: Place, nanoseconds: Int64?) {
    if let nanoseconds { durations.count(nanoseconds) }
    counts[place.index] += 1
  }

  private mutating func place(of request: String, _ response: String) -> Place {
    if let place = answered[request]?.first(where: { $0.response == response })?.place { return place }
    guard counts.count < Self.nameLimit || request.isEmpty else { return place(of: "", "") }
    let place = Place(index: counts.count)
    counts.append(0)
    answered[request, default: []].append((response, place))
    return place
  }

  /// Adds the counts of another event loop.
  package mutating func add(_ other: CallMetrics) {
    for (request, responses) in other.answered {
      for (response, theirs) in responses {
        let place = place(of: request, response)
        counts[place.index] += other.counts[theirs.index]
      }
    }
    unmatched += other.unmatched
    passedThrough += other.passedThrough
    refused += other.refused
    durations.add(other.durations)
  }

  /// The counts in the text format of Prometheus, version 0.0.4
  /// (<https://prometheus.io/docs/instrumenting/exposition_formats/>).
  package var text: String {
    var text = ""
    func begin(_ name: String, _ type: String, _ help: String) {
      text += "# HELP mockspec_\(name) \(help)\n# TYPE mockspec_\(name) \(type)\n"
    }
    begin("requests_total", "counter", "Calls that a mocked request answered.")
    for (request, responses) in answered.sorted(by: { $0.key < $1.key }) {
      for (response, place) in responses.sorted(by: { $0.response < $1.response }) {
        let labels = #"request="\#(Self.escaped(request))",response="\#(Self.escaped(response))""#
        text += "mockspec_requests_total{\(labels)} \(counts[place.index])\n"
      }
    }
    for (name, help, calls) in [
      ("unmatched", "Calls that no mocked request matched.", unmatched),
      ("passed_through", "Calls that no mocked request matched and that passed through.", passedThrough),
      ("refused", "Calls that are malformed, too large or not allowed.", refused),
    ] {
      begin("\(name)_requests_total", "counter", help)
      text += "mockspec_\(name)_requests_total \(calls)\n"
    }
    begin("request_duration_seconds", "histogram", "Time from the end of a call to its answer.")
    for (bound, calls) in durations.buckets {
      text += "mockspec_request_duration_seconds_bucket{le=\"\(bound)\"} \(calls)\n"
    }
    text += "mockspec_request_duration_seconds_sum \(durations.sum)\n"
    text += "mockspec_request_duration_seconds_count \(durations.count)\n"
    return text
  }

  private static func escaped(_ label: String) -> String {
    label.reduce(into: "") { escaped, character in
      switch character {
      case "\\": escaped += #"\\"#
      case "\"": escaped += #"\""#
      default:
        // CR LF is one character.
        for scalar in character.unicodeScalars {
          if scalar == "\n" { escaped += #"\n"# } else { escaped.unicodeScalars.append(scalar) }
        }
      }
    }
  }
}

/// The number of durations up to each of several bounds.
struct DurationHistogram: Sendable {
  /// The bounds in nanoseconds, and in seconds as text. A response of a spec takes microseconds. One with a delay, or a
  /// reply of another server, takes up to seconds.
  private static let bounds: [Int64] = [
    50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
    100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000,
  ]
  private static let texts = [
    "0.00005", "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5",
    "1", "2.5", "5", "10", "+Inf",
  ]

  /// The number of durations in each bucket, the last of which has no bound.
  private var counts = [Int](repeating: 0, count: texts.count)
  private var nanoseconds: Int64 = 0

  mutating func count(_ duration: Int64) {
    counts[Self.bounds.firstIndex { duration <= $0 } ?? Self.bounds.count] += 1
    nanoseconds += duration
  }

  mutating func add(_ other: DurationHistogram) {
    for index in counts.indices { counts[index] += other.counts[index] }
    nanoseconds += other.nanoseconds
  }

  /// The bounds, the last of which is `+Inf`, each with the number of durations up to it.
  var buckets: [(bound: String, count: Int)] {
    var sum = 0
    return zip(Self.texts, counts).map { bound, count in
      sum += count
      return (bound, sum)
    }
  }

  var count: Int { counts.reduce(0, +) }

  /// The sum of all durations in seconds.
  var sum: String {
    "\(nanoseconds / 1_000_000_000).\(CalendarDate.padded(Int(nanoseconds % 1_000_000_000), digits: 9))"
  }
}
