import MockSpecDiagnostics

extension Explanation: CustomStringConvertible {
  /// The explanation as text. The first line is a summary, and the last line doesn't end with a line break.
  ///
  ///     no request matches POST https://api.example.com/login
  ///
  ///     Login (specs/login.mock.yaml:3:3)
  ///       ✓ method: POST
  ///       ✗ path: expected '/logins', found '/login' (specs/login.mock.yaml:5:13)
  ///           segment 1: expected 'logins', found 'login'
  public var text: String { text(usesColor: false) }

  /// The same as ``text``.
  public var description: String { text }

  /// A summary in one line, the first line of ``text``.
  public var headline: String {
    switch outcome {
    case .unmatched: "no request matches \(call)"
    case .passedThrough:
      candidates.isEmpty && suggestedSpec == nil
        ? "\(call) passes through to its real destination"
        : "no request matches \(call), so it passes through to its real destination"
    case .rejected(let reason), .answeredByServer(let reason): reason
    case .answered(let match):
      "'\(match.request.requestName)' answers \(call) with '\(match.responseName)' (\(match.response))"
    }
  }

  /// Returns the explanation as text, with ANSI colors if requested.
  package func text(usesColor: Bool) -> String {
    var text = ExplanationText(palette: Palette(isOn: usesColor))
    text.add(self)
    return text.lines.joined(separator: "\n")
  }
}

/// Builds the lines of an explanation's text.
private struct ExplanationText {
  let palette: Palette
  private(set) var lines: [String] = []

  init(palette: Palette) { self.palette = palette }

  mutating func add(_ explanation: Explanation) {
    lines.append(palette.bold(visible(explanation.headline)))
    for note in explanation.notes { lines.append(visible(note)) }
    if case .answered(let match) = explanation.outcome {
      add(match, before: explanation.candidates)
    } else {
      add(explanation.candidates)
    }
    if explanation.moreCandidates > 0 {
      let count = explanation.moreCandidates
      lines += ["", "… and \(count) more request\(count == 1 ? "" : "s") with this path"]
    }
    if let spec = explanation.suggestedSpec {
      lines += ["", palette.bold("a spec that answers this call:"), ""]
      lines += spec.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.last == "" { lines.removeLast() }
    }
  }

  private mutating func add(_ match: Explanation.Match, before others: [Explanation.Candidate]) {
    lines.append("why '\(visible(match.responseName))': \(visible(match.why))")
    lines.append("")
    add(match.request)
    let matching = others.filter { !$0.isMissed }
    if !matching.isEmpty {
      let isForOtherStates = matching.contains { !$0.failed.isEmpty }
      lines += ["", palette.bold("other requests that match\(isForOtherStates ? ", or would in other states" : ""):")]
      add(matching)
    }
    let missed = others.filter(\.isMissed)
    if !missed.isEmpty {
      lines += ["", palette.bold("requests with a more specific path, which don't match:")]
      add(missed)
    }
  }

  private mutating func add(_ candidates: [Explanation.Candidate]) {
    for candidate in candidates {
      lines.append("")
      add(candidate)
    }
  }

  private mutating func add(_ candidate: Explanation.Candidate) {
    let note = candidate.note.map { ": " + visible($0) } ?? ""
    let alternative = candidate.alternative.map { ", alternative \($0)" } ?? ""
    lines.append(
      palette.bold(visible(candidate.requestName)) + alternative
        + palette.dim(" (\(visible(candidate.place.description)))") + note)
    for condition in candidate.conditions { add(condition) }
  }

  private mutating func add(_ condition: ConditionResult) {
    let name = condition.name.map { condition.kind == .body ? " \($0)" : " '\($0)'" } ?? ""
    let values =
      condition.isMet && condition.expected == condition.found
      ? condition.found : "expected \(condition.expected), found \(condition.found)"
    let line = visible("\(condition.kind.rawValue)\(name): \(values)")
    guard !condition.isMet else { return lines.append("  " + palette.good("✓") + " " + line) }
    lines.append("  " + palette.bad("✗ ") + line + palette.dim(" (\(visible(condition.place.description)))"))
    for detail in condition.details { lines.append("      " + visible(detail)) }
    for difference in condition.differences { lines.append("      " + visible(difference.text)) }
  }

  /// The text with control characters replaced, since texts of calls and specs can contain any character.
  private func visible(_ text: String) -> String { DisplayText(text).text }
}

extension JSONDifference {
  /// `/user/name: expected "Ada", found "Bob"`
  fileprivate var text: String {
    let place = pointer.isEmpty ? "the whole body" : pointer
    return switch kind {
    case .different: "\(place): expected \(expected ?? ""), found \(found ?? "")"
    case .missing: "\(place): missing, expected \(expected ?? "")"
    case .extra: "\(place): not expected, found \(found ?? "")"
    }
  }
}
