import MockSpecDiagnostics
import MockSpecDocument

enum UnlikelyBody: SpecRule {
  static let name = "unlikely-body"
  static let summary =
    "a body is a path or a data URL in place of its content, has a tag in single braces or a key without a value, or is missing"
  static let explanation = """
    The text is sent as it is written: 'json: bodies/item.json' is the path as a JSON string, and '{request.path.id}' in a \
    template has one brace too few. Write 'file' for a path, 'base64' for the content of a data URL, and tags in double \
    braces. A comma inside braces ends a value: '{title: Hello, world}' has a second key 'world' with null. Quote such a \
    value. 'throttle' has no effect without a body, nor has 'truncatedBody' or 'malformedChunk' with a status that sends \
    none. If the text is meant, ignore this warning.
    """
  static let example = RuleExample(
    wrong: [
      ("example.mock.yaml", "requests: {Item: {match: GET /item, responses: {Found: {json: bodies/item.json}}}}")
    ],
    right: [
      ("example.mock.yaml", "requests: {Item: {match: GET /item, responses: {Found: {file: bodies/item.json}}}}"),
      ("bodies/item.json", "{\"id\": 1}\n"),
    ])

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for request in spec.requests {
      for match in request.spec.matches {
        if case .matcher(let body)? = match.value.body.value { found += [keyAlone(body)].compactMap(\.self) }
      }
      for response in request.responses {
        let conditions = response.spec.receivedConditions.lazy.compactMap { keyAlone($0) }
        let contents = response.spec.contents.lazy
        let warning =
          response.reply.flatMap { withoutBody(response, $0) } ?? conditions.first
          ?? contents.compactMap { content($0) }.first
          ?? (spec.isTemplate(response) ? contents.compactMap { $0.first { tag(in: $0, at: $1) } }.first : nil)
        if let warning { found.append(warning) }
      }
    }
    return found
  }

  /// Returns a warning about keys or a fault that have no effect, since the response has no body.
  private static func withoutBody(_ response: ResolvedResponse, _ reply: ResolvedResponse.HTTPReply) -> Diagnostic? {
    let name = response.spec.name
    if case .fault(let fault, _) = response.outcome, fault == .truncatedBody || fault == .malformedChunk {
      guard reply.status == 204 || reply.status == 304 else { return nil }
      return warning(
        "'\(fault)' has no effect: responses with the status \(reply.status) have no body", at: name.range,
        help: "choose another status, or another fault")
    }
    // Faults and inherited values aren't reported.
    guard case .reply(let written) = response.spec.outcome, written.body == nil, written.throttle.value != nil else {
      return nil
    }
    return warning("'throttle' has no effect: '\(name.excerpt)' has no body", at: name.range, help: "remove 'throttle'")
  }

  private static func keyAlone(_ body: BodyMatcher) -> Diagnostic? {
    switch body.kind {
    case .json(let node), .jsonEquals(let node): keyAlone(node)
    default: nil
    }
  }

  /// Returns a warning about a path or a URL in place of the content.
  private static func content(_ content: SentContent) -> Diagnostic? {
    switch content.body {
    case .json(let node) where node.kind != .string: return keyAlone(node)
    // Events and messages can't be files.
    case _ where content.kind == .event || content.kind == .message: return nil
    case .json(let node):
      let path = node.text
      guard isPath(path, [".json"]) else { return nil }
      return warning(
        "the JSON value is text that looks like the path of a file", at: node.range,
        help: "name the file with 'file': \(Excerpt.of(path))")
    case .text(let text) where text.value.utf8.count < limit || text.value.utf8.first == UInt8(ascii: "d"):
      if let url = DataURL(text.value) {
        return warning("the data URL is sent as text", at: text.range, help: url.help)
      }
      guard text.value.contains("/"), isPath(text.value, [".json", ".xml", ".html", ".txt", ".csv"]) else { return nil }
      return warning(
        "the text looks like the path of a file", at: text.range,
        help: "name the file with 'file': \(Excerpt.of(text.value))")
    default: return nil
    }
  }

  private static let limit = 200

  /// Whether a text is a relative path with one of these extensions.
  private static func isPath(_ text: String, _ extensions: [String]) -> Bool {
    text.utf8.count < limit && extensions.contains(where: text.hasSuffix)
      && !text.contains { $0.isWhitespace || "{}<>:,;\"'".contains($0) } && !text.hasPrefix("/")
  }

  /// Returns a warning about a tag in single braces.
  private static func tag(in text: String, at range: SourceRange) -> Diagnostic? {
    guard let tag = Template.tagInSingleBraces(Array(text.utf8)).map({ String(decoding: $0, as: UTF8.self) }) else {
      return nil
    }
    return warning(
      "'\(Excerpt.of(tag))' is sent as it is written", at: range.firstRange(of: tag[...]),
      help: "write double braces: {\(Excerpt.of(tag))}")
  }

  // MARK: - JSON without a value

  /// Returns a warning about a key in braces without a colon, which YAML reads as a key with null. Usually, a comma in the
  /// value before it has ended that value.
  private static func keyAlone(_ node: Node) -> Diagnostic? {
    guard let key = node.firstKeyWithoutValue else { return nil }
    let parts = key.text.split(separator: "=", maxSplits: 1).map { $0.split(separator: " ").joined(separator: " ") }
    let help =
      parts.count == 2
      ? "write \(Excerpt.of("\(parts[0]): \(parts[1])"))"
      : "write \(key.excerpt): null, or put the value before it in quotes if the comma is a part of it"
    return warning("'\(key.excerpt)' has no value, so it is null", at: key.range, help: help)
  }
}
