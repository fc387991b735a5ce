import MockSpecDocument

/// The items in a JSON array that a server has sent.
package enum SentItems {
  /// Returns each item as the server's own sessions return it; `nil` if the text is no JSON array.
  package static func texts(_ json: [UInt8]) -> [String]? {
    var limits = DocumentLimits()
    limits.bytes = json.count
    limits.nodes = .max
    guard let root = DocumentParser.parseJSON(json, limits: limits)?.root, root.kind == .sequence else { return nil }
    return root.elements.map { String(decoding: JSONBody.bytes($0), as: UTF8.self) }
  }
}
