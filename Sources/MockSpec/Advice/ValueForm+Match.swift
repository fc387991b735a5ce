import MockSpecDiagnostics
import MockSpecDocument

// The parts of URLs and of `match`.
extension ValueForm {
  private static func isMethod(_ text: some StringProtocol) -> Bool { MethodSet.isKnown(text) }

  /// Returns the methods in a text such as `get`, `GET, POST` or `GET|POST`, each once; `nil` for other text.
  static func methods(in text: some StringProtocol) -> [String]? {
    let parts = text.split { ",|/;& ".contains($0) }
    guard text.first != "/", text.last != "/", !text.contains("//"), !parts.isEmpty, parts.allSatisfy({ isMethod($0) })
    else { return nil }
    var known: Set<String> = []
    return parts.map { $0.uppercased() }.filter { known.insert($0).inserted }
  }

  /// `GET`, or `[GET, POST]`.
  static func written(_ methods: [String]) -> String {
    methods.count == 1 ? methods[0] : "[\(methods.joined(separator: ", "))]"
  }

  /// The methods in `method`, or in one element of its list.
  static func method(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    let text = node.text
    if text == "*" || ["any", "all"].contains(text.lowercased()) {
      return ValueForm(help: "remove 'method': without it, any method matches")
    }
    guard let found = methods(in: text) else { return nil }
    let others = site.value.elements.prefix(64).filter { $0.index != node.index }.map(\.text)
    if let form = wholeList(site.value) { return form }
    if !others.isEmpty {
      let new = found.filter { !others.contains($0) }
      if new.isEmpty { return ValueForm(help: "remove it: the list has '\(found[0])' already") }
      return ValueForm(
        help: "write \(new.joined(separator: ", "))",
        fix: isMethod(text) ? replacing(node, text[...], new[0]) : nil)
    }
    let isAlone = site.value.index == node.index
    if found.count == 1 {
      return ValueForm(
        help: isMethod(text) ? "write \(found[0])" : "write method: \(found[0])",
        fix: replacing(node, text[...], found[0]))
    }
    let list = written(found)
    return ValueForm(help: "write a list: method: \(list)", fix: isAlone ? Fix(node.range, list) : nil)
  }

  /// A list in which several methods aren't in capital letters.
  private static func wholeList(_ list: Node) -> ValueForm? {
    let elements = list.elements.prefix(64).map(\.self)
    let names = elements.map { $0.text.uppercased() }
    guard elements.count(where: { $0.text != $0.text.uppercased() }) > 1, elements.allSatisfy({ isMethod($0.text) }),
      Set(names).count == names.count, let first = elements.first, let last = elements.last
    else { return nil }
    let range = SourceRange(
      file: list.range.file, bytes: first.range.bytes.lowerBound..<last.range.bytes.upperBound)
    let isPlain = !range.text.contains { "#&*!".contains($0) }
    return ValueForm(
      help: "write \(written(names))", fix: isPlain ? Fix(range, range.text.uppercased()) : nil, covered: list.range)
  }

  /// Returns the short match that a name is, or the one that it lacks only the method of; `nil` for other names.
  static func shortMatch(inName name: String) -> String? {
    guard name.utf8.count < 200 else { return nil }
    let words = name.split(separator: " ")
    if words.count == 1, name.hasPrefix("/") { return name }
    guard words.count == 2, words[1].hasPrefix("/") else { return nil }
    if isMethod(words[0]) { return "\(words[0].uppercased()) \(words[1])" }
    return words[0] == "location" ? "\(words[1])/**" : nil
  }

  /// Returns the long form of `match` with these methods and a path.
  static func longMatch(_ methods: [String], _ path: some StringProtocol) -> String {
    "match: {method: \(written(methods)), path: \(inFlow(path))}"
  }

