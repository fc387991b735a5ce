import MockSpecDiagnostics

/// A path pattern such as `/users/{id}/**`, whose segments can be wildcards; or `*`, the target of `OPTIONS *`, which has no
/// segments.
struct PathPattern: Sendable, Hashable {
  enum Segment: Sendable, Hashable {
    /// A segment that must be equal, as percent-decoded bytes.
    case literal([UInt8])
    /// One segment that isn't empty: `*`, or `{name}`, which captures it.
    case wildcard(name: String?)
    /// `**`: zero or more segments, which can be empty.
    case rest
  }

  /// The pattern as it is written.
  let text: String
  let segments: [Segment]

  /// Parses a pattern.
  ///
  /// - Throws: ``PathPatternError`` if the text isn't `*` and doesn't start with `/`, or has misplaced or repeated
  ///   wildcards.
  init(_ text: String) throws(PathPatternError) {
    if text == MockCall.asterisk {
      (self.text, segments) = (text, [])
      return
    }
    guard text.hasPrefix("/") else {
      throw PathPatternError(
        "expected a path that starts with '/', found '\(Excerpt.of(text))'",
        help: "write '\(Excerpt.of(Self.likely(text)))'")
    }
    var segments: [Segment] = []
    var hasWildcards = false
    for piece in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if piece.contains(where: Self.isSign) {
        segments.append(try Self.wildcard(Substring(piece)))
        hasWildcards = true
      } else {
        segments.append(.literal(PercentText.decode(piece)))
      }
    }
    self.text = text
    self.segments = segments
    if hasWildcards { try checkWildcards() }
  }

  private func checkWildcards() throws(PathPatternError) {
    if segments.count(where: { $0 == .rest }) > 1 {
      throw PathPatternError("'**' is allowed once in a path, found it twice in '\(Excerpt.of(text))'")
    }
    var known: Set<String> = []
    if let twice = captures.first(where: { !known.insert($0).inserted }) {
      throw PathPatternError("'{\(twice)}' is captured twice in '\(Excerpt.of(text))'")
    }
  }

  /// Returns the path that was probably intended by a text without a leading slash, such as `items`, `./items` or
  /// `.\items`.
  private static func likely(_ text: String) -> String {
    let segments = text.replacing("\\", with: "/").split(separator: "/", omittingEmptySubsequences: false)
    return "/" + segments.drop { ["", ".", ".."].contains($0) }.joined(separator: "/")
  }

  private init(text: String, segments: [Segment]) {
    self.text = text
    self.segments = segments
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "*")
  }

  /// Parses a segment that contains `{`, `}` or `*`.
  private static func wildcard(_ piece: Substring) throws(PathPatternError) -> Segment {
    if piece == "**" { return .rest }
    if piece == "*" { return .wildcard(name: nil) }
    if piece.hasPrefix("{"), piece.hasSuffix("}") {
      let name = piece.utf8.dropFirst().dropLast()
      if !name.isEmpty, !name.contains(where: isSign) { return .wildcard(name: String(Substring(name))) }
    }
    let sign = piece.first { "{}*".contains($0) } ?? "*"
    let name = piece.drop { $0 != "{" }.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      .prefix(40)
    let encoded = ["{": "%7B", "}": "%7D", "*": "%2A"][sign] ?? ""
    throw PathPatternError(
      "found '\(sign)' inside the segment '\(Excerpt.of(String(piece)))', but a wildcard must be a whole segment",
      help:
        "write '*' or '{\(name.isEmpty ? "name" : String(name))}' as a segment of its own, or '\(encoded)' for the literal "
        + "character")
  }

  /// Whether the pattern is `*`, the target of `OPTIONS *`.
  var isAsterisk: Bool { segments.isEmpty }

  /// Whether the pattern has no wildcards.
  var isLiteral: Bool { segments.allSatisfy { if case .literal = $0 { true } else { false } } }

  /// The names of captured segments, in order.
  var captures: [String] { segments.compactMap { if case .wildcard(let name?) = $0 { name } else { nil } } }

  /// Returns the pattern with a base path before it. A slash at the end of the base path isn't repeated. `*` is unchanged.
  func under(_ base: PathPattern) -> PathPattern {
    if isAsterisk { return self }
    let head = base.segments.last == .literal([]) ? Array(base.segments.dropLast()) : base.segments
    let start = base.text.hasSuffix("/") ? String(base.text.dropLast()) : base.text
    return PathPattern(text: start + text, segments: head + segments)
  }

  /// Returns the decoded text of each captured segment.
  ///
  /// - Parameter path: A path that the pattern matches.
  func parameters(in path: CallPath) -> [String: String] {
    let found = path.segments
    let rest = segments.firstIndex(of: .rest) ?? segments.count
    var values: [String: String] = [:]
    for (index, segment) in segments.enumerated() {
      guard case .wildcard(let name?) = segment else { continue }
      let place = index < rest ? index : found.count - (segments.count - index)
      values[name] = String(decoding: found[place], as: UTF8.self)
    }
    return values
  }

  /// A sort key with one number per segment, compared lexicographically. Lower is more specific: literal, wildcard, the
  /// end of the path, `**`.
  var rank: [UInt8] {
    segments.map { segment -> UInt8 in
      switch segment {
      case .literal: 0
      case .wildcard: 1
      case .rest: 3
      }
    } + [2]
  }

  /// The rank of a matcher without a path. It equals the rank of `/**`.
  static let rankOfAny: [UInt8] = [3, 2]
}

/// A mistake in the text of a path pattern.
struct PathPatternError: Error {
  let message: String
  let help: String?

  init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}
