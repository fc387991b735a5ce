import MockSpecDiagnostics

extension SpecWriter {
  mutating func write(_ match: MatchDraft) {
    if let short = match.asWritten ?? match.short { return text.string(short) }
    object { spec in
      for key in MatchKey.allCases {
        let name = key.rawValue
        switch key {
        case .method: spec.member(name, match.methods) { $0.write($1) }
        case .scheme: spec.member(name, match.scheme) { $0.text.string($1) }
        case .host: spec.member(name, match.host) { $0.text.string($1) }
        case .port: spec.member(name, match.port) { $0.text.raw(String($1)) }
        case .path: spec.member(name, match.path) { $0.text.string($1) }
        case .params: spec.write(name, "param", match.params)
        case .query: spec.write(name, "query", match.query)
        case .exactQuery: spec.member(name, match.exactQuery) { $0.text.raw($1 ? "true" : "false") }
        case .headers: spec.write(name, "header", match.headers)
        case .cookies: spec.write(name, "cookie", match.cookies)
        case .body: spec.part("body") { $0.member(name, match.body) { $0.write($1) } }
        }
      }
    }
  }

  /// Writes conditions by name, unless there are none.
  private mutating func write(_ key: String, _ noun: String, _ conditions: [ConditionDraft]) {
    if conditions.isEmpty { return }
    member(key) { spec in
      spec.object { spec in
        for condition in conditions {
          spec.part("\(noun) '\(condition.name)'") { spec in
            spec.member(condition.name, condition.conditions) { spec, conditions in
              if conditions.count == 1 { return spec.write(conditions[0]) }
              spec.list(conditions) { $0.write($1) }
            }
          }
        }
      }
    }
  }

  private mutating func write(_ condition: ValueCondition) {
    if let plain = condition.plain { text.string(plain) } else { write(operatorsOf: condition) }
  }

  private mutating func write(operatorsOf condition: ValueCondition) {
    object { spec in
      for item in condition.operators {
        switch item.operand {
        case .text(let operand): spec.text.member(item.name, operand)
        case .texts(let operands): spec.text.member(item.name, operands)
        case .number(let number): spec.member(item.name) { $0.text.raw(number) }
        case .flag(let flag): spec.text.member(item.name, flag)
        // After `not`, a text isn't allowed.
        case .condition(let inner): spec.member(item.name) { $0.write(operatorsOf: inner) }
        }
      }
    }
  }

  private mutating func write(_ body: BodyDraft) {
    object { spec in
      func json(_ key: BodyMatcherKey, _ json: SpecDraft.JSON) {
        spec.text.key(key.rawValue)
        spec.text.raw(json.bytes)
      }
      switch body {
      case .json(let value): json(.json, value)
      case .jsonEquals(let value): json(.jsonEquals, value)
      case .pointers(let conditions): spec.write(BodyMatcherKey.pointers.rawValue, "pointer", conditions)
      case .paths(let conditions): spec.write(BodyMatcherKey.paths.rawValue, "JSONPath", conditions)
      case .schema(let value): json(.schema, value)
      case .schemaFile(let path): spec.text.member(BodyMatcherKey.schema.rawValue, path)
      case .form(let conditions): spec.write(BodyMatcherKey.form.rawValue, "form field", conditions)
      case .multipart(let conditions): spec.write(BodyMatcherKey.multipart.rawValue, "part", conditions)
      case .graphQL(let name, let variables):
        spec.member(BodyMatcherKey.graphql.rawValue) { spec in
          spec.object { spec in
            if let name { spec.text.member(GraphQLKey.operationName.rawValue, name) }
            guard let variables else { return }
            spec.text.key(GraphQLKey.variables.rawValue)
            spec.text.raw(variables.bytes)
          }
        }
      case .text(let condition): spec.member(BodyMatcherKey.text.rawValue) { $0.write(condition) }
      }
    }
  }
}

extension ValueCondition {
  /// The text of a condition that only compares it.
  fileprivate var plain: String? {
    guard operators.count == 1, operators[0].name == ValueMatcherKey.equals.rawValue,
      case .text(let text) = operators[0].operand
    else { return nil }
    return text
  }
}

extension MatchDraft {
  /// The short form, `[METHOD] [[scheme:]//host[:port]]/path[?query]`; `nil` if there is none that is read as the same
  /// conditions.
  fileprivate var short: String? {
    guard params.isEmpty, headers.isEmpty, cookies.isEmpty, exactQuery == .inherited, body == .inherited,
      let path = path.value, let authority = shortAuthority, let query = shortQuery
    else { return nil }
    var method = ""
    switch methods {
    case .inherited: break
    case .set(let names) where names.count == 1 && Self.isMethod(names[0]): method = names[0] + " "
    case .set, .removed: return nil
    }
    if path == MockCall.asterisk { return method == "OPTIONS " && authority + query == "" ? method + path : nil }
    // After a host, two slashes are the start of a path; without one, they are followed by a host.
    guard path.hasPrefix("/"), !authority.isEmpty || !path.hasPrefix("//"),
      path.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    else { return nil }
    return method + authority + path + query
  }

  /// `[[scheme:]//host[:port]]`; `nil` if the parts can't be in a short form.
  private var shortAuthority: String? {
    guard let host = host.value else {
      return self.host == .inherited && scheme == .inherited && port == .inherited ? "" : nil
    }
    var text = "//" + host
    switch port {
    case .inherited: break
    case .set(let port) where (1...65535).contains(port): text += ":\(port)"
    case .set, .removed: return nil
    }
    // An IPv6 address without brackets would be read as a host with a port.
    guard Authority(text.dropFirst(2)) == Authority(host: host, port: port.value) else { return nil }
    switch scheme {
    case .inherited: return text
    case .set(let scheme) where Self.isScheme(scheme): return scheme + ":" + text
    case .set, .removed: return nil
    }
  }

  /// `[?query]`, if there are only a few texts that need no encoding; `nil` otherwise.
  private var shortQuery: String? {
    var pairs: [String] = []
    for condition in query {
      guard case .set(let conditions) = condition.conditions, conditions.count == 1, let text = conditions[0].plain,
        Self.isUnreserved(condition.name), Self.isUnreserved(text), pairs.count < Self.maxPairs
      else { return nil }
      pairs.append("\(condition.name)=\(text)")
    }
    return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
  }

  private static let maxPairs = 3

  /// Returns whether a text isn't empty and is the same when it is percent-encoded (RFC 3986 §2.3).
  private static func isUnreserved(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || "-._~".utf8.contains($0)
      }
  }

  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, first &- 0x61 < 26 else { return false }
    return text.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || "+.-".utf8.contains($0) }
  }

  /// Returns whether a text is a method that a spec can have.
  static func isMethod(_ text: String) -> Bool {
    guard let first = text.utf8.first, first &- 0x41 < 26 else { return false }
    return text.utf8.allSatisfy { $0 &- 0x41 < 26 || $0 &- 0x30 < 10 || $0 == 0x5F || $0 == 0x2D }
  }
}
