import TestSupport

// Models use few words, so that calls often match or nearly match.
extension SpecModel {
  static func random(_ generator: inout SeededGenerator) -> SpecModel {
    var model = SpecModel(requests: generator.some(4...16, Request.random))
    for index in model.requests.indices { model.requests[index].name = "R\(index)" }
    if generator.once(in: 2) { model.collections = generator.some(1...2, Collection.random) }
    for index in model.collections.indices { model.collections[index].name = "C\(index)" }
    return model
  }
}

extension SpecModel.Collection {
  fileprivate static func random(_ generator: inout SeededGenerator) -> Self {
    let last = SpecModel.Segment.literal(generator.pick(["a", "b", "a%2Fb"]))
    return Self(name: "", path: generator.once(in: 3) ? [.capture("p0"), last] : [last])
  }
}

extension SpecModel.Request {
  fileprivate static func random(_ generator: inout SeededGenerator) -> Self {
    var request = alternative(&generator)
    if generator.once(in: 5) { request.priority = generator.pick([-1, 1, 2]) }
    request.isEnabled = !generator.once(in: 8)
    if generator.once(in: 5) { request.when = generator.pick([["on"], ["off"], ["off", "on"]]) }
    if generator.once(in: 4) { request.others = generator.some(1...2, alternative) }
    return request
  }

  private static func alternative(_ generator: inout SeededGenerator) -> Self {
    var request = Self(name: "")
    if generator.once(in: 2) {
      request.methods = generator.pick([["GET"], ["POST"], ["GET", "HEAD"], ["HEAD"], ["BREW"]])
    }
    if generator.once(in: 6) { request.scheme = generator.pick(["http", "https"]) }
    if generator.once(in: 4) { request.host = generator.pick(["a.com", "b.a.com", "*.a.com", "*.b.a.com"]) }
    if generator.once(in: 8) { request.port = generator.pick([80, 443, 8080]) }
    if !generator.once(in: 8) { request.path = path(&generator) }
    let captures = (request.path ?? []).compactMap { if case .capture(let name) = $0 { name } else { nil } }
    request.params = captures.filter { _ in generator.once(in: 3) }.map { .random($0, &generator) }
    if generator.once(in: 3) { request.query = rules(["x", "y"], &generator, mayRepeat: true) }
    request.hasExactQuery = generator.once(in: 6)
    if generator.once(in: 5) { request.headers = rules(["X-One", "x-two"], &generator) }
    if generator.once(in: 6) { request.cookies = rules(["sid", "theme"], &generator) }
    if generator.once(in: 4) { request.body = .random(&generator) }
    return request
  }

  private static func path(_ generator: inout SeededGenerator) -> [SpecModel.Segment] {
    var hasRest = false
    return (0..<Int.random(in: 1...4, using: &generator)).map { place -> SpecModel.Segment in
      switch Int.random(in: 0..<11, using: &generator) {
      case 0: return .wildcard
      case 1, 2: return .capture("p\(place)")
      case 3 where !hasRest:
        hasRest = true
        return .rest
      default: return .literal(generator.pick(["a", "a", "a", "b", "A", "%61", "a%2Fb", "", "caf%C3%A9", "a%20b"]))
      }
    }
  }

  private static func rules(
    _ names: [String], _ generator: inout SeededGenerator, mayRepeat: Bool = false
  ) -> [SpecModel.Rule] {
    names.filter { _ in generator.once(in: 2) }.map { .random($0, &generator, mayRepeat: mayRepeat) }
  }
}

extension SpecModel.Rule {
  /// - Parameter mayRepeat: Whether the name can have several values, each with its own matcher.
  fileprivate static func random(
    _ name: String, _ generator: inout SeededGenerator, mayRepeat: Bool = false
  ) -> Self {
    let count = mayRepeat && generator.once(in: 4) ? 2 : 1
    return Self(name: name, matchers: generator.some(count...count) { .random(&$0) })
  }
}

