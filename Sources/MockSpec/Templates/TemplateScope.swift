import HTTPTypes
import MockSpecDocument

/// All that a template can name. Each part of the request is parsed when it is first asked for, and never before.
struct TemplateScope {
  private var request: ParsedRequest
  /// Of the request in the spec, whose path the request's own matches.
  private let path: PathPattern?
  private let environment: TemplateEnvironment
  /// The same for all of one answer.
  private lazy var now = environment.now
  /// What the request has under a name. Sections may ask for the same one a million times.
  private var known: [String: TemplateValue?] = [:]
  /// How many keys and elements of the request's JSON have been looked at.
  private(set) var looks = 0

  init(_ request: ParsedRequest, path: PathPattern?, _ environment: TemplateEnvironment) {
    self.request = request
    self.path = path
    self.environment = environment
  }

  /// - Parameter stack: What the sections around the tag stand for, outermost first. The first part of a name is looked
  ///   up in them, from the inside out, then here.
  mutating func value(of name: Template.Name, in stack: [TemplateValue]) -> TemplateValue? {
    guard let first = name.parts.first else { return stack.last }
    for value in stack.reversed() {
      if let member = value.member(first, &looks) { return descend(name.parts.dropFirst(), from: member) }
    }
    switch first {
    case "request":
      if let known = known[name.text] { return known }
      let value = requestValue(name.parts.dropFirst())
      known[name.text] = .some(value)
      return value
    case "now" where name.parts.count == 1: return .text(now)
    case "uuid" where name.parts.count == 1: return .text(environment.uuid())
    default: return nil
    }
  }

  private mutating func requestValue(_ parts: ArraySlice<String>) -> TemplateValue? {
    guard let part = parts.first else { return .group(text: nil, isEmpty: false) }
    // Names of fields and parameters may have dots in them.
    let name = parts.count > 1 ? parts.dropFirst().joined(separator: ".") : nil
    let raw = request.request
    switch (part, name) {
    case ("method", nil): return .text(raw.method)
    case ("url", nil): return .text(raw.url)
    case ("body", nil): return .text(String(decoding: raw.body, as: UTF8.self))
    case ("path", nil): return .group(text: raw.path, isEmpty: false)
    case ("path", let name?): return path?.parameters(in: request.path)[name].map(TemplateValue.text)
    case ("query", nil): return .group(text: raw.query ?? "", isEmpty: request.query.isEmpty)
    case ("query", let name?): return request.query[name].map(TemplateValue.texts)
    case ("headers", nil): return .group(text: nil, isEmpty: raw.fields.isEmpty)
    case ("headers", let name?): return request.header(name).first.map(TemplateValue.text)
    case ("cookies", nil): return .group(text: nil, isEmpty: request.cookies.isEmpty)
    case ("cookies", let name?): return request.cookies[name].map(TemplateValue.texts)
    case ("form", nil): return .group(text: nil, isEmpty: request.form.isEmpty)
    case ("form", let name?): return request.form[name].map(TemplateValue.texts)
    case ("json", _): return request.json.flatMap { descend(parts.dropFirst(), from: .json($0)) }
    default: return nil
    }
  }

  private mutating func descend(_ parts: ArraySlice<String>, from value: TemplateValue) -> TemplateValue? {
    var value = value
    for part in parts {
      guard let member = value.member(part, &looks) else { return nil }
      value = member
    }
    return value
  }
}

extension Template {
  private static let roots = ["request", "now", "uuid"]
  private static let requestParts = ["method", "url", "path", "query", "headers", "cookies", "form", "json", "body"]

  /// Those that can never mean anything, each with the word that is wrong and what is known in its place. Inside a
  /// section any name may be one of the request's JSON, so only what stands outside is looked at.
  var unknownNames: [(name: Name, word: String, known: [String])] {
    var found: [(Name, String, [String])] = []
    var index = 0
    while index < tokens.count {
      switch tokens[index] {
      case .variable(let name, _):
        if let (word, known) = Self.problem(with: name) { found.append((name, word, known)) }
      case .section(let name, _, let end):
        if let (word, known) = Self.problem(with: name) { found.append((name, word, known)) }
        index = end
      case .text, .sectionEnd: break
      }
      index += 1
    }
    return found
  }

  private static func problem(with name: Name) -> (word: String, known: [String])? {
    let root = name.parts.first ?? "."
    guard roots.contains(root) else { return (root, roots) }
    guard root == "request" else { return name.parts.count > 1 ? (name.text, roots) : nil }
    guard name.parts.count > 1 else { return nil }
    return requestParts.contains(name.parts[1]) ? nil : (name.parts[1], requestParts)
  }
}
