import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// The header fields of an imported response.
enum ImportedHeaders {
  /// The names, in lower case, of fields that depend on the connection. Adapters send correct ones.
  static let framing: Set = [
    "connection", "content-length", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// The names, in lower case, of fields that are true only of the recorded answer, its time and its way.
  static let momentary: Set = [
    "age", "alt-svc", "cf-ray", "date", "expect-ct", "nel", "report-to", "server-timing", "strict-transport-security",
    "via", "x-amz-cf-id", "x-amz-cf-pop", "x-request-id",
  ]

  /// Whether a text is the name of a field. One that isn't is reported.
  static func isName(_ name: String, at node: Node, _ losses: inout LossList) -> Bool {
    if name.utf8.isToken { return true }
    losses.approximate("'\(Excerpt.of(name))' isn't the name of a header, and is left out", at: node)
    return false
  }

  /// Returns headers with all values of a name together, without those that depend on the connection, and without a
  /// `Content-Type` that is inferred.
  static func headers(_ fields: [(name: String, value: String)], body: SpecDraft.Body?) -> [SpecDraft.Header] {
    var headers: [SpecDraft.Header] = []
    for (name, value) in fields where !framing.contains(name.lowercased()) {
      if let index = headers.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
        headers[index].values = .set((headers[index].values.value ?? []) + [value])
      } else {
        headers.append(SpecDraft.Header(name: name, values: .set([value])))
      }
    }
    return headers.filter { header in
      guard header.name.lowercased() == "content-type", let inferred = body?.inferredType else { return true }
      return header.values.value.map { $0.count == 1 && $0[0] == inferred } != true
    }
  }
}

extension SpecDraft.Reply {
  /// A reply with the fields of the source, of which those that depend on the connection are left out.
  init(_ status: Int, _ fields: [(name: String, value: String)], _ body: SpecDraft.Body?, isTemplate: Bool = false) {
    self.init(
      status: status == 200 ? .inherited : .set(status), headers: ImportedHeaders.headers(fields, body: body),
      body: body, template: isTemplate ? .set(true) : .inherited)
  }
}

extension [(name: String, value: String)] {
  /// The value of the first field with a name, in lower case.
  func first(_ name: String) -> String? { first { $0.name.lowercased() == name }?.value }
}
