import MockSpecDiagnostics

enum UnlistedCallback: SpecRule {
  static let name = "unlisted-callback"
  static let summary = "a callback isn't made, since the project file doesn't list its origin"
  static let explanation = """
    Mocks call only the origins under 'allowCallbacks' in the project file, so that a spec from elsewhere can't send anything. \
    Add the origin there, or remove the callback. The origin of a template is checked when the call is made.
    """
  static let example = RuleExample(
    wrong: [("pay.mock.yaml", pay)],
    right: [("mockspec.yaml", "mockspec: 1\nallowCallbacks: [http://localhost:3000]"), ("pay.mock.yaml", pay)])
  private static let pay = """
    mockspec: 1
    requests:
      Pay:
        match: POST /payments
        responses: {Accepted: {status: 202, callbacks: [{call: 'POST http://localhost:3000/hook'}]}}
    """

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.responses.flatMap(\.spec.callbacks).compactMap { callback in
      guard let origin = origin(of: callback.url.value),
        !spec.allowedCallbacks.contains(where: { $0.isSame(as: origin) })
      else { return nil }
      return warning(
        "the callback isn't made: 'allowCallbacks' doesn't list \(Excerpt.of(origin.description))",
        at: callback.url.range, help: "add 'allowCallbacks: [\(Excerpt.of(origin.description))]' to the project file")
    }
  }

  /// Returns the origin of a URL that can have tags; `nil` if the origin has some.
  private static func origin(of url: String) -> Origin? {
    let fixed = url[..<(url.firstRange(of: "{{")?.lowerBound ?? url.endIndex)]
    guard let host = fixed.firstRange(of: "://")?.upperBound else { return nil }
    guard let end = fixed[host...].firstIndex(where: { "/?#".contains($0) }) else {
      return fixed.endIndex == url.endIndex ? Origin(url) : nil
    }
    return Origin(String(fixed[..<end]))
  }
}
