import MockSpecDiagnostics
import MockSpecDocument

// The parts of URLs and of `match`.
extension ValueForm {
  private static let usualMethods: Set<String> = [
    "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT",
  ]

  private static func isMethod(_ text: some StringProtocol) -> Bool { usualMethods.contains(text.uppercased()) }

  static func method(_ node: Node) -> ValueForm? {
    let text = node.text
    if isMethod(text) {
      return ValueForm(help: "write \(text.uppercased())", fix: replacing(node, text[...], text.uppercased()))
    }
    if text == "*" || ["any", "all"].contains(text.lowercased()) {
      return ValueForm(help: "remove 'method': without it, any method matches")
    }
    guard let methods = methodList(text) else { return nil }
    let list = "[\(methods.joined(separator: ", "))]"
    return ValueForm(help: "write a list: method: \(list)", fix: Fix(node.range, list))
  }

  /// Returns the methods in a text such as `GET, POST` or `GET|POST`; `nil` for other text.
  private static func methodList(_ text: some StringProtocol) -> [String]? {
    let parts = text.split { ",|/; ".contains($0) }
    return parts.count > 1 && parts.allSatisfy { isMethod($0) } ? parts.map { $0.uppercased() } : nil
  }

  /// Returns the short match that a name is; `nil` for other names.
  static func shortMatch(inName name: String) -> String? {
    let words = name.split(separator: " ")
    guard words.count == 2, isMethod(words[0]), words[1].hasPrefix("/"), name.utf8.count < 200 else { return nil }
    return "\(words[0].uppercased()) \(words[1])"
  }

