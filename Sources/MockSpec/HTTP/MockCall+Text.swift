package import HTTPTypes

extension MockCall {
  /// Creates a call from text, such as the arguments of a command.
  ///
  /// - Parameters:
  ///   - method: The HTTP method.
  ///   - url: A URL, as sent by URLSession, or only a path, as received by the server. A path matches requests for any
  ///     host, unless the host of the `Host` field matches a host pattern of the project.
  ///   - fields: The header fields, each in the form `name: value`.
  ///   - body: The body's bytes.
  /// - Throws: ``CallTextError`` if an argument isn't valid.
  package init(method: String, url: String, fields lines: [String], body: [UInt8]) throws(CallTextError) {
    var fields = HTTPFields()
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else {
        throw CallTextError("expected a header as 'name: value', found '\(line)'")
      }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      try fields.add(String(line[..<colon]), text: String(value))
    }
    try self.init(method: method, url: url, fields: fields, body: body)
  }

  /// Creates a call from text and header fields.
  ///
  /// - Throws: ``CallTextError`` if the method or the URL isn't valid.
  package init(method: String, url: String, fields: HTTPFields, body: [UInt8]) throws(CallTextError) {
    guard !method.isEmpty, method.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
      throw CallTextError("expected an HTTP method such as GET, found '\(method)'")
    }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw CallTextError("expected a URL without spaces, found '\(url)'; write a space as %20")
    }
    if method == "OPTIONS", url == MockCall.asterisk {
      let host = fields[.host].flatMap { Authority($0[...]) }
      self.init(
        method: method, target: .originForm, scheme: nil, host: host?.host, port: host?.port, path: url, query: nil,
        fields: fields, body: body)
      return
    }
    let (path, query, authority) = try Self.split(url[..<(url.firstIndex(of: "#") ?? url.endIndex)])
    let named = authority?.authority ?? fields[.host].flatMap { Authority($0[...]) }
    self.init(
      method: method, target: authority == nil ? .originForm : .url, scheme: authority?.scheme, host: named?.host,
      port: named?.port, path: path, query: query, fields: fields, body: body)
  }

  private static func split(
    _ url: Substring
  ) throws(CallTextError) -> (path: String, query: String?, (scheme: String, authority: Authority)?) {
    var rest = url
    var origin: (scheme: String, authority: Authority)?
    if !url.hasPrefix("/") {
      guard let mark = url.firstRange(of: "://"), mark.lowerBound > url.startIndex else {
        throw CallTextError(
          "expected a URL such as https://api.example.com/login, or a path such as /login, found '\(url)'")
      }
      rest = url[mark.upperBound...]
      var written = rest.prefix { $0 != "/" && $0 != "?" }
      rest = rest[written.endIndex...]
      if let at = written.lastIndex(of: "@") { written = written[written.index(after: at)...] }
      guard let authority = Authority(written), authority.host != nil else {
        throw CallTextError("expected a host, found '\(written)' in '\(url)'")
      }
      origin = (url[..<mark.lowerBound].lowercased(), authority)
    }
    let path = rest.prefix { $0 != "?" }
    let query = path.endIndex == rest.endIndex ? nil : String(rest[rest.index(after: path.endIndex)...])
    return (String(path), query, origin)
  }
}

extension HTTPFields {
  /// The maximum number of fields of a call or a reply. NIO has its own limit for those that it parses.
  ///
  /// `append` traps at 65,535 fields. The limit leaves room for fields that are added later, such as `Content-Type`.
  package static let countLimit = 1 << 15

  /// Adds a field.
  ///
  /// - Throws: ``CallTextError`` if the name isn't valid, or if there are too many fields.
  package mutating func add(_ name: String, text: String) throws(CallTextError) {
    guard let name = HTTPField.Name(name) else {
      throw CallTextError("expected the name of a header, found '\(name)'")
    }
    guard count < Self.countLimit else { throw CallTextError("expected at most \(Self.countLimit) headers") }
    append(HTTPField(name: name, value: text))
  }
}

/// An invalid part in the text of a call.
package struct CallTextError: Error, CustomStringConvertible {
  /// A description of what was expected and found.
  package let description: String

  init(_ description: String) { self.description = description }
}
