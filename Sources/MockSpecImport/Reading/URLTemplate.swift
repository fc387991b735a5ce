import MockSpec
import MockSpecDocument

/// A URL with variables: `{{host}}/users/:id?page={{page}}`.
struct URLTemplate {
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
  /// The names of the parameters whose values aren't known.
  private(set) var openQuery: Set<String> = []

  /// - Parameter query: The parameters; `nil` for those of the text.
  /// - Returns: `nil` if the text isn't a URL of HTTP.
  init?(_ text: String, query: [(String, String)]? = nil, _ secrets: inout Secrets) {
    var text = text[...]
    if let match = text.prefixMatch(of: #/([a-z]+):\/\//#.ignoresCase()) {
      scheme = match.1.lowercased()
      guard scheme == "http" || scheme == "https" else { return nil }
      text = text[match.range.upperBound...]
    }
    let parts = text.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let front = parts.first, !text.isEmpty else { return nil }
    let slash = front.firstIndex(of: "/") ?? front.endIndex
    readAuthority(front[..<slash])
    readPath(front[slash...], &secrets)
    for (name, value) in query ?? QueryText.pairs(parts.count > 1 ? String(parts[1]) : "") where !name.contains("{{") {
      let isKnown = !value.contains("{{") && !value.hasPrefix("<") && secrets.hidden(value, parameter: name) == value
      if !isKnown { openQuery.insert(name) }
      self.query.append((name, openQuery.contains(name) ? "1" : value))
    }
  }

  /// Sets the value of a variable of the path, unless it is secret.
  mutating func set(_ value: String?, of variable: String, _ secrets: inout Secrets) {
    values[captures[variable] ?? variable] = value.flatMap { value in
      value.isEmpty || value.contains("{{") || secrets.hidden(value, parameter: variable) != value ? nil : value
    }
  }

  private mutating func readAuthority(_ text: Substring) {
    let name = text.split(separator: "@").last ?? ""
    // A variable without a value is any host.
    guard !name.isEmpty, !name.contains("{{"),
      let match = name.wholeMatch(of: #/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?/#),
      match.2.map({ 1...65535 ~= Int($0) ?? 0 }) != false
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
      let id = used.unique(ImportedNames.parameter(name), separator: "")
      captures[String(name)] = id
      return "{\(id)}"
    }
    path = segments.joined(separator: "/")
    if path.isEmpty { path = "/" }
  }

  /// The conditions on parameters whose values are known.
  var knownQuery: [(name: String, conditions: [ValueCondition])] {
    query.filter { !openQuery.contains($0.name) }.map { ($0.name, [.equals($0.value)]) }
  }

  /// The conditions of a call, without those on the query.
  func match(method: String) -> MatchDraft {
    MatchDraft(
      methods: .set([method]), scheme: scheme.map(Setting.set) ?? .inherited, host: host.map(Setting.set) ?? .inherited,
      port: port.map(Setting.set) ?? .inherited, path: .set(path))
  }

  func sample(method: String) -> SampleCall {
    var sample = SampleCall()
    sample.method = method
    if let host { (sample.scheme, sample.host, sample.port) = (scheme ?? "https", host, port) }
    (sample.path, sample.query) = (samplePath, query)
    return sample
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
