import MockSpec
import MockSpecDocument

/// The body of a response as a spec has it: short JSON and text inline, all others in files. The bytes stay the same.
enum ImportedBody {
  /// The maximum size of JSON that is written into the spec.
  static let jsonLimit = 2048
  /// The maximum size of text that is written into the spec.
  static let textLimit = 512

  /// Returns the body of a response.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that are sent.
  ///   - type: The `Content-Type`; `nil` if the source has none.
  ///   - name: The name of a file for the body, without extension.
  ///   - fileExtension: The extension of the file that has the body in the source; `nil` if it isn't in a file. A body from a file
  ///     is written to a file.
  ///   - isTemplate: Whether the body is a template.
  ///   - keepsSpace: Whether the white space in JSON is kept.
  /// - Returns: The body; `nil` if it is empty. The path of a file is only a name, which the writer makes a path.
  static func body(
    _ bytes: [UInt8], type: String?, name: String, fileExtension: String? = nil, isTemplate: Bool = false,
    keepsSpace: Bool = true
  ) -> SpecDraft.Body? {
    if bytes.isEmpty { return nil }
    let isJSONType = type.map(isJSON) ?? true
    if fileExtension == nil, !isTemplate, isJSONType, bytes.count <= jsonLimit,
      let json = keepsSpace ? exact(bytes) : SpecDraft.JSON(bytes),
      type != nil || !isScalar(bytes)
    {
      return .json(json)
    }
    let text = String(validating: bytes, as: UTF8.self)
    if fileExtension == nil, let text, bytes.count <= textLimit || isTemplate && bytes.count <= jsonLimit, isPlain(text)
    {
      return .text(text)
    }
    return .file(path: name + "." + suffix(bytes, type: type, fileExtension, text: text), content: bytes)
  }

  /// Returns JSON that is written into the spec; `nil` if it is too large.
  static func json(_ node: Node) -> SpecDraft.JSON? {
    let bytes = node.json
    return bytes.count <= jsonLimit ? SpecDraft.JSON(bytes) : nil
  }

  /// Returns JSON that is sent with the same bytes as these; `nil` if there is none.
  private static func exact(_ bytes: [UInt8]) -> SpecDraft.JSON? {
    guard let root = DocumentParser.parseJSON(bytes)?.root, JSONBody.bytes(root) == bytes else { return nil }
    return SpecDraft.JSON(checked: bytes)
  }

  private static func isScalar(_ bytes: [UInt8]) -> Bool { !"{[".utf8.contains(bytes[0]) }

  static func isJSON(_ type: String) -> Bool {
    let media = mediaType(type)
    return media == "application/json" || media.hasSuffix("+json") || media == "text/json"
  }

  private static func mediaType(_ type: String) -> String {
    String(type.prefix { $0 != ";" }.filter { $0 != " " }).lowercased()
  }

  /// Whether a text can be read in a spec.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{FEFF}"
    }
  }

  private static func suffix(_ bytes: [UInt8], type: String?, _ own: String?, text: String?) -> String {
    let isValidJSON = { DocumentParser.parseJSON(bytes) != nil }
    if let type {
      if isJSON(type) { return isValidJSON() ? "json" : "txt" }
      if let known = extensions[mediaType(type)] { return known }
    }
    if let own = own?.lowercased(), !own.isEmpty, own.utf8.count <= 8,
      own.utf8.allSatisfy({ $0 &- 0x61 < 26 || $0 &- 0x30 < 10 }), own != "json" || isValidJSON()
    {
      return own
    }
    if text == nil { return "bin" }
    return !isScalar(bytes) && isValidJSON() ? "json" : "txt"
  }

  private static let extensions = [
    "application/gzip": "gz", "application/javascript": "js", "application/pdf": "pdf", "application/xml": "xml",
    "application/zip": "zip", "audio/mpeg": "mp3", "font/woff": "woff", "font/woff2": "woff2", "image/avif": "avif",
    "image/gif": "gif", "image/jpeg": "jpg", "image/png": "png", "image/svg+xml": "svg", "image/webp": "webp",
    "image/x-icon": "ico", "image/vnd.microsoft.icon": "ico", "text/calendar": "ics", "text/css": "css",
    "text/csv": "csv", "text/html": "html", "text/javascript": "js", "text/markdown": "md", "text/plain": "txt",
    "text/xml": "xml", "video/mp4": "mp4", "application/wasm": "wasm", "application/yaml": "yaml",
  ]
}

extension SpecDraft.Collection {
  /// A collection of a list of objects, which is written into the spec if it is short.
  ///
  /// - Parameter content: The list as it is written to a file.
  init(_ name: String, path: String, _ list: Node, idName: String = "id", content: [UInt8]) {
    self.init(
      name: name, path: path,
      items: list.json.count <= ImportedBody.jsonLimit
        ? .json(list.draft) : .file(path: name + ".json", content: content))
    if idName != "id" { self.idName = idName }
    hasUUIDs = list.elements.first { _ in true }?.value(idName)?.kind == .string
  }
}

extension SpecDraft.Body {
  /// The `Content-Type` that is sent if no header sets it; `nil` if there is none.
  var inferredType: String? {
    switch self {
    case .json: ContentType.json
    case .text: ContentType.text
    case .file(let path, _): ContentType.ofFile(path)
    case .stream(let stream): stream.format.contentType
    case .base64: nil
    }
  }
}
