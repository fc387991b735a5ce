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
    "clientsecret", "apikey", "xapikey", "apisecret", "secretkey", "accesskey", "accesskeyid", "secretaccesskey",
    "privatekey", "session", "sessionid", "sessiontoken", "sid", "jsessionid", "phpsessid", "jwt", "bearer",
    "credential", "credentials", "signature", "sig", "xamzsignature", "xamzcredential", "xamzsecuritytoken",
    "xauthtoken", "authkey", "otp", "pin", "cvv", "ssn", "code", "codeverifier", "assertion", "samlresponse", "key",
  ]

  /// Names that are secret only in a query or a form.
  private static let parameters: Set = ["code", "key", "pin", "sid", "session"]

  private static func plain(_ name: String) -> String {
    String(decoding: name.lowercased().utf8.filter { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 }, as: UTF8.self)
  }

  static func isSecret(_ name: String) -> Bool {
    let name = plain(name)
    return names.contains(name) && !parameters.contains(name) || hasSecretEnd(name)
  }

  private static func hasSecretEnd(_ plain: String) -> Bool {
    ["password", "passwd", "pwd", "secret", "apikey"].contains { plain.hasSuffix($0) }
  }

  /// Whether the values of a header are secret. Services have many of their own, such as `X-Shop-Token`.
  private static func isSecretHeader(_ name: String) -> Bool {
    isSecret(name) || plain(name).hasSuffix("token")
  }

  /// The number of secrets that were hidden.
  private(set) var count = 0

  /// Returns a text in which keys and tokens with a known form are hidden. Each byte is read a few times at most.
  mutating func hidden(_ text: String) -> String {
    guard text.utf8.count >= 16 else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while index < bytes.count {
      guard Self.firstBytes[Int(bytes[index])],
        let form = Self.forms.first(where: { bytes[index...].starts(with: $0.start.utf8) })
      else {
        index += 1
        continue
      }
      let value = index + form.start.utf8.count
      var end = value
      while end < bytes.count, form.isPart(bytes[end]) { end += 1 }
      if form.isSecret(bytes[value..<end]) {
        result += bytes[copied..<(form.keepsStart ? value : index)] + Array(Self.mark.utf8)
        copied = end
        count += 1
      }
      index = max(end, index + 1)
    }
    return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  /// Returns the value of a header, hidden if its name is secret or the value has the form of a secret.
  mutating func hidden(_ value: String, of name: String) -> String {
    if ["location", "content-location"].contains(name.lowercased()) { return hidden(url: value) }
    guard Self.isSecretHeader(name), !value.isEmpty else { return hidden(value) }
    count += 1
    if name.lowercased() == "set-cookie", let equals = value.firstIndex(of: "=") {
      let rest = value[equals...].firstIndex(of: ";").map { value[$0...] } ?? ""
      return value[...equals] + Self.mark + rest
    }
    return Self.mark
  }

  /// Returns the value of a parameter of a query or a form, hidden like that of a name.
  mutating func hidden(_ value: String, parameter name: String) -> String {
    let plain = Self.plain(name)
    guard Self.names.contains(plain) || Self.hasSecretEnd(plain), !value.isEmpty else { return hidden(value) }
    count += 1
    return Self.mark
  }

  /// Returns a URL in which secrets in the path, the query and the fragment are hidden.
  mutating func hidden(url: String) -> String {
    var result = ""
    var rest = url[...]
    while let first = rest.first {
      let end = rest.dropFirst().firstIndex { "?&#".contains($0) } ?? rest.endIndex
      let part = rest[..<end]
      if "?&#".contains(first), let mark = part.firstIndex(of: "=") {
        let value = String(part[part.index(after: mark)...])
        result += part[...mark] + hidden(value, parameter: PercentText.decode(part[..<mark].dropFirst()))
      } else {
        result += hidden(String(part))
      }
      rest = rest[end...]
    }
    return result
  }

  /// Reports how many secrets were hidden, if any.
  func report(to losses: inout LossList, at range: SourceRange) {
    if count == 0 { return }
    losses.note("\(count) secret\(count == 1 ? " was" : "s were") replaced by '\(Self.mark)'", at: range)
  }

  /// The form of a secret: a start, and what follows.
  private struct Form {
    let start: String
    /// The minimum number of letters, digits and other characters of keys that follow.
    var length = 16
    var keepsStart = false
    /// The number of dots that follow.
    var dots = 0
    var isText = false

    func isPart(_ byte: UInt8) -> Bool {
      if isText { return byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "<") }
      return (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "_-".utf8.contains(byte)
        || (keepsStart && "._~+/=".utf8.contains(byte)) || (dots > 0 && byte == UInt8(ascii: "."))
    }

    func isSecret(_ value: ArraySlice<UInt8>) -> Bool {
      value.count >= length && value.count(where: { $0 == UInt8(ascii: ".") }) >= dots
    }
  }

  // Credentials, JSON Web Tokens, and the keys of well-known services.
  private static let forms: [Form] =
    ["Bearer ", "bearer ", "Basic ", "basic "].map { Form(start: $0, length: 12, keepsStart: true) }
    + [
      Form(start: "eyJ", dots: 2), Form(start: "github_pat_", length: 40), Form(start: "glpat-", length: 20),
      Form(start: "AIza", length: 35),
      Form(start: "npm_", length: 36), Form(start: "AKIA"), Form(start: "ASIA"),
      Form(start: "-----BEGIN ", length: 20, isText: true),
    ] + ["ghp_", "gho_", "ghs_", "ghu_"].map { Form(start: $0, length: 36) }
    + ["sk_live_", "rk_live_", "xoxa-", "xoxb-", "xoxp-"].map { Form(start: $0, length: 20) }

  private static let firstBytes: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for form in forms { table[Int(form.start.utf8.first!)] = true }
    return table
  }()

  /// Returns a body in which secrets are hidden. All other bytes stay the same.
  mutating func hidden(body bytes: [UInt8]) -> [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    if let first = bytes.first(where: { $0 > 0x20 }), "{[".utf8.contains(first),
      let root = DocumentParser.parseJSON(bytes, limits: InputFile.limits)?.root
    {
      return hidden(json: root, bytes)
    }
    let result = Self.isForm(bytes) ? String(hidden(url: "?" + text).dropFirst()) : hidden(text)
    return result.utf8.elementsEqual(bytes) ? bytes : Array(result.utf8)
  }

  /// Whether a body has the form of a query, which it can have although its type is another one.
  private static func isForm(_ bytes: [UInt8]) -> Bool {
    guard bytes.count < 1 << 16, let mark = bytes.firstIndex(of: UInt8(ascii: "=")), mark > 0 else { return false }
    return bytes[..<mark].allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || "_.-[]%".utf8.contains($0) }
      && bytes[mark...].allSatisfy { $0 > 0x20 && !"<>\"{}".utf8.contains($0) }
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
      let text = node.text.contains("://") ? hidden(url: node.text) : hidden(node.text)
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
