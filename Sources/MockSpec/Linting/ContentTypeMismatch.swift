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
    spec.responses.compactMap { response in
      if response.headers.isEmpty || !response.spec.isHTTPReply { return nil }
      if let warning = encoding(response) { return warning }
      guard let (rule, type) = response.header("content-type"), !UnlikelyCharacter.isReported(rule) else { return nil }
      // The Content-Type is that of the body before it was compressed.
      if response.isEncoded { return nil }
      let saysJSON = isJSON(type)
      // A tag outside a JSON string is replaced by a value.
      let isTemplate = response.reply?.template != nil
      switch response.spec.body {
      case .json where !saysJSON && !mayBeJSON(type):
        return warning("the body is JSON, but its Content-Type is '\(type)'", at: rule.name.range)
      case .text(let text) where saysJSON && !isTemplate && !isJSON(Array(text.value.utf8)):
        return warning("the Content-Type is '\(type)', but the body isn't JSON", at: rule.name.range)
      case .file(let path):
        guard let file = response.file, !file.content.isEmpty else { return nil }
        let isJSONFile = path.value.lowercased().hasSuffix(".json")
        if isJSONFile, !saysJSON, !mayBeJSON(type) {
          return warning("the body file ends in .json, but its Content-Type is '\(type)'", at: rule.name.range)
        }
        if !isJSONFile, saysJSON, !isTemplate, !isJSON(file.content) {
          return warning("the Content-Type is '\(type)', but the body file isn't JSON", at: rule.name.range)
        }
        return nil
      default: return nil
      }
    }
  }

  /// The first bytes of compressed files, by content encoding.
  private static let starts: [String: [UInt8]] = [
    "gzip": [0x1F, 0x8B], "x-gzip": [0x1F, 0x8B], "zstd": [0x28, 0xB5, 0x2F, 0xFD], "br": [], "deflate": [],
    "compress": [],
  ]

  private static func encoding(_ response: ResolvedResponse) -> Diagnostic? {
    guard let (rule, value) = response.header("content-encoding"), let start = starts[value.lowercased()] else {
      return nil
    }
    switch response.spec.body {
    case .json, .text: break
    case .file: if response.file.map({ $0.content.starts(with: start) }) ?? true { return nil }
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
