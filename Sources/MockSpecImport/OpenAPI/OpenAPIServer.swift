import MockSpecDocument

/// The server of an operation: the first one that is listed, with the defaults of its variables.
struct OpenAPIServer {
  private(set) var scheme: String?
  private(set) var host: String?
  private(set) var port: Int?
  /// The path without a slash at its end. It can have variables without a default.
  private(set) var path = ""
  /// Whether other values of variables or other servers are left out.
  private(set) var isOneOfMany = false

  /// Any server.
  init() {}

  /// The server of Swagger 2.
  init(swagger root: Node) {
    let schemes = root.elements("schemes").map { $0.text.lowercased() }
    let authority = root.member("host")?.scalar.map { "//" + $0 } ?? ""
    // The client chooses one of several schemes.
    let scheme = schemes.count == 1 && !authority.isEmpty ? schemes[0] + ":" : ""
    read(scheme + authority + (root.member("basePath")?.scalar.map { $0.hasPrefix("/") ? $0 : "/" + $0 } ?? ""))
  }

  /// The server of OpenAPI 3.
  ///
  /// - Parameter owner: The operation, the path or the document, if it has `servers`.
  init?(_ owner: Node) {
    let servers = owner.elements("servers")
    guard let server = servers.first, let url = server.value("url")?.scalar else { return nil }
    isOneOfMany = servers.count > 1 || !server.entries("variables").isEmpty
    var text = ""
    for part in url.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      guard part.offset > 0, let end = part.element.firstIndex(of: "}") else {
        text += part.offset > 0 ? "{" + part.element : part.element
        continue
      }
      let name = String(part.element[..<end])
      text += server.value("variables")?.value(name)?.value("default")?.scalar ?? "{\(name)}"
      text += part.element[part.element.index(after: end)...]
    }
    read(text)
  }

  private mutating func read(_ url: String) {
    var path = url.prefix { $0 != "?" && $0 != "#" }
    if let match = path.prefixMatch(of: #/(?:([A-Za-z][A-Za-z0-9+.\-]*):)?\/\/([^\/]*)/#) {
      path = path[match.range.upperBound...]
      if let authority = match.2.wholeMatch(of: #/([A-Za-z0-9.\-]+)(?::([0-9]{1,5}))?/#) {
        host = authority.1.lowercased()
        port = authority.2.flatMap { Int($0) }.flatMap { (1...65535).contains($0) ? $0 : nil }
        scheme = match.1.map { $0.lowercased() }.flatMap { ["http", "https"].contains($0) ? $0 : nil }
      }
    }
    while path.last == "/" { path.removeLast() }
    self.path = path.isEmpty || path.hasPrefix("/") ? String(path) : "/" + path
  }
}
