extension SpecModel {
  /// A spec file.
  var json: String {
    let requests = requests.map { ($0.name, $0.json) }
    let collections = collections.map { collection in
      let path = "/" + collection.path.map(\.text).joined(separator: "/")
      return (collection.name, JSONModel.object([("path", .string(path)), ("items", .array([]))]))
    }
    let values = Self.state.values.map(JSONModel.string)
    var entries: [(String, JSONModel)] = [
      ("mockspec", .number(1)), ("states", .object([(Self.state.name, .array(values))])),
      ("requests", .object(requests)),
    ]
    if !collections.isEmpty { entries.append(("collections", .object(collections))) }
    return JSONModel.object(entries).text
  }
}

extension SpecModel.Request {
  fileprivate var json: JSONModel {
    let condition = when.map { ("when", JSONModel.object([(SpecModel.state.name, .array($0.map(JSONModel.string)))])) }
    return .object(
      [
        ("match", others.isEmpty ? match : .array(([self] + others).map(\.match))), ("priority", .number(priority)),
        ("enabled", .bool(isEnabled)), ("responses", .object([("R", .object([]))])),
      ] + [condition].compactMap(\.self))
  }

  private var match: JSONModel {
    var match: [(String, JSONModel)] = []
    if !methods.isEmpty { match.append(("method", .array(methods.map { .string($0) }))) }
    if let scheme { match.append(("scheme", .string(scheme))) }
    if let host { match.append(("host", .string(host))) }
    if let port { match.append(("port", .number(port))) }
    if let path { match.append(("path", .string("/" + path.map(\.text).joined(separator: "/")))) }
    for (key, rules) in [("params", params), ("query", query), ("headers", headers), ("cookies", cookies)]
    where !rules.isEmpty { match.append((key, rules.json)) }
    if hasExactQuery { match.append(("exactQuery", .bool(true))) }
    if let body { match.append(("body", body.json)) }
    return .object(match)
  }
}

extension SpecModel.Segment {
  var text: String {
    switch self {
    case .literal(let text): text
    case .wildcard: "*"
    case .capture(let name): "{\(name)}"
    case .rest: "**"
    }
  }
}

extension [SpecModel.Rule] {
  fileprivate var json: JSONModel {
    .object(map { ($0.name, $0.matchers.count == 1 ? $0.matchers[0].json : .array($0.matchers.map(\.json))) })
  }
}

extension SpecModel.Matcher {
  fileprivate var json: JSONModel {
    var entries: [(String, JSONModel)] = operators.map(\.json)
    if ignoresCase { entries.append(("ignoreCase", .bool(true))) }
    if let isPresent { entries.append(("present", .bool(isPresent))) }
    if let not = not.first { entries.append(("not", not.json)) }
    return .object(entries)
  }
}

extension SpecModel.Operator {
  fileprivate var json: (String, JSONModel) {
    switch self {
    case .equals(let text): ("equals", .string(text))
    case .contains(let text): ("contains", .string(text))
    case .startsWith(let text): ("startsWith", .string(text))
    case .endsWith(let text): ("endsWith", .string(text))
    case .oneOf(let texts): ("oneOf", .array(texts.map { .string($0) }))
    case .number(let key, let bound): (key, .number(bound))
    case .time(let key, let time): (key, .string(time))
    }
  }
}

extension SpecModel.Body {
  fileprivate var json: JSONModel {
    switch self {
    case .json(let value): .object([("json", value)])
    case .jsonEquals(let value): .object([("jsonEquals", value)])
    case .paths(let rules): .object([("paths", rules.json)])
    case .form(let rules): .object([("form", rules.json)])
    case .text(let matcher): .object([("text", matcher.json)])
    }
  }
}

extension JSONModel {
  /// Names and texts of models don't contain characters that need escapes.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let entries): "{" + entries.map { "\"\($0.key)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }
}
