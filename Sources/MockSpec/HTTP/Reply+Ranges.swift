import HTTPTypes

// Partial bodies, and conditions on a body's version (RFC 9110 §13 and §14).
extension HTTPFields {
  /// Adds the fields that let clients request parts of a body, unless fields with these names exist.
  mutating func offerRanges(of body: [UInt8]) {
    if !contains(.eTag) {
      self[.eTag] = "\"\(String(body.count, radix: 16))-\(String(ContentHash(body).value, radix: 16))\""
    }
    if !contains(.acceptRanges) { self[.acceptRanges] = "bytes" }
  }

  /// The fields without those that describe a body.
  var withoutContent: HTTPFields {
    HTTPFields(filter { ![.contentType, .contentLength, .contentEncoding, .contentLanguage].contains($0.name) })
  }
}

extension Reply {
  /// Returns the reply to a call with conditions or a `Range`: this one, a part of it (206), one without a body (304),
  /// or an error (412, 416).
  func part(for call: MockCall) -> Reply {
    guard call.method == "GET" || call.method == "HEAD" else { return self }
    let asked = call.ownFields
    if let status = status(failing: asked) {
      return Reply(status: status, fields: fields.withoutContent, body: [], isShared: false)
    }
    let ranges = asked[values: .range]
    guard ranges.count == 1, call.method == "GET", isCurrent(asked[values: .ifRange]) else { return self }
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
        status: 206, fields: fields, .bytes(content.dropFirst(range.lowerBound).prefix(range.count)), isShared: false)
    }
  }

  /// Returns the status of the first unmet condition, in the order of RFC 9110 §13.2.2; `nil` if all are met.
  private func status(failing asked: HTTPFields) -> Int? {
    let current = fields[.eTag].flatMap { EntityTag($0) }
    let modified = fields[.lastModified].flatMap { HTTPTime($0) }
    func isModified(since name: HTTPField.Name) -> Bool? {
      guard let modified, let time = asked[name].flatMap({ HTTPTime($0) }) else { return nil }
      return time < modified
    }
    if asked.contains(.ifMatch) {
      if !EntityTags(asked[values: .ifMatch]).contain(current, isStrong: true) { return 412 }
    } else if isModified(since: .ifUnmodifiedSince) == true {
      return 412
    }
    if asked.contains(.ifNoneMatch) {
      return EntityTags(asked[values: .ifNoneMatch]).contain(current, isStrong: false) ? 304 : nil
    }
    return isModified(since: .ifModifiedSince) == false ? 304 : nil
  }

  /// Returns whether the `If-Range` field contains the body's version, compared strongly, or the date of its last change
  /// (RFC 9110 §13.1.5). It is true without the field.
  private func isCurrent(_ values: [String]) -> Bool {
    guard let value = values.first else { return true }
    let version = value.hasPrefix("\"") ? fields[.eTag] : fields[.lastModified]
    return values.count == 1 && version?.hasSameBytes(as: value) == true
  }
}