  /// Returns several short matches in a text, such as `GET /a, GET /b`, as a list in YAML; `nil` for other text.
  private static func alternatives(in text: String) -> String? {
    let parts = [" or ", " OR ", " and ", " || "].reduce(text) { $0.replacing($1, with: ",") }
      .split { ",;".contains($0) }.map { $0.split(separator: " ") }
    guard parts.count > 1, parts.allSatisfy({ $0.last?.hasPrefix("/") ?? false && ($0.count == 1 || isShort($0)) })
    else { return nil }
    let written = parts.map { inFlow($0.joined(separator: " ")[...]) }
    return "[\(written.joined(separator: ", "))]"
  }

  private static func isShort(_ words: [Substring]) -> Bool { words.count == 2 && isMethod(words[0]) }

  static func shortMatch(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    let text = node.text
    let words = text.split(separator: " ")
    guard let first = words.first, let last = words.last else { return nil }
    if site.level == .request, let list = alternatives(in: text) {
      return ValueForm(help: "write a list: match: \(list)", fix: Fix(node.range, list))
    }
    if let methods = methods(in: text) {
      if let rest = site.restOfMatch {
        let (other, path) = (rest.key.text.split(separator: " ")[0], rest.key.text.split(separator: " ")[1])
        return ValueForm(
          help: "write \(longMatch(methods + (Self.methods(in: other) ?? []).filter { !methods.contains($0) }, path))")
      }
      let path = methods.count == 1 ? ", or add a path: \(methods[0]) /items" : ""
      return ValueForm(help: "write match: {method: \(written(methods))}\(path)")
    }
    if first == "curl" || first.hasPrefix("-"), let url = words.first(where: { $0.contains("/") }) {
      let method = words.first(where: { isMethod($0) })?.uppercased() ?? "GET"
      return ValueForm(help: "write only the method and the URL: \(method) \(url)")
    }
    if words.count == 2, isMethod(first), last.count > 2, "'\"".contains(last.first ?? " "), last.first == last.last {
      return ValueForm(help: "write \(first.uppercased()) \(last.dropFirst().dropLast()), without the quotes inside")
    }
    if let slash = first.firstIndex(of: "/"), words.count == 1, isMethod(first[..<slash]) {
      return ValueForm(help: "write \(first[..<slash].uppercased()) \(first[slash...])")
    }
    if let sign = ["https//", "http//", "https;//", "http;//"].first(where: { last.lowercased().hasPrefix($0) }) {
      let scheme = sign.prefix { $0.isLetter }
      let url = "\(scheme)://\(last.dropFirst(sign.count))"
      return ValueForm(help: "write \(words.count > 1 ? "\(first.uppercased()) " : "")\(url)")
    }
    if words.count == 3, isMethod(first), !["~", "~*", "^~", "="].contains(words[1]), last.hasPrefix("/"),
      words[1].allSatisfy({ !$0.isLetter && !$0.isNumber }),
      !words[1].contains("/")
    {
      return ValueForm(help: "write \(first.uppercased()) \(last)")
    }
    if words.count <= 2, last.hasPrefix("./") || last.hasPrefix("../") {
      let path = last.split(separator: "/").drop { $0 == "." || $0 == ".." }.joined(separator: "/")
      return ValueForm(help: "write \(words.count == 2 ? "\(first.uppercased()) " : "")/\(path)")
    }
    if text.contains("/{{"), !text.contains("//{{"), last.hasSuffix("}}") || text.contains("}}/") {
      return ValueForm(help: "write '{id}' as a segment, in single braces")
    }
    if let scheme = ["http:/", "https:/"].first(where: { last.hasPrefix($0) && !last.hasPrefix($0 + "/") }) {
      return ValueForm(help: "write two slashes: \(scheme)/\(last.dropFirst(scheme.count))")
    }
    if words.count == 2, isMethod(first), first != first.uppercased(), last.contains("/") {
      return ValueForm(
        help: "write \(first.uppercased()) \(last)", range: node.range(of: first, in: text),
        fix: replacing(node, first, first.uppercased()))
    }
    if last.hasPrefix("**/"), words.count == 1 || words.count == 2 && isMethod(first) {
      return ValueForm(help: "write \(words.count == 2 ? "\(first.uppercased()) " : "")/\(last)")
    }
    if last == "*", words.count == 1 || words.count == 2 && isMethod(first) {
      let method = words.count == 2 ? "\(first.uppercased()) " : ""
      return ValueForm(help: "write \(method)/** for any path, or \(method)/* for any path of one segment")
    }
    let head = words.dropLast().joined(separator: ",")
    if words.count > 1, last.hasPrefix("/"), let methods = methods(in: head), methods != [head] {
      return ValueForm(
        help: methods.count == 1 ? "write \(methods[0]) \(last)" : "write \(longMatch(methods, last))")
    }
    if words.count > 2, isMethod(first), words[1].hasPrefix("/"), words[2].hasPrefix("-") || words[2].contains("=") {
      return ValueForm(
        help:
          "write the long form: match: {method: \(first.uppercased()), path: \(inFlow(words[1])), headers: {…}, body: {…}}"
      )
    }
    if words.count > 1, last.hasPrefix("HTTP/") {
      return ValueForm(
        help: "remove '\(last)': a match has no version", range: node.range(of: last, in: text))
    }
    if words.count == 2, isMethod(last), first.hasPrefix("/") {
      return ValueForm(help: "write the method first: \(last.uppercased()) \(first)")
    }
    if words.count == 2, first == "*" || ["any", "all"].contains(first.lowercased()), last.contains("/") {
      return ValueForm(help: "write only '\(last)': without a method, any method matches")
    }
    if words.count == 2, last.hasPrefix("/"), !isMethod(first), first.allSatisfy({ $0.isASCII && $0.isLetter }) {
      let near = Suggestion.nearest(to: first.uppercased(), among: MethodSet.Known.names)
      return ValueForm(
        help: near.map { "did you mean '\($0) \(last)'?" }
          ?? "write a method in capital letters, or only '\(last)' for any method")
    }
    if words.contains("="), last.hasPrefix("/") {
      return ValueForm(help: "remove the '=': a path is for the whole path")
    }
    let isExpression = words.contains { ["~", "~*", "^~"].contains($0) || $0.hasPrefix("^") } || text.hasSuffix("$")
    if isExpression { return noExpressions }
    if let colon = first.firstIndex(of: ":"), isMethod(first[..<colon]),
      first[colon...].dropFirst().hasPrefix("/") || words.count == 2
    {
      return ValueForm(help: "write a space instead of the colon: \(first[..<colon].uppercased()) /path")
    }
    if let match = matchInCode(text) { return ValueForm(help: "write match: \(match)") }
    let hasMethod = words.count > 1 && isMethod(first)
    let target = hasMethod ? text.dropFirst(first.count).drop { $0 == " " } : text[...]
    return url(target, after: hasMethod ? first : "", of: node)
  }

