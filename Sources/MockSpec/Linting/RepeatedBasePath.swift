import MockSpecDiagnostics

enum RepeatedBasePath: SpecRule {
  static let name = "repeated-base-path"
  static let summary = "a path begins with the 'basePath' that precedes it anyway"
  static let explanation = """
    The paths of all requests are below 'basePath': with 'basePath: /v1', '/v1/login' matches calls of '/v1/v1/login'. \
    Write the path without it. If calls have both, ignore this warning.
    """
  static let example = RuleExample(
    wrong: """
      mockspec: 1
      defaults: {basePath: /v1}
      requests:
        Login:
          match: POST /v1/login
          responses: {Success: {json: {token: abc}}}
      """,
    right: """
      mockspec: 1
      defaults: {basePath: /v1}
      requests:
        Login:
          match: POST /login
          responses: {Success: {json: {token: abc}}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    guard let base = spec.defaults.basePath.over(spec.inherited.basePath).value else { return [] }
    let start = base.value.segments.last == .literal([]) ? base.value.segments.dropLast() : base.value.segments[...]
    // A wildcard is the start of many paths.
    guard start.contains(where: { if case .literal = $0 { true } else { false } }) else { return [] }
    let matches = spec.lists.flatMap { $0.spec.matches.map(\.value) } + spec.matches
    return matches.compactMap(\.path.value).filter { $0.value.segments.starts(with: start) }.map { path in
      let rest = path.value.text.split(separator: "/", omittingEmptySubsequences: false).dropFirst(1 + start.count)
      return warning(
        "the path is '\(Excerpt.of(path.value.under(base.value).text))', since 'basePath' precedes it", at: path.range,
        notes: [.init("'basePath' is '\(Excerpt.of(base.value.text))' here", at: base.range)],
        help: "write it without 'basePath': \(Excerpt.of("/" + rest.joined(separator: "/")))")
    }
  }
}
