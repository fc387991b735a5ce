import MockSpecDiagnostics
import MockSpecDocument

enum ContentTypeMismatch: SpecRule {
  static let name = "content-type-mismatch"
  static let summary = "the Content-Type or the Content-Encoding doesn't fit the body"
  static let explanation = """
    A client that relies on the Content-Type decodes the body incorrectly. A response that sets no Content-Type gets the \
    one that fits its body. Bodies aren't compressed: with 'Content-Encoding: gzip', name a compressed file.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Items:
          match: GET /items
          responses: {Found: {headers: {Content-Type: text/plain}, json: [1, 2]}}
      """,
    right: """
      requests:
        Items:
          match: GET /items
          responses: {Found: {json: [1, 2]}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.responses.flatMap { response in
      // A tag outside a JSON string is replaced by a value.
      let isTemplate = response.reply?.template != nil
      let own =
        response.spec.isHTTPReply ? problem(response.headers, response.spec.body, response.file, isTemplate) : nil
      let others = response.spec.callbacks.map {
        problem($0.message.headers, $0.message.body, nil, spec.isTemplate(response))
      }
      return ([own] + others).compactMap(\.self)
    }
  }

  /// - Parameter file: The body file; `nil` if there is none, or if its content isn't known.
  private static func problem(
    _ headers: [HeaderRule], _ body: Spec.Body?, _ file: ProjectFile?, _ isTemplate: Bool
  ) -> Diagnostic? {
    if headers.isEmpty { return nil }
    if let warning = encoding(headers, body, file) { return warning }
    guard let (rule, type) = headers.first("content-type"), !UnlikelyCharacter.isReported(rule) else { return nil }
    // The Content-Type is that of the body before it was compressed.
    if headers.areOfEncodedBody { return nil }
    let saysJSON = isJSON(type)
    switch body {
    case .json where !saysJSON && !mayBeJSON(type):
      return warning("the body is JSON, but its Content-Type is '\(type)'", at: rule.name.range)
    case .text(let text) where saysJSON && !isTemplate && !isJSON(Array(text.value.utf8)):
      return warning("the Content-Type is '\(type)', but the body isn't JSON", at: rule.name.range)
    case .file(let path):
      guard let file, !file.content.isEmpty else { return nil }
      let isJSONFile = path.value.lowercased().hasSuffix(".json")
      if isJSONFile, !saysJSON, !mayBeJSON(type) {
        return warning("the body file ends in .json, but its Content-Type is '\(type)'", at: rule.name.range)
      }
      if !isJSONFile, saysJSON, !isTemplate, !isJSON(file.content) {
        return warning("the Content-Type is '\(type)', but the body file isn't JSON", at: rule.name.range)
      }
      return nil
    case .stream(let stream):
      let events = StreamFormat.sse.contentType
      let isEvents = ContentType.essence(of: type) == events
      // 'lines' and 'bytes' can have any content.
      guard stream.format != .lines, stream.format != .bytes, isEvents != (stream.format.contentType == events) else {
        return nil
      }
      return warning(
        "the format of the stream is '\(stream.format.rawValue)', but its Content-Type is '\(type)'",
        at: rule.name.range,
        help: "remove the header: the server sends the one that fits")
    default: return nil
    }
  }

  /// The first bytes of compressed files, by content encoding.
  private static let starts: [String: [UInt8]] = [
    "gzip": [0x1F, 0x8B], "x-gzip": [0x1F, 0x8B], "zstd": [0x28, 0xB5, 0x2F, 0xFD], "br": [], "deflate": [],
    "compress": [],
  ]

  private static func encoding(_ headers: [HeaderRule], _ body: Spec.Body?, _ file: ProjectFile?) -> Diagnostic? {
    guard let (rule, value) = headers.first("content-encoding"), let start = starts[value.lowercased()] else {
      return nil
    }
    switch body {
    case .json, .text: break
    case .stream(let stream) where stream.format != .bytes: break
    case .file: if file.map({ $0.content.starts(with: start) }) ?? true { return nil }
    case .base64, .stream, nil: return nil
    }
    return warning(
      "the body isn't compressed, but its Content-Encoding is '\(value)'", at: rule.name.range,
      help: "remove the header, or name a compressed file")
  }

  /// Whether a body is JSON, or exceeds a limit of the parser.
  private static func isJSON(_ body: [UInt8]) -> Bool {
    DocumentParser.parseJSON(body) != nil || DocumentParser.exceededJSONLimit(body) != nil
  }

  /// Whether a body with a media type can be JSON: `application/x-amz-json-1.0`, or `application/octet-stream`, which is
  /// used for any file.
  private static func mayBeJSON(_ type: String) -> Bool {
    let essence = ContentType.essence(of: type)
    return essence.contains("json") || essence.hasSuffix("/octet-stream") || essence == "application/csp-report"
  }

  /// Whether a media type is JSON: `…/json` or the structured suffix `+json` (RFC 6839 §3.1). Parameters are ignored.
  private static func isJSON(_ type: String) -> Bool {
    let essence = ContentType.essence(of: type)
    return essence.hasSuffix("/json") || essence.hasSuffix("+json")
  }
}