  /// Returns the short match that is meant by a link of Markdown, or by code of JavaScript: `http.get('/items')`.
  private static func matchInCode(_ text: String) -> String? {
    if let link = text.firstRange(of: "]("), text.hasSuffix(")"),
      let start = text[..<link.lowerBound].lastIndex(of: "[")
    {
      let shown = text[start..<link.lowerBound].dropFirst()
      return shown.contains("/") ? String(shown) : String(text[..<start] + text[link.upperBound...].dropLast())
    }
    guard let open = text.firstIndex(where: { "(`".contains($0) }) else {
      return text.contains("&quot;") ? text.replacing("&quot;", with: "") : nil
    }
    let inside = text[open...].dropFirst().prefix { !")`,".contains($0) }.filter { !"'\"".contains($0) }
    let method = text[..<open].split(separator: ".").last ?? ""
    if inside.contains("$") { return nil }
    guard text[open] == "(" else { return inside.contains("/") ? inside : nil }
    return isMethod(method) && inside.contains("/") ? "\(method.uppercased()) \(inside)" : nil
  }

  static let noExpressions = ValueForm(
    help: "paths have no regular expressions: write path: '/items/{id}', and params: {id: {matches: '^[0-9]+$'}}")

  static func path(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    let text = node.text
    if text.contains("://") || text.hasPrefix("//") && !text.contains("///") && text.contains(".") {
      return ValueForm(
        help: "write the URL as a short match, match: GET https://api.example.com/items, or 'scheme' and 'host'",
        code: "bad-path")
    }
    if text.hasPrefix("^") || text.hasPrefix("~") || text.hasSuffix("$") { return noExpressions }
    if text.contains("?}") {
      return ValueForm(help: "no segment is optional: write a second request for the path without it")
    }
    if let mark = text.firstIndex(of: "?") {
      let query = text[mark...].dropFirst()
      let entries = query.isEmpty ? "" : entries(ofQuery: query)
      let help =
        if query.isEmpty {
          "remove the '?'"
        } else if site.mapping.entry("query") != nil {
          "remove the query, and add to 'query': \(entries)"
        } else {
          "write the query as its own key: query: {\(entries)}"
        }
      return ValueForm(help: help, range: node.range(of: text[mark...], in: text))
    }
    if let hash = text.firstIndex(of: "#") {
      return ValueForm(
        help: "remove the part from '#' on: it isn't sent; a literal # is %23",
        range: node.range(of: text[hash...], in: text))
    }
    let words = text.split(separator: " ")
    if words.count == 2, isMethod(words[0]) {
      return ValueForm(help: "write method: \(words[0].uppercased()), and path: \(words[1])")
    }
    return nil
  }

