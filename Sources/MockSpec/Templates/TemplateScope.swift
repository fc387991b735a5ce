import HTTPTypes
import MockSpecDocument

/// The values that a template can use. Each part of the call is parsed when it is first used.
struct TemplateScope {
  private var parsed: ParsedCall
  /// The path pattern of the mocked request, which matches the call's path.
  private let path: PathPattern?
  private let environment: EngineEnvironment
  /// The current time. It is the same for all tags of a reply.
  private lazy var now = environment.timestamp
  /// The values of names that start with `request`, since repeated sections look up the same names.
  private var known: [String: TemplateValue?] = [:]
  /// The number of keys and elements of the call's JSON that were compared.
  private(set) var comparisons = 0

  init(_ parsed: ParsedCall, path: PathPattern?, _ environment: EngineEnvironment) {
    self.parsed = parsed
    self.path = path
    self.environment = environment
  }

  /// Returns the value of a name; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: The name. Its first part is looked up in the values of the sections, from the inside out, and then in
  ///     this scope.
  ///   - stack: The values of the sections around the tag, the outermost first.
  mutating func value(of name: Template.Name, in stack: [TemplateValue]) -> TemplateValue? {
    guard let first = name.parts.first else { return stack.last }
    for value in stack.reversed() {
      if let member = value.member(first, &comparisons) { return descend(name.parts.dropFirst(), from: member) }
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
    // The names of fields and parameters can contain dots.
    let name = parts.count > 1 ? parts.dropFirst().joined(separator: ".") : nil
    let raw = parsed.call
    if raw.unkeptBodySize != nil, ["body", "form", "json"].contains(part) { return nil }
    switch (part, name) {
    case ("method", nil): return .text(raw.method)
    case ("url", nil): return .text(raw.url)
    case ("body", nil): return .text(String(decoding: parsed.body, as: UTF8.self))
    case ("path", nil): return .group(text: raw.path, isEmpty: false)
    case ("path", let name?): return path?.parameters(in: parsed.path)[name].map(TemplateValue.text)
    case ("query", nil): return .group(text: raw.query ?? "", isEmpty: parsed.query.isEmpty)
    case ("query", let name?): return parsed.query[ExactText(name)].map(TemplateValue.texts)
    case ("headers", nil): return .group(text: nil, isEmpty: raw.fields.isEmpty)
    case ("headers", let name?): return parsed.header(name).first.map(TemplateValue.text)
    case ("cookies", nil): return .group(text: nil, isEmpty: parsed.cookies.isEmpty)
    case ("cookies", let name?): return parsed.cookies[ExactText(name)].map(TemplateValue.texts)
    case ("form", nil): return .group(text: nil, isEmpty: parsed.form.isEmpty)
    case ("form", let name?): return parsed.form[ExactText(name)].map(TemplateValue.texts)
    case ("json", _): return parsed.json.flatMap { descend(parts.dropFirst(), from: .json($0)) }
    default: return nil
    }
  }

  private mutating func descend(_ parts: ArraySlice<String>, from value: TemplateValue) -> TemplateValue? {
    var value = value
    for part in parts {
      guard let member = value.member(part, &comparisons) else { return nil }
      value = member
    }
    return value
  }
}

extension Template {
  private static let roots = ["request", "now", "uuid"]
  private static let requestParts = ["method", "url", "path", "query", "headers", "cookies", "form", "json", "body"]

  /// The names that never have a value, each with its unknown part and the known names for this part.
  ///
  /// Names inside sections aren't included, since they can be members of the call's JSON.
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

  /// Returns whether a name, as written in a tag, has a value in templates: `now`, `uuid`, or a name that starts with
  /// `request`.
  static func isVariable(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 1 { return name == "now" || name == "uuid" }
    return parts[0] == "request" && requestParts.contains(String(parts[1])) && !parts.contains("")
  }

  /// Returns a name in the notation of templates: `request.json.items.0.id` for `request.json.items[0].id`, Handlebars'
  /// `request.json.items.[0].id` and JavaScript's `request.json['items'][0].id`; `nil` if it has no brackets, or if it is no name
  /// of a value.
  static func dotted(_ text: String) -> String? {
    guard text.contains("[") else { return nil }
    let parts = text.split { ".[]'\"".contains($0) }.map(String.init)
    let name = parts.joined(separator: ".")
    let isName = name.unicodeScalars.allSatisfy { !" \t\r\n{}()|,*?:@$".unicodeScalars.contains($0) }
    return isName && isVariable(name) && parts.count > 2 ? name : nil
  }

  /// Returns advice on replacing a name or a helper of another tool, such as Postman's `$guid` or Mockoon's `faker
  /// 'string.uuid'`.
  static func advice(on text: String) -> String? {
    if text.utf8.count > 100 || text.hasPrefix("request.") { return nil }
    let text = text.lowercased()
    if ["guid", "uuid"].contains(where: text.contains) { return "write {{uuid}}" }
    let word = text.drop { $0 == "$" }.prefix { $0.isLetter }
    if ["now", "timestamp", "isotimestamp", "date", "datetime"].contains(String(word)) {
      return "write {{now}}, the time as in 2026-01-31T12:00:00Z"
    }
    return word.hasPrefix("random") || word.hasPrefix("faker")
      ? "write the text itself: templates have no random values" : nil
  }

  private static func problem(with name: Name) -> (word: String, known: [String])? {
    let root = name.parts.first ?? "."
    guard roots.contains(root) else { return (root, roots) }
    guard root == "request" else { return name.parts.count > 1 ? (name.text, roots) : nil }
    guard name.parts.count > 1 else { return nil }
    return requestParts.contains(name.parts[1]) ? nil : (name.parts[1], requestParts)
  }
}
