import MockSpec
import MockSpecSchema

/// A key of `paths`, such as `/reports/{id}.csv`, as conditions of a request.
struct OpenAPIPath {
  private(set) var match = MatchDraft()
  /// A call that meets the conditions.
  private(set) var sample = SampleCall()
  private(set) var hasUnknownFragment = false

  /// A parameter of an operation that isn't the only one of its path.
  struct Parameter {
    var name: String
    var place: String
    /// The only value.
    var value: String?
    var isRequired: Bool
  }

  /// The maximum length of a path, since its segments are compared with patterns.
  private static let lengthLimit = 4000

  /// - Parameters:
  ///   - key: The key, which can have a query and a fragment.
  ///   - parameters: The parameters that tell the operation from others of the path. Those that are required become conditions.
  /// - Returns: `nil` if the path is too long, or has a dot segment.
  init?(_ key: String, of method: String, at server: OpenAPIServer, _ parameters: [Parameter]) {
    guard key.utf8.count + server.path.utf8.count <= Self.lengthLimit,
      // Clients remove them (RFC 3986 §5.2.4).
      !(server.path + "/" + key).split(separator: "/").contains(where: { [".", ".."].contains($0) })
    else { return nil }
    match.methods = .set([method])
    sample.method = method
    if let host = server.host {
      match.host = .set(host)
      (sample.scheme, sample.host, sample.port) = (server.scheme ?? "https", host, server.port)
      if let scheme = server.scheme { match.scheme = .set(scheme) }
      if let port = server.port { match.port = .set(port) }
    }
    // `{?page,limit}` and `{&page}` are optional parameters.
    let text = key.replacing(#/\{[?&][^{}]*\}/#, with: "")
    let withoutFragment = text.prefix { $0 != "#" }
    let path = withoutFragment.prefix { $0 != "?" }
    readPath(server.path + (path.hasPrefix("/") || path.isEmpty ? path : "/" + path))
    readQuery(withoutFragment.dropFirst(path.count + 1))
    for parameter in parameters where parameter.isRequired && parameter.place == "query" {
      add(parameter.name, parameter.value, to: \.query, \.query)
    }
    readFragment(text.dropFirst(withoutFragment.count + 1), parameters)
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
      add(name, value.contains("{") || value.isEmpty ? nil : value, to: \.query, \.query)
    }
  }

  /// Adds a condition: a value, or that there is one.
  private mutating func add(
    _ name: String, _ value: String?, to part: WritableKeyPath<MatchDraft, [ConditionDraft]>,
    _ sampled: WritableKeyPath<SampleCall, [(name: String, value: String)]>
  ) {
    match[keyPath: part].add([(name, [value.map { .equals($0) } ?? .present])])
    sample[keyPath: sampled].append((name, value ?? "1"))
  }

  /// Reads a fragment such as `X-Amz-Target=Service.Action`, the value of a header.
  private mutating func readFragment(_ text: Substring, _ parameters: [Parameter]) {
    let name = text.prefix { $0 != "=" }.lowercased()
    let header = parameters.last { $0.place == "header" && $0.name.lowercased() == name }
    if let header, let value = header.value {
      add(header.name, value, to: \.headers, \.headers)
    } else {
      hasUnknownFragment = !text.isEmpty
    }
  }
}
