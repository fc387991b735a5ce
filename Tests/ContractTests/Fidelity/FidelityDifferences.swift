/// A known difference between the interceptor and a URLSession over a socket.
struct FidelityDifference: Sendable {
  enum Kind: String, CaseIterable {
    /// A URLProtocol can't do it on Linux, or the calls can't be made over a socket there.
    case platform
    /// What the interceptor does is better.
    case onPurpose
  }

  let kind: Kind
  /// Words of the names of the scenarios that differ, and of the route: `a|b` is either, `!a` excludes. A scenario has to match
  /// one pattern.
  let patterns: [String]
  /// The values that differ in each of the scenarios; `nil` if any values may differ, and at least one does.
  private let values: Set<String>?
  let reason: String
  /// Whether the calls aren't made over a socket, where they would never end or stop the program.
  let skipsSocket: Bool

  init(
    _ kind: Kind, _ patterns: String..., differ values: Set<String>? = nil, skipsSocket: Bool = false, because: String
  ) {
    self.kind = kind
    self.patterns = patterns
    self.values = values
    self.skipsSocket = skipsSocket
    reason = because
  }

  /// Returns the values that differ in a scenario. An async method has no task to look at.
  func values(in scenario: Scenario) -> Set<String>? {
    scenario.form.style == .async ? values?.filter { !$0.hasPrefix("task.") } : values
  }

  func matches(_ scenario: Scenario, _ route: Scenario.Route) -> Bool {
    let words = scenario.name.split(separator: " ") + [route.rawValue[...]]
    return patterns.contains { pattern in
      pattern.split(separator: " ").allSatisfy { term in
        let isExcluded = term.hasPrefix("!")
        let alternatives = term.dropFirst(isExcluded ? 1 : 0).split(separator: "|")
        return alternatives.contains { words.contains($0) } != isExcluded
      }
    }
  }
}

/// The table of all known differences. A difference that isn't here fails the test, and so does an entry that is no longer
/// true for one of its scenarios.
enum FidelityDifferences {
  static let all: [FidelityDifference] = skipped + onPurpose + redirects + forwarding

  /// Returns the entries for a scenario: those that skip the socket, since nothing is compared then, or all others.
  static func of(_ scenario: Scenario, _ route: Scenario.Route = .mocked) -> [FidelityDifference] {
    let entries = all.filter { $0.matches(scenario, route) }
    let skipping = entries.filter(\.skipsSocket)
    return skipping.isEmpty ? entries : skipping
  }

  private static let skipped: [FidelityDifference] = [
    .init(
      .onPurpose, "/401/basic", skipsSocket: true,
      because: "Before Swift 6.3.3, a 401 with a challenge never ends over a socket"),
    .init(
      .platform, "redirect download veto", skipsSocket: true,
      because: "Over a socket, a download whose redirect the delegate refuses stops the program"),
  ]

  private static let onPurpose: [FidelityDifference] = [
    .init(
      .onPurpose, "mocked unanswered", "mocked redirect /to/unmatched",
      because: "In process, calls without an answer fail with an explanation instead of a 404 or 500"),
    .init(
      .onPurpose, "suspend onRequest", differ: ["journal", "journal.automatic", "journal.body", "journal.fields"],
      because: "URLSession on Linux sends a call again if its task was suspended"),
    .init(
      .onPurpose, "taskDelegate download !/200/none", differ: ["body"],
      because: "URLSession on Linux writes the body of a download twice if an async method has a delegate"),
    .init(
      .platform, "mocked /200/gzip", differ: ["body"],
      because: "URLSession doesn't decode the body of a URLProtocol"),
  ]

  private static let redirects: [FidelityDifference] = [
    .init(
      .onPurpose, "redirect /to/relative",
      because: "URLSession on Linux resolves every relative Location against the root (RFC 3986 §5.2)"),
    .init(
      .onPurpose, "redirect /to/away?port=PORT", differ: ["journal.fields", "task.current"],
      because: "URLSession on Linux sends credentials to other origins"),
    .init(
      .onPurpose, "redirect delegate /to/away?port=PORT|/to/scheme", differ: ["callbacks"],
      because: "URLSession on Linux sends credentials to other origins"),
    .init(
      .onPurpose, "redirect completion|delegate /to/scheme", differ: ["task.current"],
      because: "URLSession on Linux sends credentials to other origins"),
    .init(
      .onPurpose, "redirect delegate /to/setting", differ: ["callbacks", "journal.fields", "task.current"],
      because: "URLSession on Linux doesn't send cookies of a redirect if there is a delegate"),
    .init(
      .platform, "redirect /to/reset",
      differ: ["error.url", "journal", "journal.automatic", "journal.body", "journal.fields"],
      because: "Over a socket, URLSession sends a call again after a kept connection was reset, and names the first URL"
    ),
  ]

  private static let forwarding: [FidelityDifference] = [
    .init(
      .onPurpose, "forwarded /200/gzip", differ: ["fields", "length"],
      because: "A forwarded reply loses the Content-Length of a body that was decoded (RFC 9110 §8.6)"),
    .init(
      .onPurpose, "forwarded|passedThrough redirect data|download POST /to/307|/to/308", differ: ["journal.automatic"],
      because: "A call that is passed on without the body that a redirect drops has no Content-Type for it"),
    .init(
      .onPurpose, "forwarded fields Connection", differ: ["journal.automatic"],
      because: "Connection isn't forwarded (RFC 9110 §7.6.1)"),
    .init(
      .onPurpose, "forwarded fields Host", "forwarded redirect /to/away?port=PORT",
      differ: ["journal", "journal.automatic"],
      because: "A forwarded call has the Host of the other origin"),
  ]
}
