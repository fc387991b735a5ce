import MockSpecDiagnostics

/// The input of rules that compare requests with each other.
final class LintedRequests: Sendable {
  /// The requests after defaults were applied, in the order in which they are tried.
  let requests: [ResolvedRequest]
  private let knownUnreachable = Once<[RequestPair]>()

  init(_ requests: [ResolvedRequest]) { self.requests = requests }

  /// The requests that never answer, each with the first request that always answers instead.
  ///
  /// They are computed for the first rule that asks, while other rules run.
  var unreachable: [RequestPair] { knownUnreachable.value { EarlierRequests.unreachable(in: requests) } }
}

/// Two requests about which a rule warns, by their indexes in the order in which requests are tried.
struct RequestPair: Sendable {
  /// The request that is reported.
  let request: Int
  /// The request that precedes it.
  let first: Int
}

/// The pairs of requests that rules report, found when they are first needed. Projects share them as long as no request is
/// added, removed, renamed or given other conditions.
final class ReportedPairs: Sendable {
  private let known = Once<[[RequestPair]]>()

  /// Returns the warnings about pairs of requests.
  func warnings(_ requests: [ResolvedRequest]) -> [Diagnostic] {
    let pairs = known.value {
      let linted = LintedRequests(requests)
      return LintRules.ofRequests.concurrentMap { $0.pairs(in: linted) }
    }
    return zip(LintRules.ofRequests, pairs).flatMap { rule, pairs in
      pairs.map { rule.warning(about: requests[$0.request], after: requests[$0.first]) }
    }
  }
}
