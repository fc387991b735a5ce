import MockSpecDiagnostics

/// The first part of a name of a template. All names of values are listed here; `TemplateScope` looks them up.
enum TemplateRoot: String, CaseIterable {
  case request, now, uuid
  /// The items of collections, and what an operation on them answers.
  case page, item, problem, collections
  /// The message that a message over a WebSocket answers.
  case message

  /// The names that can follow.
  enum Parts {
    case none, any
    case known([String])
  }

  var parts: Parts {
    switch self {
    case .request: .known(["method", "url", "path", "query", "headers", "cookies", "form", "json", "body"])
    case .now, .uuid: .none
    case .message: .known(["text", "json"])
    case .page: .known(["items", "total", "number", "count", "limit"])
    case .problem: .known(["title", "status", "detail", "errors"])
    case .item, .collections: .any
    }
  }

  /// Where the name has a value; `nil` if it has one everywhere.
  var home: String? {
    switch self {
    case .request, .now, .uuid, .collections: nil
    case .page: "only 'OK' of a collection's 'list' has a page"
    case .item: "only built-in responses of a collection with an item have it, such as 'OK' of 'get' and 'Created'"
    case .problem: "only built-in errors of a collection have a problem, such as 'Not Found'"
    case .message: "only 'send' of 'websocket' has it, beside 'receive'"
    }
  }

  /// Whether the value is made of items.
  var isOfItems: Bool {
    switch self {
    case .request, .now, .uuid, .message: false
    case .page, .item, .problem, .collections: true
    }
  }

  /// The names that tools show for completion and suggestions, with those of generators.
  static let names = allCases.map(\.rawValue) + TemplateGenerator.all.map(\.name)
}

extension Template.Name {
  /// What the name begins with; `nil` for a member of a section's value, or an unknown name.
  var root: TemplateRoot? { parts.first.flatMap(TemplateRoot.init) }
}

extension Template {
  /// The names that never have a value, each with its unknown part and the known names for this part.
  ///
  /// Names inside sections aren't included, since they can be members of the call's JSON.
  var unknownNames: [(name: Name, word: String, known: [String])] {
    outerNames.compactMap { name in Self.problem(with: name).map { (name, $0.word, $0.known) } }
  }

  /// The names outside of sections, with those of the outermost sections.
  var outerNames: [Name] {
    var found: [Name] = []
    var index = 0
    while index < tokens.count {
      switch tokens[index] {
      case .variable(let name, _): found.append(name)
      case .section(let name, _, let end):
        found.append(name)
        index = end
      case .text, .sectionEnd: break
      }
      index += 1
    }
    return found
  }

  /// The first parts of names whose values are made of items. Those in sections count, too.
  var itemRoots: Set<TemplateRoot> {
    var found: Set<TemplateRoot> = []
    for name in names {
      if name.generator == nil, let root = name.root, root.isOfItems { found.insert(root) }
    }
    return found
  }

  private static func problem(with name: Name) -> (word: String, known: [String])? {
    if name.generator != nil { return nil }
    let first = name.parts.first ?? "."
    guard let root = TemplateRoot(rawValue: first) else { return (first, TemplateRoot.names) }
    guard name.parts.count > 1 else { return nil }
    switch root.parts {
    case .none: return (name.text, TemplateRoot.names)
    case .any: return nil
    case .known(let parts): return parts.contains(name.parts[1]) ? nil : (name.parts[1], parts)
    }
  }

  /// Returns whether a tag's content has a value in templates: `now`, `uuid`, a name that starts with `request`, `page` or
  /// `collections`, or a generator, perhaps with filters.
  ///
  /// - Parameter isOfMessage: Whether a name that starts with `message` counts, too.
  static func isVariable(_ content: String, isOfMessage: Bool = false) -> Bool {
    var name = Substring(content.prefix { $0 != "|" && $0 != "(" })
    while name.last == " " { name.removeLast() }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let root = TemplateRoot(rawValue: String(parts[0])) else {
      return TemplateGenerator.groups.contains(String(parts[0])) && TemplateGenerator.all.contains { $0.name == name }
    }
    if root == .message, !isOfMessage { return false }
    // A name in brackets can follow.
    let second = parts.count > 1 ? String(parts[1].prefix { $0 != "[" }) : nil
    return switch root.parts {
    case .none: second == nil
    case .known(let known): second.map(known.contains) == true && !parts.contains("")
    // A word such as `item` is more likely a text.
    case .any: root == .collections && second?.isEmpty == false && !parts.contains("")
    }
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
    if text.utf8.count > 100 { return nil }
    if let name = requestName(meantBy: text) { return "write {{\(name)}}" }
    if text.hasPrefix("request.") { return nil }
    let plain = text.lowercased()
    if ["guid", "uuid"].contains(where: plain.contains) { return "write {{uuid}}" }
    let word = String(plain.drop { $0 == "$" }.prefix { $0.isLetter })
    switch word {
    case "now", "timestamp", "isotimestamp", "date", "datetime":
      return "write {{now}}, the time as in 2026-01-31T12:00:00Z, or {{now | date: unix}}"
    case "each", "if", "with", "unless", "for":
      let name = String(Substring(text.drop { $0 != " " }).withoutBlanks)
      guard isVariable(name), !name.contains(" ") else {
        return "write {{#x}}…{{/x}}, which repeats for lists, or {{^x}}…{{/x}} if there is no x"
      }
      let mark = word == "unless" ? "^" : "#"
      return "write {{\(mark)\(name)}}…{{/\(name)}}"
    case _ where word.hasPrefix("randomint"), _ where word.hasPrefix("randomvalue") && plain.contains("numeric"),
      _ where word.hasPrefix("fake") && plain.contains("number") && !plain.contains("phone"):
      let bounds = plain.split { !"-0123456789".contains($0) }.compactMap { Int($0) }
      return "write {{random.int(\(bounds.first ?? 0), \(bounds.count > 1 ? bounds[1] : 1000))}}"
    case "state", "states": return "templates don't read states: write a response for each value, with 'when'"
    case _ where word.hasPrefix("random") || word.hasPrefix("fake"):
      return "write {{\(TemplateGenerator.similar(to: text)?.usage ?? "random.text(8)")}}, or another generator"
    default: return nil
    }
  }

  /// Returns the name for a part of the call that other tools name otherwise, such as `request.params.id` or
  /// `urlParam 'id'`; `nil` for other names.
  private static func requestName(meantBy text: String) -> String? {
    let words = text.split { ". '\"[]()".contains($0) }.drop { $0 == "request" || $0 == "req" }
    guard let first = words.first, words.count <= 2, first.allSatisfy(\.isLetter) else { return nil }
    let part =
      switch first.lowercased() {
      case "params", "pathparams", "pathparameters", "urlparam", "pathparam", "pathsegments": "path"
      case "query", "queryparam", "queryparams": "query"
      case "headers", "header": "headers"
      case "cookies", "cookie": "cookies"
      case "method", "url", "path", "body", "json", "form": String(first.lowercased())
      default: ""
      }
    if part.isEmpty { return nil }
    guard words.count == 2, let name = words.last else { return "request.\(part)" }
    if part == "body" { return "request.json.\(name)" }
    // A number is the place of a segment, whose name isn't known.
    return "request.\(part).\(name.allSatisfy(\.isNumber) ? "NAME" : name)"
  }
}
