import MockSpecDiagnostics
import MockSpecDocument

// The parts of URLs before the path.
extension ValueForm {
  /// A text with the parts of a URL before its path: `https://user@api.example.com:8443/items`.
  private struct Target {
    var scheme: Substring?
    var user: Substring?
    var host: Substring
    var port: Substring?
    /// The path, the query and the fragment.
    var path: Substring

    /// - Parameter text: A URL, or what follows two slashes in one.
    init(_ text: Substring) {
      var rest = text
      if let mark = rest.firstRange(of: "://") {
        scheme = rest[..<mark.lowerBound]
        rest = rest[mark.upperBound...]
      } else if rest.hasPrefix("//") {
        rest = rest.dropFirst(2)
      }
      let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
      path = rest[end...]
      rest = rest[..<end]
      if let at = rest.lastIndex(of: "@") {
        user = rest[...at]
        rest = rest[at...].dropFirst()
      }
      let colons = rest.count { $0 == ":" }
      if let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]"), colons == 1 || rest[..<colon].hasSuffix("]") {
        port = rest[colon...].dropFirst()
        rest = rest[..<colon]
      }
      host = rest
    }

    var isAnyHost: Bool { host == "*" || host == "**" }

    /// What is wrong with a part that can't be anything else.
    var advice: ValueForm? {
      if let user {
        return ValueForm(help: "remove '\(user)': a match has no user; match the header Authorization instead")
      }
      if let port, !port.isEmpty, Int(port).map({ $0 < 1 || $0 > 65_535 }) ?? true {
        return ValueForm(help: "a port is a number from 1 to 65535, found '\(port)'")
      }
      if host.contains(where: { ",;|".contains($0) }) {
        return ValueForm(
          help: "a match has one host: write a request for each, or '*.example.com' for the hosts of a domain")
      }
      if host.contains("\\") || host.hasPrefix(".*") || host.hasPrefix("^") {
        return ValueForm(help: "hosts have no regular expressions: write '*.example.com' for the hosts of a domain")
      }
      if host.unicodeScalars.contains(where: { !$0.isASCII }) {
        return ValueForm(help: "write the host in ASCII, as clients send it (RFC 5891): xn--…")
      }
      if host.contains(" ") { return ValueForm(help: "remove the space: a host has none") }
      if host.contains("{") || host.contains("$") {
        return ValueForm(help: "write the host itself: specs have no variables")
      }
      if host.dropFirst().contains("*"), !host.hasPrefix("*") {
        let domain = host.drop { $0 != "*" }.dropFirst().drop { $0 == "." }
        let example = domain.contains(".") && !domain.contains("*") ? domain : "example.com"
        return ValueForm(help: "a star is only for the first labels, as in '*.\(example)'")
      }
      return nil
    }
  }

  /// The problems of a URL, or of a path, in a short match.
  ///
  /// - Parameter method: The method before it; empty if there is none.
  static func url(_ target: Substring, after method: Substring, of node: Node) -> ValueForm? {
    if target.contains("#") {
      return ValueForm(help: "remove the part from '#' on: it isn't sent; a literal # is %23")
    }
    if target.hasPrefix("/"), target.contains(" ") { return ValueForm(help: "write a space as %20") }
    let isURL = target.hasPrefix("//") || target.contains("://")
    let start = method.isEmpty ? "" : "\(method.uppercased()) "
    guard isURL else {
      let parts = Target(target)
      guard !target.hasPrefix("/"), !parts.path.isEmpty else { return nil }
      if parts.host.contains(where: { ".{$".contains($0) }), let advice = parts.advice { return advice }
      if parts.isAnyHost { return ValueForm(help: "write \(start)\(parts.path): without a host, any host matches") }
      return Authority.isLikely(parts.host) || parts.port != nil
        ? ValueForm(help: "write '//' before a host: //\(target)") : nil
    }
    let parts = Target(target)
    if let scheme = parts.scheme, scheme != scheme.lowercased(), scheme.allSatisfy(\.isASCII) {
      return ValueForm(
        help: "write the scheme in lower case: \(scheme.lowercased())", range: node.range(of: scheme, in: target.base),
        fix: replacing(node, scheme, scheme.lowercased()))
    }
    if let advice = parts.advice { return advice }
    if parts.isAnyHost {
      let others = [
        method.isEmpty ? nil : "method: \(method.uppercased())", parts.scheme.map { "scheme: \($0)" },
        parts.port.map { "port: \($0)" }, parts.path.isEmpty ? nil : "path: \(inFlow(parts.path))",
      ].compactMap(\.self)
      return ValueForm(
        help: "remove the star: without a host, any host matches: match: {\(others.joined(separator: ", "))}")
    }
    if parts.host.isEmpty {
      return ValueForm(
        help: parts.path.count > 1
          ? "write the host after '//', or only the path: \(start)\(parts.path)" : "write a host and a path after '//'")
    }
    if parts.path.isEmpty {
      return ValueForm(help: "add a path: \(start)\(target)/ for the root, or \(start)\(target)/** for all")
    }
    return nil
  }

  static func scheme(_ node: Node) -> ValueForm? {
    let text = node.text
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard scheme == "http" || scheme == "https", scheme != text else { return nil }
    return ValueForm(
      help: "write \(scheme)",
      fix: ["", ":", "://"].contains(text.dropFirst(scheme.count)) ? replacing(node, text[...], scheme) : nil)
  }

  /// A host of a match, with other parts of a URL.
  static func host(_ node: Node) -> ValueForm? {
    let text = node.text
    let parts = Target(text[...])
    if let advice = parts.advice { return advice }
    if let address = address(text) { return address }
    let isHost = !parts.host.isEmpty && !parts.isAnyHost
    let path = parts.path.count > 1 ? parts.path : nil
    let written = [
      isHost ? "'host: \(parts.host)'" : nil, parts.scheme.map { "'scheme: \($0.lowercased())'" },
      parts.port.map { "'port: \($0)'" }, path.map { "'path: \($0)'" },
    ].compactMap(\.self)
    if isHost, written.count == 1, parts.path.isEmpty {
      return parts.host.hasPrefix(".") ? ValueForm(help: "write '*\(parts.host)' for the hosts of a domain") : nil
    }
    if isHost { return ValueForm(help: "write \(written.listed)") }
    return ValueForm(
      help: written.isEmpty
        ? "remove 'host': without it, any host matches"
        : "write \(written.listed) instead: without 'host', any host matches")
  }

  /// An address of IPv6 without its brackets.
  private static func address(_ text: String) -> ValueForm? {
    guard text.count(where: { $0 == ":" }) > 1, text.allSatisfy({ $0.isHexDigit || $0 == ":" }) else { return nil }
    return ValueForm(help: "write brackets around the address: '[\(text)]'")
  }

  /// The address to listen on, with other parts of a URL.
  static func listeningHost(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    let others = site.mapping.entries.drop { $0.key.index != site.key.index }.dropFirst()
      .prefix { $0.value.isEmptyNull && $0.key.text.allSatisfy(\.isNumber) }.map(\.key)
    if node.kind != .string, others.count == 3, let last = others.last {
      let address = ([node] + others).map(\.text).joined(separator: ".")
      let range = SourceRange(
        file: node.range.file, bytes: node.range.bytes.lowerBound..<last.range.bytes.upperBound)
      return ValueForm(help: "write dots: \(address)", range: range, fix: Fix(range, address), covered: range)
    }
    let parts = Target(node.text[...])
    if parts.isAnyHost {
      return ValueForm(help: "write 0.0.0.0 to listen on all addresses", fix: Fix(node.range, "0.0.0.0"))
    }
    let written = [
      parts.host.isEmpty ? nil : "'host: \(parts.host)'", parts.port.map { "'port: \($0)'" },
    ].compactMap(\.self)
    guard !written.isEmpty, parts.user == nil, parts.host != node.text else { return nil }
    if let port = parts.port, Int(port).map({ $0 > 65_535 }) ?? true {
      return ValueForm(help: "a port is a number from 0 to 65535, found '\(port)'")
    }
    return ValueForm(help: "write \(written.listed)")
  }

  /// A host of `passthrough`, with other parts of a URL.
  static func passedHost(_ node: Node) -> ValueForm? {
    let parts = Target(node.text[...])
    if parts.isAnyHost {
      return ValueForm(help: "write 'unmatched: passthrough' for all hosts, instead of 'passthrough'")
    }
    if parts.host.hasPrefix(".") { return ValueForm(help: "write '*\(parts.host)' for the hosts of a domain") }
    if let address = address(node.text) { return address }
    if parts.host.contains(where: { ",;|".contains($0) }) {
      return ValueForm(help: "write one element of the list for each host")
    }
    if parts.host.dropFirst().contains("*") {
      return ValueForm(help: "a star is only for the first labels, as in '*.example.com'")
    }
    guard !parts.host.isEmpty, parts.host != node.text, !parts.host.contains(" ") else { return nil }
    return ValueForm(help: "write only the host: \(parts.host)")
  }

  static func origin(_ node: Node) -> ValueForm? {
    let text = node.text
    if node.kind == .integer { return ValueForm(help: "write the whole origin: http://localhost:\(text)") }
    guard node.kind == .string else { return nil }
    if text.contains("$") || text.contains("{{") {
      return ValueForm(help: "write the origin itself: specs have no variables")
    }
    if let scheme = ["http:/", "https:/"].first(where: { text.hasPrefix($0) && !text.hasPrefix($0 + "/") }) {
      return ValueForm(help: "write two slashes: \(scheme)/\(text.dropFirst(scheme.count))")
    }
    let parts = Target(text[...])
    guard let scheme = parts.scheme else {
      if parts.host.isEmpty, let port = parts.port {
        return ValueForm(help: "write the whole origin: http://localhost:\(port)")
      }
      let isHost = parts.host.first.map { $0.isLetter || $0.isNumber || $0 == "[" } ?? false
      guard isHost, parts.port != nil || parts.host.contains("."), !text.contains(" ") else { return nil }
      let port = parts.port.map { ":\($0)" } ?? ""
      return ValueForm(help: "write the scheme, too: http://\(parts.host)\(port)")
    }
    if let user = parts.user { return ValueForm(help: "remove '\(user)': an origin has no user") }
    if parts.host.count(where: { $0 == ":" }) > 1, parts.host.allSatisfy({ $0.isHexDigit || $0 == ":" }) {
      return ValueForm(help: "write brackets around the address: \(scheme)://[::1]:8080")
    }
    if parts.host.contains("*") { return ValueForm(help: "write one host: an origin has no star") }
    let name = scheme.lowercased()
    if name == "ws" || name == "wss" {
      let other = name == "ws" ? "http" : "https"
      return ValueForm(
        help: "write \(other), also for WebSockets", range: node.range(of: scheme, in: text),
        fix: replacing(node, scheme, other))
    }
    if name != scheme, name.hasPrefix("http") {
      return ValueForm(
        help: "write the scheme in lower case: \(name)", range: node.range(of: scheme, in: text),
        fix: replacing(node, scheme, name))
    }
    if parts.path.isEmpty { return nil }
    if parts.path == "/" {
      return ValueForm(
        help: "remove the slash at the end: \(text.dropLast())", range: node.range(of: parts.path, in: text),
        fix: replacing(node, parts.path, ""))
    }
    return ValueForm(
      help: "remove '\(parts.path)': an origin has no path, and the call's own path is kept",
      range: node.range(of: parts.path, in: text))
  }
}
