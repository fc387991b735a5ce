/// A simple implementation of "Which request answers" that tries all requests in order.
///
/// It shares no code with MockSpec and reads models instead of specs.
struct ReferenceEngine {
  private let requests: [SpecModel.Request]

  init(_ model: SpecModel) {
    let written = model.requests.flatMap(\.alternatives)
    let all = written + model.collections.flatMap(\.requests)
    requests = all.enumerated().filter { $0.element.isEnabled && $0.element.matchesInitialState }.sorted {
      left, right in
      let (first, second) = (left.element, right.element)
      if first.priority != second.priority { return first.priority > second.priority }
      let (firstPath, secondPath) = (Self.rank(first.path), Self.rank(second.path))
      if firstPath != secondPath { return firstPath.lexicographicallyPrecedes(secondPath) }
      if Self.hostRank(first) != Self.hostRank(second) { return Self.hostRank(first) < Self.hostRank(second) }
      if first.conditionCount != second.conditionCount { return first.conditionCount > second.conditionCount }
      return left.offset < right.offset
    }.map(\.element)
  }

  func name(matching request: RequestModel) -> String? {
    let segments = PathModel.segments(request.path)
    return requests.first { $0.matches(request, segments) }?.name
  }

  /// The rank of a segment: first a literal, then a wildcard, then the end, then `**`.
  private static func rank(_ path: [SpecModel.Segment]?) -> [Int] {
    (path ?? [.rest]).map { segment in
      switch segment {
      case .literal: 0
      case .wildcard, .capture: 1
      case .rest: 3
      }
    } + [2]
  }

  /// The rank of a host: first an exact one, then a longer wildcard, then any.
  private static func hostRank(_ request: SpecModel.Request) -> Int {
    guard let host = request.host else { return 1000 }
    return host.hasPrefix("*") ? 500 - host.count : 0
  }
}

extension SpecModel.Collection {
  /// Its requests. They follow written ones of the same rank, as they do in the list of all requests.
  fileprivate var requests: [SpecModel.Request] {
    let item = path + [.capture("id")]
    let all = [
      ("list", "GET", path), ("get", "GET", item), ("create", "POST", path), ("replace", "PUT", item),
      ("update", "PATCH", item), ("delete", "DELETE", item),
    ]
    return all.map { SpecModel.Request(name: "\(name) \($0)", methods: [$1], path: $2) }
  }
}

extension SpecModel.Request {
  fileprivate var matchesInitialState: Bool { when?.contains(SpecModel.state.values[0]) ?? true }

  /// The request with each alternative of its `match`.
  fileprivate var alternatives: [SpecModel.Request] {
    [self]
      + others.map { other in
        var request = other
        (request.name, request.priority, request.isEnabled, request.when) = (name, priority, isEnabled, when)
        return request
      }
  }

  fileprivate var conditionCount: Int {
    let line =
      (methods.isEmpty ? 0 : 1) + (methods.contains("HEAD") ? 1 : 0) + (scheme == nil ? 0 : 1) + (port == nil ? 0 : 1)
    let bodyCount =
      switch body {
      case nil: 0
      case .json(.object(let entries)), .jsonEquals(.object(let entries)): max(1, entries.count)
      case .form(let rules), .paths(let rules): max(1, rules.count)
      case .json, .jsonEquals, .text: 1
      }
    return line + (when == nil ? 0 : 1) + params.count + query.count + (hasExactQuery ? 1 : 0) + headers.count
      + cookies.count + bodyCount
  }

  fileprivate func matches(_ request: RequestModel, _ segments: [String]) -> Bool {
    guard let captured = captures(in: segments) else { return false }
    let takesMethod =
      methods.isEmpty || methods.contains(request.method) || (request.method == "HEAD" && methods.contains("GET"))
    return takesMethod
      && (scheme == nil || scheme == request.scheme)
      && (port == nil || port == request.port ?? (request.scheme == "https" ? 443 : 80))
      && takesHost(request.host)
      && params.allSatisfy { $0.isMet(captured[$0.name].map { [$0] } ?? []) }
      && query.allSatisfy { $0.isMet(PairsModel.values($0.name, in: request.query ?? "")) }
      && (!hasExactQuery || PairsModel.names(request.query ?? "").isSubset(of: query.map(\.name)))
      && headers.allSatisfy { $0.isMet(request.header($0.name)) }
      && cookies.allSatisfy { $0.isMet(request.cookies($0.name)) }
      && (body?.isMet(request.body) ?? true)
  }

  private func takesHost(_ found: String) -> Bool {
    guard let host else { return true }
    return host.hasPrefix("*") ? found.hasSuffix(host.dropFirst()) && found.count > host.count - 1 : found == host
  }

  private func captures(in found: [String]) -> [String: String]? {
    guard let path else { return [:] }
    return Self.captures(path[...], found[...])
  }

