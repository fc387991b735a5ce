import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// The secrets of a recording. None of them is written.
struct Secrets {
  /// What takes the place of a secret.
  static let mark = "redacted"

  /// Names of headers, parameters and members of JSON whose values are secret, in lower case without punctuation.
  private static let names: Set = [
    "authorization", "proxyauthorization", "cookie", "setcookie", "token", "accesstoken", "refreshtoken", "idtoken",
    "authtoken", "csrftoken", "xcsrftoken", "xxsrftoken", "csrf", "xsrf", "password", "passwd", "pwd", "secret",
    "clientsecret",
    "apikey", "xapikey", "apisecret", "secretkey", "accesskey", "accesskeyid", "secretaccesskey", "privatekey",
    "session",
    "sessionid", "sessiontoken", "sid", "jsessionid", "phpsessid", "jwt", "bearer", "credential", "credentials",
    "signature",
    "sig", "xamzsignature", "xamzcredential", "xamzsecuritytoken", "xauthtoken", "authkey", "otp", "pin", "cvv", "ssn",
    "code", "codeverifier", "assertion", "samlresponse", "key",
  ]

  /// Names that are secret only in a query or a form.
  private static let parameters: Set = ["code", "key", "pin", "sid", "session"]

  private static func plain(_ name: String) -> String {
    String(decoding: name.lowercased().utf8.filter { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 }, as: UTF8.self)
  }

  static func isSecret(parameter name: String) -> Bool { names.contains(plain(name)) }

  static func isSecret(_ name: String) -> Bool {
    let name = plain(name)
    return names.contains(name) && !parameters.contains(name)
  }

  /// The number of secrets that were hidden.
  private(set) var count = 0

  /// Returns a text in which keys and tokens with a known form are hidden.
  mutating func hidden(_ text: String) -> String {
    guard text.utf8.count >= 16, Self.mayHaveForm(text) else { return text }
    var found = 0
    let result = text.replacing(Self.forms) { match in
      found += 1
      return match.1.map { String($0) + Self.mark } ?? Self.mark
    }
    count += found
    return found == 0 ? text : result
  }

  /// Returns the value of a name, hidden if the name is secret or the value has the form of a secret.
  mutating func hidden(_ value: String, of name: String) -> String {
    guard Self.isSecret(name), !value.isEmpty else { return hidden(value) }
    count += 1
    if name.lowercased() == "set-cookie", let equals = value.firstIndex(of: "=") {
      let rest = value[equals...].firstIndex(of: ";").map { value[$0...] } ?? ""
      return value[...equals] + Self.mark + rest
    }
    return Self.mark
  }

  /// Whether a text has the start of one of the forms. This rules out most texts in less time.
  private static func mayHaveForm(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for index in bytes.indices.dropLast(8) where firstBytes[Int(bytes[index])] {
        let rest = bytes[index...]
        if starts.contains(where: { rest.starts(with: $0) }) { return true }
      }
      return false
    }
  }

  private static let starts = [
    "Bearer ", "bearer ", "Basic ", "basic ", "eyJ", "AKIA", "ASIA", "gho_", "ghp_", "ghs_", "ghu_", "github_pat_",
    "glpat-",
    "sk_live_", "rk_live_", "xoxa-", "xoxb-", "xoxp-", "AIza", "npm_", "-----BEGIN ",
  ].map { Array($0.utf8) }

  private static let firstBytes: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for start in starts { table[Int(start[0])] = true }
    return table
  }()

  // JSON Web Tokens, credentials, and the keys of well-known services.
  private static var forms: Regex<(Substring, Substring?)> {
    #/((?:[Bb]earer|[Bb]asic) )[A-Za-z0-9._~+\/=-]{12,}|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*|(?:AKIA|ASIA)[A-Z0-9]{16}|gh[opsu]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}|glpat-[A-Za-z0-9_-]{20,}|[sr]k_live_[A-Za-z0-9]{20,}|xox[abp]-[A-Za-z0-9-]{20,}|AIza[A-Za-z0-9_-]{35}|npm_[A-Za-z0-9]{36}|-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/#
  }

  /// Returns a body in which secrets are hidden. All other bytes stay the same.
  mutating func hidden(body bytes: [UInt8]) -> [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    if let first = bytes.first(where: { $0 > 0x20 }), "{[".utf8.contains(first),
      let root = DocumentParser.parseJSON(bytes, limits: InputFile.limits)?.root
    {
      return hidden(json: root, bytes)
    }
    let result = hidden(text)
    return result.utf8.elementsEqual(bytes) ? bytes : Array(result.utf8)
  }

  private mutating func hidden(json root: Node, _ bytes: [UInt8]) -> [UInt8] {
    var changes: [(range: Range<Int>, text: String)] = []
    var changed: Set<Int> = []
    // Offsets are those of the text without a byte order mark.
    let bytes = root.range.file.bytes
    for node in root.subtree {
      for (key, value) in node.entries
      where value.isScalar && value.kind != .null && Self.isSecret(key.text) && !value.text.isEmpty {
        changes.append((value.range.bytes, "\"\(Self.mark)\""))
        changed.insert(value.index)
      }
      guard node.kind == .string, node.keyHash == 0, !changed.contains(node.index) else { continue }
      let before = count
      let text = hidden(node.text)
      guard count > before else { continue }
      count = before
      var json = JSONText()
      json.string(text)
      changes.append((node.range.bytes, json.string))
    }
    if changes.isEmpty { return bytes }
    count += changes.count
    var result: [UInt8] = []
    var end = 0
    for (range, text) in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where range.lowerBound >= end
    {
      result += bytes[end..<range.lowerBound] + Array(text.utf8)
      end = range.upperBound
    }
    return result + bytes[end...]
  }
}
