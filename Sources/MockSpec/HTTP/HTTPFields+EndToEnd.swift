package import HTTPTypes

extension HTTPFields {
  /// The hop-by-hop fields of RFC 9110 §7.6.1, and older ones with the same purpose.
  static let hopByHop: Set = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// The fields that the sender of a call sets itself, besides those of its connection.
  package static let ofSender: Set = ["host", "content-length", "expect", "via"]

  /// The fields to forward: without hop-by-hop fields and without those that control MockSpec.
  package var endToEnd: HTTPFields {
    var dropped = Self.hopByHop
    for value in self[values: .connection] {
      for name in value.split(separator: ",") { dropped.insert(name.lowercased().filter { $0 != " " && $0 != "\t" }) }
    }
    return HTTPFields(filter { !dropped.contains($0.name.canonicalName) && !$0.name.isControl })
  }

  /// Whether any field controls MockSpec, such as `Mockspec-Response`.
  package var hasControlFields: Bool { contains { $0.name.isControl } }
}

extension HTTPField.Name {
  /// `Host`, which swift-http-types represents as the authority of a request.
  package static let host = HTTPField.Name("Host")!

  /// Whether the field controls MockSpec.
  package var isControl: Bool { canonicalName.hasPrefix("mockspec-") }
}
