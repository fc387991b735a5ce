/// A known difference between the interceptor and a URLSession over a socket.
struct FidelityDifference: Sendable {
  enum Kind: String, CaseIterable {
    /// A URLProtocol can't do it on Linux, or the calls can't be made over a socket there.
    case platform
    /// What the interceptor does is better.
    case onPurpose
  }

  let kind: Kind
  /// Words of the names of the scenarios that differ: `a|b` is either, `!a` excludes. A scenario has to match one pattern.
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

  func matches(_ scenario: Scenario) -> Bool {
    let words = scenario.name.split(separator: " ")
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
  static let all: [FidelityDifference] = skipped + onPurpose + redirects + progress + ends

  /// Returns the entries for a scenario: those that skip the socket, since nothing is compared then, or all others.
  static func of(_ scenario: Scenario) -> [FidelityDifference] {
    let entries = all.filter { $0.matches(scenario) }
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
      .onPurpose, "unanswered", "redirect /to/unmatched",
      because: "In process, calls without an answer fail with an explanation instead of a 404 or 500"),
    .init(
      .onPurpose, "/301/small|/302/small|/307/small",
      because: "URLSession on Linux drops the body of a 3xx without Location, and doesn't report it to delegates"),
    .init(.onPurpose, "timeout", differ: ["error.url"], because: "URLSession on Linux doesn't name the failing URL"),
    .init(
      .onPurpose, "failure !HEAD \(brokenBodies)", differ: ["error", "task.error"],
      because: "URLSession on Linux reports -1 for a broken body; specs promise -1005 and -1017"),
    .init(
      .platform, "/200/gzip", differ: ["body"],
      because: "URLSession doesn't decode the body of a URLProtocol"),
  ]

  private static let brokenBodies =
    "/fault/truncatedBody|/fault/truncatedBody/text|/fault/malformedChunk|/fault/malformedChunk/text"

  private static let redirects: [FidelityDifference] = [
    .init(
      .onPurpose, "redirect POST|PUT /to/307|/to/308", "redirect PUT /to/301|/to/302",
      differ: ["journal.automatic", "journal.body"],
      because: "URLSession on Linux drops the body where the method is kept (RFC 9110 §15.4.8)"),
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
      .onPurpose, "redirect delegate /to/setting", differ: ["callbacks", "journal.fields", "task.current"],
      because: "URLSession on Linux doesn't send cookies of a redirect if there is a delegate"),
    .init(
      .onPurpose, "redirect /to/scheme", differ: ["error", "task.current", "task.error"],
      because:
        "URLSession on Linux reports -1000 for an unknown scheme after a redirect, and keeps credentials in the task's request"
    ),
    .init(
      .platform, "redirect /to/reset",
      differ: ["error.url", "journal", "journal.automatic", "journal.body", "journal.fields"],
      because: "Over a socket, URLSession sends a call again after a kept connection was reset, and names the first URL"
    ),
  ]

  private static let progress: [FidelityDifference] = [
    .init(
      .onPurpose, "fields delegate Expect", "uploadStream delegate small|large", differ: ["callbacks"],
      because: "URLSession on Linux reports a 100 (Continue) as a response")
  ]

  private static let ends: [FidelityDifference] = [
    .init(
      .platform, "taskDelegate /200/small|/200/large|/404/small|/to/303", differ: ["callbacks"],
      because: "URLSession doesn't hand the data of a URLProtocol to the delegate of an async method"),
    .init(
      .onPurpose, "timeout data completion /stalled", differ: ["task.response"],
      because: "URLSession on Linux sets a task's response only at its end"),
  ]
}