  private static func captures(_ wanted: ArraySlice<SpecModel.Segment>, _ found: ArraySlice<String>) -> [String:
    String]?
  {
    guard let first = wanted.first else { return found.isEmpty ? [:] : nil }
    if case .rest = first {
      return captures(wanted.dropFirst(), found) ?? (found.isEmpty ? nil : captures(wanted, found.dropFirst()))
    }
    guard let text = found.first, var captured = captures(wanted.dropFirst(), found.dropFirst()) else { return nil }
    switch first {
    case .literal(let literal): return PathModel.decoded(literal) == text ? captured : nil
    case .capture(let name):
      captured[name] = text
      return text.isEmpty ? nil : captured
    case .wildcard: return text.isEmpty ? nil : captured
    case .rest: return nil
    }
  }
}

extension SpecModel.Rule {
  fileprivate func isMet(_ values: [String]) -> Bool { matchers.allSatisfy { $0.isMet(values) } }
}

extension SpecModel.Matcher {
  fileprivate func isMet(_ values: [String]) -> Bool {
    if isPresent == true && values.isEmpty { return false }
    if isPresent == false && !values.isEmpty { return false }
    if not.contains(where: { $0.isMet(values) }) { return false }
    return operators.isEmpty || values.contains { value in operators.allSatisfy { holds($0, for: value) } }
  }

  private func holds(_ condition: SpecModel.Operator, for value: String) -> Bool {
    func fold(_ text: String) -> String { ignoresCase ? text.lowercased() : text }
    let value = fold(value)
    return switch condition {
    case .equals(let text): value == fold(text)
    case .contains(let text): text.isEmpty || value.contains(fold(text))
    case .startsWith(let text): value.hasPrefix(fold(text))
    case .endsWith(let text): value.hasSuffix(fold(text))
    case .oneOf(let texts): texts.contains { fold($0) == value }
    case .number(let key, let bound):
      switch (key, Int(value)) {
      case (_, nil): false
      case ("above", let number?): number > bound
      case ("below", let number?): number < bound
      case ("atLeast", let number?): number >= bound
      case (_, let number?): number <= bound
      }
    // All times have one form, so their order is that of their texts. No other text begins like them.
    case .time(let key, let time):
      value.hasPrefix(time.prefix(5)) && value.count == time.count && value.hasSuffix("z") == ignoresCase
        && (key == "after" ? value.uppercased() > time : value.uppercased() < time)
    }
  }
}

extension SpecModel.Body {
  fileprivate func isMet(_ body: RequestModel.Body) -> Bool {
    switch (self, body) {
    case (.json(let wanted), .json(let found)): wanted.isContained(in: found)
    case (.jsonEquals(let wanted), .json(let found)): wanted == found
    case (.json, .text), (.jsonEquals, .text): false
    case (.paths(let rules), .json(let found)): rules.allSatisfy { $0.isMet(JSONPathModel.values($0.name, in: found)) }
    case (.paths, .text): false
    case (.form(let rules), _): rules.allSatisfy { $0.isMet(PairsModel.values($0.name, in: body.text)) }
    case (.text(let matcher), _): matcher.isMet([body.text])
    }
  }
}

extension JSONModel {
  fileprivate func isContained(in found: JSONModel) -> Bool {
    switch (self, found) {
    case (.object(let wanted), .object(let found)):
      wanted.allSatisfy { entry in found.contains { $0.key == entry.key && entry.value.isContained(in: $0.value) } }
    case (.array(let wanted), .array(let found)):
      wanted.count == found.count && zip(wanted, found).allSatisfy { $0.isContained(in: $1) }
    default: self == found
    }
  }
}

extension RequestModel {
  fileprivate func header(_ name: String) -> [String] {
    let values = fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    return values.isEmpty ? [] : [values.joined(separator: ", ")]
  }

  fileprivate func cookies(_ name: String) -> [String] {
    var values: [String] = []
    for field in fields where field.name == "Cookie" {
      for pair in field.value.split(separator: "; ") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts[0] == name { values.append(parts.count > 1 ? String(parts[1]) : "") }
      }
    }
    return values
  }
}

enum PathModel {
  /// The decoded segments, with `.` and `..` resolved.
  static func segments(_ path: String) -> [String] {
    var kept: [String] = []
    let pieces = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { decoded(String($0)) }
    for (index, piece) in pieces.enumerated() {
      let isLast = index == pieces.count - 1
      switch piece {
      case ".": if isLast { kept.append("") }
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(piece)
      }
    }
    return kept
  }

  /// Decodes the escapes that models contain.
  static func decoded(_ text: String) -> String {
    guard text.contains("%") else { return text }
    return ["%61": "a", "%41": "A", "%2F": "/", "%2f": "/", "%2E": ".", "%20": " ", "%C3%A9": "é", "%c3%a9": "é"]
      .reduce(text) { $0.replacing($1.key, with: $1.value) }
  }
}

enum PairsModel {
  static func values(_ name: String, in text: String) -> [String] {
    text.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
      .filter { decoded($0[0]) == name }.map { $0.count > 1 ? decoded($0[1]) : "" }
  }

  static func names(_ text: String) -> Set<String> {
    Set(text.split(separator: "&").map { decoded($0.prefix { $0 != "=" }) })
  }

  private static func decoded(_ text: Substring) -> String {
    PathModel.decoded(String(text.replacing("+", with: " ")))
  }
}
