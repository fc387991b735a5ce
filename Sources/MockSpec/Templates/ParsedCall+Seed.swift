import MockSpecDocument

extension ParsedCall {
  /// A number that depends on the seed, and for a seed that is a text, on the call.
  mutating func seed(_ seed: TemplateSeed, _ environment: EngineEnvironment) -> UInt64 {
    switch seed {
    case .text(let text): self.seed(text)
    case .random: environment.random()
    }
  }

  /// A number that depends on a seed and on what a client sends: the method, the path, the query and the body. `HEAD` counts
  /// as `GET`. The scheme and the host don't count, since a server listens on any port.
  mutating func seed(_ text: String) -> UInt64 {
    let method = call.method == "HEAD" ? "GET" : call.method
    var hash = FNV1a("\(text)\0\(method)\0\(call.path)\0\(call.query ?? "")\0".utf8).value
    // Only the beginning of such a body is here.
    if call.unkeptBodySize == nil, !body.isEmpty { hash ^= json.map(Self.hash) ?? ContentHash(body).value }
    return SeededNumbers.mixed(hash)
  }

  /// Returns the hash of a JSON value. The order of keys doesn't count, since some encoders change it with each run.
  ///
  /// Recursion is bounded by the depth limit that the document was parsed with.
  private static func hash(_ node: Node) -> UInt64 {
    var hash = SeededNumbers.mixed(UInt64(node.kind.rawValue) &+ 1)
    switch node.kind {
    case .mapping:
      for (key, value) in node.entries {
        hash &+= SeededNumbers.mixed(
          key.withUTF8 { ContentHash(UnsafeRawBufferPointer($0)).value } ^ self.hash(value) &* 3)
      }
    case .sequence:
      for element in node.elements { hash = SeededNumbers.mixed(hash ^ self.hash(element) &* 5) }
    default: hash ^= node.withUTF8 { ContentHash(UnsafeRawBufferPointer($0)).value }
    }
    return SeededNumbers.mixed(hash)
  }
}
