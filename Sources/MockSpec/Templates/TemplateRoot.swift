import MockSpecDiagnostics

/// The first part of a name of a template. All names of values are listed here; `TemplateScope` looks them up.
enum TemplateRoot: String, CaseIterable {
  case request, now, uuid

  /// The names that can follow; `nil` if none can.
  var parts: [String]? {
    switch self {
    case .request: ["method", "url", "path", "query", "headers", "cookies", "form", "json", "body"]
    case .now, .uuid: nil
    }
  }

  /// The names that tools show for completion and suggestions, with those of generators.
  static let names = allCases.map(\.rawValue) + TemplateGenerator.all.map(\.name)
}

extension Template {
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

  private static func problem(with name: Name) -> (word: String, known: [String])? {
    if name.generator != nil { return nil }
    let first = name.parts.first ?? "."
    guard let root = TemplateRoot(rawValue: first) else { return (first, TemplateRoot.names) }
    guard name.parts.count > 1 else { return nil }
    guard let parts = root.parts else { return (name.text, TemplateRoot.names) }
    return parts.contains(name.parts[1]) ? nil : (name.parts[1], parts)
  }

  /// Returns whether a tag's content has a value in templates: `now`, `uuid`, a name that starts with `request`, or a
  /// generator, perhaps with filters.
  static func isVariable(_ content: String) -> Bool {
    var name = Substring(content.prefix { $0 != "|" && $0 != "(" })
    while name.last == " " { name.removeLast() }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let root = TemplateRoot(rawValue: String(parts[0])) else {
      return TemplateGenerator.groups.contains(String(parts[0])) && TemplateGenerator.all.contains { $0.name == name }
    }
    guard parts.count > 1 else { return root.parts == nil }
    // A name in brackets can follow.
    let second = String(parts[1].prefix { $0 != "[" })
    return root.parts?.contains(second) == true && !parts.contains("")
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
    case _ where word.hasPrefix("random") || word.hasPrefix("fake"):
      return "write {{\(TemplateGenerator.similar(to: text)?.usage ?? "random.text(8)")}}, or another generator"
    default: return nil
    }
  }
}
