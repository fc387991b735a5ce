import MockSpec
import MockSpecDocument

extension URLTemplate {
  /// A URL of a Postman collection: a text with variables, or its parts.
  ///
  /// - Parameter variables: The variables of the collection.
  init?(_ node: Node, _ variables: inout PostmanVariables, _ secrets: inout Secrets) {
    var text = variables.expand(node.string ?? node.value("raw")?.string ?? "")
    if text.isEmpty, node.kind == .mapping {
      // Without `raw`, the parts say it.
      let host = node.value("host")?.string ?? node.elements("host").map(\.text).joined(separator: ".")
      let path =
        node.value("path")?.string
        ?? node.elements("path").map { $0.string ?? $0.value("value")?.text ?? "" }.joined(separator: "/")
      text = variables.expand((node.value("protocol")?.string.map { $0 + "://" } ?? "") + host + "/" + path)
    }
    var query: [(String, String)]?
    if node.value("query")?.kind == .sequence {
      query = node.elements("query").compactMap { parameter in
        guard !parameter.isTrue("disabled"), let key = parameter.value("key")?.string, !key.isEmpty else { return nil }
        return (variables.expand(key), variables.expand(parameter.value("value")?.scalar ?? ""))
      }
    }
    self.init(text, query: query, &secrets)
    for variable in node.elements("variable") {
      guard let key = variable.value("key")?.string ?? variable.value("id")?.string else { continue }
      set(variable.value("value")?.scalar, of: key, &secrets)
    }
  }
}