  /// Returns a query as entries of a mapping in braces: `a: 1, b: [2, 3]`.
  private static func entries(ofQuery query: Substring) -> String {
    var names: [String] = []
    var values: [String: [String]] = [:]
    for (name, value) in QueryText.pairs(String(query)) {
      if values[name] == nil { names.append(name) }
      values[name, default: []].append(inFlow(value))
    }
    let entries = names.prefix(8).map { name in
      let list = values[name] ?? []
      return "\(inFlow(name)): \(list.count == 1 ? list[0] : "[\(list.joined(separator: ", "))]")"
    }
    return entries.joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }

  /// Returns text as it is written as a text inside braces.
  static func inFlow(_ text: some StringProtocol) -> String {
    let isPlain =
      text.first.map { $0.isLetter || $0.isNumber || "/_".contains($0) } ?? false
      && !text.contains { "{}[],:#\"'".contains($0) || $0.isNewline } && text.last != " "
      && !["null", "~"].contains(text.lowercased())
    return isPlain ? String(text) : "'\(String(text).replacing("'", with: "''"))'"
  }

  static func basePath(_ node: Node) -> ValueForm? {
    let text = node.text
    if text.contains("://") {
      return ValueForm(help: "write only the path; the rest is match: {scheme: https, host: api.example.com}")
    }
    var path = text
    while path.hasSuffix("/") { path.removeLast() }
    if !path.hasPrefix("/") { path = "/" + path }
    if text == "/" { return ValueForm(help: "remove 'basePath': the paths of requests start with a slash") }
    guard path != text, path.count > 1, !path.contains("//"), !path.contains(where: { "?# ".contains($0) }) else {
      return nil
    }
    return ValueForm(help: "write \(path)", fix: replacing(node, text[...], path))
  }

  /// Returns a fix of a part of a value that is written without escapes.
  static func replacing(_ node: Node, _ part: Substring, _ text: String) -> Fix? {
    let range = node.range(of: part, in: part.base)
    return range.text == part ? Fix(range, text) : nil
  }
}
