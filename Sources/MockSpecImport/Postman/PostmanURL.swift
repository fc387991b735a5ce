import MockSpec
import MockSpecDocument

/// A URL of a Postman collection: a text with variables, or its parts.
struct PostmanURL {
  private(set) var scheme: String?
  private(set) var host: String?
  private(set) var port: Int?
  /// The path with `{name}` for variables, and `*` for secrets.
  private(set) var path = ""
  private(set) var query: [(name: String, value: String)] = []
  /// The names in `path` of the variables.
  private var captures: [String: String] = [:]
  /// The values of the path's variables, by their names in `path`.
  private(set) var values: [String: String] = [:]
  /// Whether a parameter has a value that isn't known.
  private(set) var openQuery: Set<String> = []

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
    if let match = text.prefixMatch(of: #/([a-z]+):\/\//#.ignoresCase()) {
      scheme = match.1.lowercased()
      guard scheme == "http" || scheme == "https" else { return nil }
      text = String(text[match.range.upperBound...])
    }
    let parts = text.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let front = parts.first, !text.isEmpty else { return nil }
    let slash = front.firstIndex(of: "/") ?? front.endIndex
    readAuthority(front[..<slash])
    readPath(front[slash...], &secrets)
    for variable in node.elements("variable") {
      guard let key = variable.value("key")?.string ?? variable.value("id")?.string else { continue }
      values[captures[key] ?? key] = variable.value("value")?.scalar.flatMap { value in
        value.isEmpty || value.contains("{{") || secrets.hidden(value, parameter: key) != value ? nil : value
      }
    }
    var pairs: [(String, String)] = []
    if node.value("query")?.kind == .sequence {
      for parameter in node.elements("query") where !parameter.isTrue("disabled") {
        guard let key = parameter.value("key")?.string, !key.isEmpty else { continue }
        pairs.append((variables.expand(key), variables.expand(parameter.value("value")?.scalar ?? "")))
      }
    } else {
      pairs = QueryText.pairs(parts.count > 1 ? String(parts[1]) : "")
    }
    for (name, value) in pairs where !name.contains("{{") {
      let isKnown = !value.contains("{{") && !value.hasPrefix("<") && secrets.hidden(value, parameter: name) == value
      if !isKnown { openQuery.insert(name) }
      query.append((name, openQuery.contains(name) ? "1" : value))
    }
  }

  private mutating func readAuthority(_ text: Substring) {
    let name = text.split(separator: "@").last ?? ""
    // A variable without a value is any host.
    guard !name.isEmpty, !name.contains("{{"), let match = name.wholeMatch(of: #/([A-Za-z0-9.-]+)(?::([0-9]{1,5}))?/#)
    else {
      scheme = nil
      return
    }
    (host, port) = (match.1.lowercased(), match.2.flatMap { Int($0) })
  }

  private mutating func readPath(_ text: Substring, _ secrets: inout Secrets) {
    var used = ImportedNames()
    let segments = text.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
      var name: Substring?
      if segment.hasPrefix(":"), segment.count > 1 { name = segment.dropFirst() }
      if segment.contains("{{") { name = segment.filter { $0 != "{" && $0 != "}" }[...] }
      guard let name else {
        let text = PercentText.decode(segment)
        // A secret is any segment.
        return secrets.hidden(text) == text ? URLText.segment(segment) : "*"
      }
      var id = String(
        decoding: name.utf8.filter { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x5F }, as: UTF8.self)
      if id.isEmpty || id.utf8.first! &- 0x30 < 10 { id = "p" + id }
      id = used.unique(id, separator: "")
      captures[String(name)] = id
      return "{\(id)}"
    }
    path = segments.joined(separator: "/")
    if path.isEmpty { path = "/" }
  }

  /// The path with values for its variables.
  var filledPath: String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      guard segment.hasPrefix("{") else { return String(segment) }
      return SampleCall.encode(values[String(segment.dropFirst().dropLast())] ?? "1")
    }.joined(separator: "/")
  }

  /// A path of a call.
  var samplePath: String {
    filledPath.split(separator: "/", omittingEmptySubsequences: false).map { $0 == "*" ? Secrets.mark[...] : $0 }
      .joined(separator: "/")
  }
}