  static func shortMatch(_ node: Node) -> ValueForm? {
    let text = node.text
    let words = text.split(separator: " ")
    guard let first = words.first, let last = words.last else { return nil }
    if words.count > 1, first.utf8.allSatisfy({ $0 < 0x80 }), isMethod(first), first != first.uppercased(),
      words.count == 2, last.contains("/")
    {
      return ValueForm(
        help: "write \(first.uppercased()) \(last)", range: node.range(of: first, in: text),
        fix: replacing(node, first, first.uppercased()))
    }
    let head = words.dropLast().joined(separator: ",")
    if words.count > 1, last.hasPrefix("/"), let methods = methodList(head) {
      let path = last.contains { "{}[],".contains($0) } ? "'\(last)'" : String(last)
      return ValueForm(help: "write match: {method: [\(methods.joined(separator: ", "))], path: \(path)}")
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
    if first == "~" || first.hasPrefix("^") || last.hasPrefix("^") || text.hasSuffix("$") { return noExpressions }
    if let colon = first.firstIndex(of: ":"), isMethod(first[..<colon]),
      first[colon...].dropFirst().hasPrefix("/") || words.count == 2
    {
      return ValueForm(help: "write a space instead of the colon: \(first[..<colon].uppercased()) /path")
    }
    let target = words.count > 1 && isMethod(first) ? text.dropFirst(first.count).drop { $0 == " " } : text[...]
    return url(target, of: node, in: text)
  }

  /// The problems of a URL or of a path in a short match.
  private static func url(_ target: Substring, of node: Node, in text: String) -> ValueForm? {
    if target.contains("#") {
      return ValueForm(help: "remove the part from '#' on: it isn't sent; a literal # is %23")
    }
    if target.hasPrefix("/"), target.contains(" ") { return ValueForm(help: "write a space as %20") }
    let parts = target.split(separator: "://", maxSplits: 1)
    if parts.count == 2 {
      let scheme = parts[0]
      if scheme != scheme.lowercased(), scheme.allSatisfy({ $0.isASCII }) {
        return ValueForm(
          help: "write the scheme in lower case: \(scheme.lowercased())", range: node.range(of: scheme, in: text),
          fix: replacing(node, scheme, scheme.lowercased()))
      }
      if parts[1].contains("@") { return ValueForm(help: "remove the user before '@'") }
      if !parts[1].contains("/") {
        return ValueForm(help: "add a path: \(target)/ for the root, or \(target)/** for all")
      }
      return nil
    }
    let host = target.prefix { $0 != "/" }
    if !target.hasPrefix("/"), host.contains(".") || host.contains(":"), target.contains("/"), !host.contains(" ") {
      return ValueForm(help: "write '//' before a host: //\(target)")
    }
    return nil
  }

  static let noExpressions = ValueForm(
    help: "paths have no regular expressions: write path: '/items/{id}', and params: {id: {matches: '^[0-9]+$'}}")

  static func path(_ node: Node) -> ValueForm? {
    let text = node.text
    if text.contains("://") || text.hasPrefix("//") && !text.contains("///") && text.contains(".") {
      return ValueForm(
        help: "write the URL as a short match, match: GET https://api.example.com/items, or 'scheme' and 'host'",
        code: "bad-path")
    }
    if text.hasPrefix("^") || text.hasPrefix("~") || text.hasSuffix("$") { return noExpressions }
    if let mark = text.firstIndex(of: "?") {
      return ValueForm(
        help: "write the query as its own key: query: {\(pairs(text[mark...].dropFirst()))}",
        range: node.range(of: text[mark...], in: text))
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

  private static func pairs(_ query: Substring) -> String {
    query.split(separator: "&").prefix(4).map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      return "\(parts.first ?? "name"): \(parts.count > 1 ? String(parts[1]) : "''")"
    }.joined(separator: ", ")
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

  static func scheme(_ node: Node) -> ValueForm? {
    let text = node.text
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard scheme == "http" || scheme == "https", scheme != text else { return nil }
    return ValueForm(
      help: "write \(scheme)",
      fix: ["", ":", "://"].contains(text.dropFirst(scheme.count)) ? replacing(node, text[...], scheme) : nil)
  }

  static func host(_ node: Node) -> ValueForm? {
    let text = node.text
    if text == "*" || text == "**" { return ValueForm(help: "remove 'host': without it, any host matches") }
    var advice: [String] = []
    var rest = text[...]
    if let mark = rest.firstRange(of: "://") {
      advice.append("'scheme: \(rest[..<mark.lowerBound].lowercased())'")
      rest = rest[mark.upperBound...]
    }
    if let slash = rest.firstIndex(of: "/") {
      if rest[slash...].count > 1 { advice.append("the path in 'path'") }
      rest = rest[..<slash]
    }
    if let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]"), rest.filter({ $0 == ":" }).count == 1 {
      advice.append("'port: \(rest[colon...].dropFirst())'")
      rest = rest[..<colon]
    }
    if advice.isEmpty {
      if rest.filter({ $0 == ":" }).count > 1 {
        return ValueForm(help: "write brackets around the address: '[\(rest)]'")
      }
      return rest.hasPrefix(".") ? ValueForm(help: "write '*\(rest)' for the hosts of a domain") : nil
    }
    return ValueForm(help: "write \((["'host: \(rest)'"] + advice).listed)")
  }

  static func origin(_ node: Node) -> ValueForm? {
    let text = node.text
    guard node.kind == .string else { return nil }
    guard let mark = text.firstRange(of: "://") else {
      guard text.first?.isLetter == true, text.contains(":") || text.contains("."), !text.contains(" ") else {
        return nil
      }
      return ValueForm(help: "write the scheme, too: http://\(text)")
    }
    if text.contains("@") { return ValueForm(help: "remove the user before '@'") }
    guard let end = text[mark.upperBound...].firstIndex(where: { "/?#".contains($0) }) else { return nil }
    let (origin, path) = (text[..<end], text[end...])
    if path == "/" {
      return ValueForm(
        help: "remove the slash at the end: \(origin)", range: node.range(of: path, in: text),
        fix: replacing(node, path, ""))
    }
    return ValueForm(
      help: "remove '\(path)': an origin has no path, and the call's own path is kept",
      range: node.range(of: path, in: text))
  }

  /// Returns a fix of a part of a value that is written without escapes.
  static func replacing(_ node: Node, _ part: Substring, _ text: String) -> Fix? {
    let range = node.range(of: part, in: part.base)
    return range.text == part ? Fix(range, text) : nil
  }
}
