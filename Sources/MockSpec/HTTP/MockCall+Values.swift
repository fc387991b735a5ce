import HTTPTypes

// The values of a call's parts by name. Each access parses the part again.
extension MockCall {
  /// The parameters of the query, percent-decoded. `+` is a space (WHATWG URL §5.1).
  public var queryParameters: NamedValues { NamedValues(QueryText.pairs(query ?? "")) }

  /// The fields of the body as a form (`application/x-www-form-urlencoded`). `Content-Type` is ignored, and a
  /// `Content-Encoding` of `gzip` or `deflate` is decoded.
  public var formFields: NamedValues { NamedValues(QueryText.pairs(decodedBody)) }

  /// The cookies: pairs separated by semicolons, in one or more `Cookie` fields (RFC 6265 §4.2).
  public var cookies: NamedValues {
    var pairs: [(name: String, value: String)] = []
    for field in storedFields.values(of: .cookie) {
      for pair in field.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        pairs.append((String(parts[0].withoutBlanks), parts.count > 1 ? String(parts[1].withoutBlanks) : ""))
      }
    }
    return NamedValues(pairs)
  }
}
