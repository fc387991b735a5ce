import MockSpecDiagnostics

enum RealLookingSecret: SpecRule {
  static let name = "real-looking-secret"
  static let summary = "a token or key looks real"
  static let explanation = """
    Specs are committed to repositories that may become public, and recorded responses often contain real keys. If this \
    one is real, revoke it. In any case, replace it with a value that is obviously made up.
    """
  static let example = RuleExample(
    wrong: "requests: {A: {match: GET /a, responses: {R: {json: {key: \(prefixes[0].prefix)IOSFODNN7EXAMPLQ}}}}}",
    right: "requests: {A: {match: GET /a, responses: {R: {json: {key: made-up}}}}}")

  /// The prefixes of well-known keys, and the minimum number of letters, digits, `_` and `-` that follow.
  private static let prefixes: [(prefix: String, kind: String, length: Int)] = [
    ("AKIA", "an AWS access key", 16), ("ASIA", "an AWS access key", 16), ("ghp_", "a GitHub token", 36),
    ("gho_", "a GitHub token", 36), ("ghs_", "a GitHub token", 36), ("github_pat_", "a GitHub token", 40),
    ("glpat-", "a GitLab token", 20), ("sk_live_", "a Stripe key", 20), ("rk_live_", "a Stripe key", 20),
    ("xoxb-", "a Slack token", 20), ("xoxp-", "a Slack token", 20), ("AIza", "a Google API key", 35),
    ("npm_", "an npm token", 36), ("-----BEGIN PRIVATE KEY", "a private key", 5),
    ("-----BEGIN RSA PRIVATE KEY", "a private key", 5), ("-----BEGIN EC PRIVATE KEY", "a private key", 5),
    ("-----BEGIN OPENSSH PRIVATE KEY", "a private key", 5),
  ]

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    let bodies = spec.warnings(Self.self) { file in
      guard file.content.count <= 1 << 20 else { return [] }
      return secrets(in: SourceFile(path: file.shownPath, bytes: file.content))
    }
    let own = spec.source.map(secrets) ?? []
    return own.map { warning($0.message, at: $0.range, help: $0.help) } + bodies
  }

  private static func secrets(in file: SourceFile) -> [LintedSpec.BodyProblem] {
    var found: [LintedSpec.BodyProblem] = []
    // A local copy is used, since each access to a static property checks whether it is initialized.
    let starts = starts
    file.bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices.dropLast() where starts[pair(bytes[index], bytes[index + 1])] {
        if index > 0, isKeyCharacter(bytes[index - 1]), bytes[index] != UInt8(ascii: "-") { continue }
        let start = UnsafeBufferPointer(rebasing: bytes[index...])
        for (prefix, kind, length) in prefixes where start.starts(with: prefix.utf8) {
          let rest = bytes[(index + prefix.utf8.count)...].prefix(while: isKeyCharacter)
          guard rest.count >= length else { continue }
          let range = SourceRange(file: file, bytes: index..<rest.endIndex)
          found.append(
            .init(message: "this looks like \(kind)", range: range, help: "replace it with a made-up value"))
        }
      }
    }
    return found
  }

  /// Whether any prefix starts with a pair of bytes. This lookup rules out most of a file.
  private static let starts: [Bool] = {
    var starts = [Bool](repeating: false, count: 1 << 16)
    for (prefix, _, _) in prefixes {
      let first = Array(prefix.utf8.prefix(2))
      starts[pair(first[0], first[1])] = true
    }
    return starts
  }()

  private static func pair(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 8 | Int(second) }

  private static func isKeyCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
