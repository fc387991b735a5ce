import MockSpecDiagnostics

/// A `data:` URL in base64 (RFC 2397), which other tools accept in place of a file.
struct DataURL {
  /// The media type; empty if there is none.
  let type: Substring

  /// `nil` for other text.
  init?(_ text: String) {
    guard text.hasPrefix("data:"), let end = text.utf8.prefix(200).firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let head = text[..<end].dropFirst(5)
    guard head.hasSuffix(";base64") else { return nil }
    type = head.prefix { $0 != ";" }
  }

  /// The instruction for writing the body.
  var help: String {
    "write only what follows the comma, as 'base64'"
      + (type.isEmpty ? "" : ", and headers: {Content-Type: \(Excerpt.of(String(type)))}")
  }
}
