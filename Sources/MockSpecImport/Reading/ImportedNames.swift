/// Names for what is imported: as a person would give them, unique, and the same each time.
struct ImportedNames {
  private var used: Set<String> = []
  /// The last number that was given to each name.
  private var numbers: [String: Int] = [:]

  /// Returns a name that no other one equals, also without regard to case: `Login`, `Login 2`.
  mutating func unique(_ name: String, separator: String = " ") -> String {
    var candidate = name
    while !used.insert(candidate.lowercased()).inserted {
      let number = numbers[name.lowercased(), default: 1] + 1
      numbers[name.lowercased()] = number
      candidate = "\(name)\(separator)\(number)"
    }
    return candidate
  }

  /// Returns a text of the source as a name of a request or a response: on one line, without invisible characters, and not too
  /// long; `nil` if nothing remains.
  static func name(_ text: String, limit: Int = 80) -> String? {
    var name = ""
    var isBlank = false
    for scalar in text.unicodeScalars.prefix(4 * limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
        .spaceSeparator:
        isBlank = !name.isEmpty
      default:
        if isBlank { name += " " }
        isBlank = false
        name.unicodeScalars.append(scalar)
      }
    }
    if name.count > limit {
      name.removeLast(name.count - limit + 1)
      while name.last == " " { name.removeLast() }
      name += "…"
    }
    return name.isEmpty ? nil : name
  }

  /// Returns the name of a file for a text: lower-case ASCII letters, digits and hyphens. It is a portable one on all systems.
  static func file(_ text: String, otherwise: String = "import", limit: Int = 60) -> String {
    var name = ""
    for scalar in text.lowercased().unicodeScalars.prefix(4 * limit) where name.utf8.count < limit {
      switch scalar {
      case "a"..."z", "0"..."9": name.unicodeScalars.append(scalar)
      default: if !name.isEmpty, name.last != "-" { name += "-" }
      }
    }
    while name.last == "-" { name.removeLast() }
    if name.isEmpty { return otherwise }
    // Windows has devices with these names.
    let isDevice =
      ["con", "prn", "aux", "nul"].contains(name)
      || (name.utf8.count == 4 && (name.hasPrefix("com") || name.hasPrefix("lpt")) && name.last!.isNumber)
    return isDevice ? name + "-file" : name
  }

  /// Returns the name of a segment of a path: ASCII letters, digits and underscores, of which a digit isn't the first.
  static func parameter(_ text: some StringProtocol) -> String {
    let name = String(
      decoding: text.utf8.filter { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x5F }, as: UTF8.self)
    return name.utf8.first.map { $0 &- 0x30 >= 10 } == true ? name : "p" + name
  }

  /// `200 OK`, `404 Not Found`
  static func response(_ status: Int) -> String {
    reasons[status].map { "\(status) \($0)" } ?? "\(status)"
  }

  /// `connectionReset` → `Connection Reset`
  static func words(_ name: String) -> String {
    let words = name.reduce(into: "") { $0 += $1.isUppercase ? " \($1)" : String($1) }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private static let reasons = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
    302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 409: "Conflict", 410: "Gone", 412: "Precondition Failed",
    413: "Content Too Large", 415: "Unsupported Media Type", 418: "I'm a teapot", 422: "Unprocessable Content",
    423: "Locked", 428: "Precondition Required", 429: "Too Many Requests", 500: "Internal Server Error",
    501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}
