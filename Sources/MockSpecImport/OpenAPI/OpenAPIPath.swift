import MockSpec
import MockSpecSchema

/// A key of `paths`, such as `/reports/{id}.csv`, as conditions of a request.
struct OpenAPIPath {
  private(set) var match = MatchDraft()
  /// A call that meets the conditions.
  private(set) var sample = SampleCall()
  private(set) var hasUnknownFragment = false

  /// The maximum length of a path, since its segments are compared with patterns.
  private static let lengthLimit = 4000

  /// - Parameters:
  ///   - key: The key, which can have a query and a fragment.
  ///   - headers: The values that the operation requires of its headers, by lower-case name.
  /// - Returns: `nil` if the path is too long.
  init?(_ key: String, of method: String, at server: OpenAPIServer, headers: [String: String]) {
    guard key.utf8.count + server.path.utf8.count <= Self.lengthLimit else { return nil }
    match.methods = .set([method])
    sample.method = method
    if let host = server.host {
      match.host = .set(host)
      (sample.scheme, sample.host, sample.port) = (server.scheme ?? "https", host, server.port)
      if let scheme = server.scheme { match.scheme = .set(scheme) }
      if let port = server.port { match.port = .set(port) }
    }
    // `{?page,limit}` and `{&page}` are optional parameters.
    let text = key.replacing(#/\{[?&][^}]*\}/#, with: "")
    let withoutFragment = text.prefix { $0 != "#" }
    let path = withoutFragment.prefix { $0 != "?" }
    readPath(server.path + (path.hasPrefix("/") || path.isEmpty ? path : "/" + path))
    readQuery(withoutFragment.dropFirst(path.count + 1))
    readFragment(text.dropFirst(withoutFragment.count + 1), headers)
  }

  private mutating func readPath(_ text: String) {
    var used = ImportedNames()
    var part = RegexPath.Part()
    for segment in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let variables = segment.matches(of: #/\{([^{}]*)\}/#)
      guard let first = variables.first else {
        let literal = URLText.segment(segment)
        part.append(literal, literal)
        continue
      }
      // `{proxy+}` and `{+name}` are any segments.
      let isRest = first.1.hasPrefix("+") || first.1.hasSuffix("+") || first.1.hasSuffix("*")
      if first.range == segment.startIndex..<segment.endIndex, isRest, !part.path.contains("**") {
        part.append("**", "1")
        continue
      }
      let name = used.unique(Self.name(first.1), separator: "")
      if first.range == segment.startIndex..<segment.endIndex {
        part.append("{\(name)}", "1")
        continue
      }
      var (pattern, sample, end) = ("^", "", segment.startIndex)
      for variable in variables {
        let literal = PercentText.decode(segment[end..<variable.range.lowerBound])
        pattern += RegexPath.escaped(literal) + ".+"
        sample += SampleCall.encode(literal) + "1"
        end = variable.range.upperBound
      }
      let literal = PercentText.decode(segment[end...])
      pattern += RegexPath.escaped(literal) + "$"
      let condition = ConditionDraft(name: name, conditions: .set([.matches(pattern)]))
      part.append("{\(name)}", sample + SampleCall.encode(literal), condition)
    }
    match.path = .set(part.path.isEmpty ? "/" : part.path)
    match.params = part.params
    sample.path = part.sample.flatMap { $0.isEmpty ? nil : $0 } ?? "/"
  }

  /// Returns the name of a captured segment: ASCII letters, digits and underscores.
  private static func name(_ text: Substring) -> String {
    let name = String(
      decoding: text.utf8.map { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    return name.isEmpty || name.utf8.first! &- 0x30 < 10 ? "p" + name : name
  }

  private mutating func readQuery(_ text: Substring) {
    for (name, value) in QueryText.pairs(String(text)) where !name.contains("{") {
      let isFixed = text.contains("=") && !value.contains("{") && !value.isEmpty
      match.query.add([(name, [isFixed ? .equals(value) : .present])])
      sample.query.append((name, isFixed ? value : "1"))
    }
  }

  /// Reads a fragment such as `X-Amz-Target=Service.Action`, with which descriptions tell operations of one path apart.
  private mutating func readFragment(_ text: Substring, _ headers: [String: String]) {
    guard !text.isEmpty else { return }
    let name = text.prefix { $0 != "=" }
    guard let value = headers[name.lowercased()], text.dropFirst(name.count + 1).isEmpty || text.hasSuffix("=" + value)
    else {
      hasUnknownFragment = true
      return
    }
    match.headers.add([(String(name), [.equals(value)])])
    sample.headers.append((String(name), value))
  }
}
