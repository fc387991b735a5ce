import HTTPTypes

// Parts of a body, and conditions on its version (RFC 9110 §13 and §14).
extension HTTPFields {
  /// Adds the fields with which clients ask for parts of a body, unless there are others with their names.
  mutating func offerRanges(of body: [UInt8]) {
    if !contains(.eTag) {
      self[.eTag] = "\"\(String(body.count, radix: 16))-\(String(ContentHash(body).value, radix: 16))\""
    }
    if !contains(.acceptRanges) { self[.acceptRanges] = "bytes" }
  }

  /// The fields without those that describe a body.
  fileprivate var withoutContent: HTTPFields {
    HTTPFields(filter { ![.contentType, .contentLength, .contentEncoding, .contentLanguage].contains($0.name) })
  }
}

extension Reply {
  /// Returns the answer to a call that can have the fields `If-None-Match`, `Range` and `If-Range`: the reply, a part of it
  /// (206), no body (304), or a refusal (416).
  func part(for request: MockRequest) -> Reply {
    guard request.method == "GET" || request.method == "HEAD" else { return self }
    if isKnown(by: request.ownFields[values: .ifNoneMatch]) {
      return Reply(status: 304, fields: fields.withoutContent, body: [], isShared: false)
    }
    let ranges = request.ownFields[values: .range]
    guard ranges.count == 1, request.method == "GET", isCurrent(request.ownFields[values: .ifRange]) else {
      return self
    }
    switch RequestedRange(ranges[0], of: content.count) {
    case .ignored: return self
    case .unsatisfiable:
      var fields = fields.withoutContent
      fields[.contentRange] = "bytes */\(content.count)"
      return Reply(status: 416, fields: fields, body: [], isShared: false)
    case .satisfiable(let range):
      var fields = fields
      fields[.contentLength] = nil
      fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.count)"
      return Reply(
        status: 206, fields: fields, content: content.dropFirst(range.lowerBound).prefix(range.count), isShared: false)
    }
  }

  /// Returns whether a field `If-None-Match` names the body's version, compared weakly (RFC 9110 §13.1.2).
  private func isKnown(by values: [String]) -> Bool {
    if values.isEmpty { return false }
    if values.count == 1, values[0] == "*" { return true }
    guard let current = Self.opaqueTags(fields[.eTag] ?? "").first else { return false }
    return values.contains { Self.opaqueTags($0).contains { $0.elementsEqual(current) } }
  }

  /// Returns whether a field `If-Range` names the body's version, compared strongly, or the date of its last change (RFC
  /// 9110 §13.1.5). Without the field, it is true.
  private func isCurrent(_ values: [String]) -> Bool {
    guard let value = values.first else { return true }
    let version = value.hasPrefix("\"") ? fields[.eTag] : fields[.lastModified]
    return values.count == 1 && version?.hasSameBytes(as: value) == true
  }

  /// Returns the texts between quotation marks in a list of entity tags, which have no escapes (RFC 9110 §8.8.3).
  private static func opaqueTags(_ list: String) -> [Substring.UTF8View] {
    var tags: [Substring.UTF8View] = []
    var rest = list[...].utf8
    let mark = UInt8(ascii: "\"")
    while let start = rest.firstIndex(of: mark) {
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: mark) else { break }
      tags.append(rest[..<end])
      rest = rest[rest.index(after: end)...]
    }
    return tags
  }
}
