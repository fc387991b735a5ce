package import HTTPTypes

extension HTTPFields {
  /// Named by RFC 9110 §7.6.1, or once in use for the same.
  private static let hopByHop: Set = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// Those that go on to the other end: not what concerns this connection alone, and not what is said to us.
  package var endToEnd: HTTPFields {
    var dropped = Self.hopByHop
    for value in self[values: .connection] {
      for name in value.split(separator: ",") { dropped.insert(name.lowercased().filter { $0 != " " && $0 != "\t" }) }
    }
    return HTTPFields(filter { !dropped.contains($0.name.canonicalName) && !$0.name.isOurs })
  }

  /// Whether a field is meant for MockSpec alone.
  package var hasOurs: Bool { contains { $0.name.isOurs } }
}

extension HTTPField.Name {
  fileprivate var isOurs: Bool { canonicalName.hasPrefix("mockspec-") }
}