extension SpecModel.Matcher {
  fileprivate static func random(_ generator: inout SeededGenerator) -> Self {
    if generator.once(in: 6) { return Self(operators: [], isPresent: generator.once(in: 2)) }
    var matcher = Self(operators: [.random(&generator)], ignoresCase: generator.once(in: 4))
    if generator.once(in: 6) { matcher.not = [Self(operators: [.random(&generator)])] }
    return matcher
  }
}

extension SpecModel.Operator {
  fileprivate static func random(_ generator: inout SeededGenerator) -> Self {
    let text = generator.pick(Words.values)
    return switch Int.random(in: 0..<10, using: &generator) {
    case 0: .contains(text)
    case 1: .startsWith(text)
    case 2: .endsWith(text)
    case 3: .oneOf([text, generator.pick(Words.values)])
    case 4, 5:
      .number(generator.pick(["above", "below", "atLeast", "atMost"]), Int.random(in: 0...2, using: &generator))
    case 6: .time(generator.pick(["after", "before"]), generator.pick(Words.times))
    default: .equals(text)
    }
  }
}

extension SpecModel.Body {
  fileprivate static func random(_ generator: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: .form([.random("x", &generator, mayRepeat: true)])
    case 3: .paths([.random(generator.pick(JSONPathModel.allCases).rawValue, &generator, mayRepeat: true)])
    case 1: .text(.random(&generator))
    case 2: .jsonEquals(.random(&generator, depth: 0))
    default: .json(.random(&generator, depth: 0))
    }
  }
}

extension JSONModel {
  fileprivate static func random(_ generator: inout SeededGenerator, depth: Int) -> JSONModel {
    switch Int.random(in: 0..<(depth < 2 ? 9 : 5), using: &generator) {
    case 0: .null
    case 1: .bool(generator.once(in: 2))
    case 2: .number(Int.random(in: 0...1, using: &generator))
    case 3, 4: .string(generator.pick(Words.values))
    case 5: .array(generator.some(0...2) { .random(&$0, depth: depth + 1) })
    default:
      .object(["a", "b"].filter { _ in !generator.once(in: 3) }.map { ($0, .random(&generator, depth: depth + 1)) })
    }
  }
}

private enum Words {
  static let values = ["1", "one", "One", "o", "é", times[0]]
  static let times = ["2026-01-31T09:30:00Z", "2026-01-31T09:30:01Z"]
}

extension RequestModel {
  static func random(_ generator: inout SeededGenerator) -> RequestModel {
    var request = RequestModel()
    request.method = generator.pick(["GET", "GET", "GET", "POST", "HEAD", "BREW"])
    if generator.once(in: 4) { request.scheme = "http" }
    request.host = generator.pick(["a.com", "a.com", "b.a.com", "c.b.a.com", "xa.com"])
    if generator.once(in: 5) { request.port = generator.pick([80, 443, 8080]) }
    let segments = ["a", "a", "a", "a", "a", "b", "A", "%61", "a%2fb", "", "caf%c3%a9", "a%20b", ".", "..", "%2E"]
    request.path = "/" + generator.some(1...4) { $0.pick(segments) }.joined(separator: "/")
    if generator.once(in: 2) { request.query = pairs(&generator) }
    for name in ["x-one", "X-Two", "X-Two"] where generator.once(in: 3) {
      request.fields.append((name, generator.pick(Words.values)))
    }
    if generator.once(in: 3) {
      let cookies = generator.some(1...2) { $0.pick(["sid", "theme"]) + "=" + $0.pick(Words.values) }
      request.fields.append(("Cookie", cookies.joined(separator: "; ")))
    }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0, 1: request.body = .json(.random(&generator, depth: 0))
    case 2: request.body = .text(pairs(&generator))
    default: break
    }
    return request
  }

  private static func pairs(_ generator: inout SeededGenerator) -> String {
    generator.some(1...3) { $0.pick(["x", "y"]) + "=" + $0.pick(["1", "one", "One", "%C3%A9", "o+o"]) }
      .joined(separator: "&")
  }
}
