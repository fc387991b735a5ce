public import Foundation
public import HTTPTypes

/// The names whose values are secret, and the text that replaces these values in logs and in the descriptions of errors.
///
/// A name applies to fields, query items and JSON keys. These names are secret: `Authorization`, `Proxy-Authorization`,
/// `Cookie` and `Set-Cookie`, names that contain a word such as `token`, `secret` or `password`, and added ones. Case,
/// `-` and `_` are ignored. A redirect to another origin is followed without the secret fields of the request and of
/// the configuration's `httpAdditionalHeaders`. `Mockspec-Session` isn't secret.
public struct RedactionRules: Sendable, Hashable {
  private static let always: Set = ["authorization", "proxyauthorization", "cookie", "setcookie"]
  private static let whole: Set = ["auth", "code", "jwt", "key", "pass", "pin", "pwd", "sid", "sig"]
  private static let parts = [
    "accesskey", "apikey", "assertion", "authkey", "credential", "encryptionkey", "functionskey", "masterkey",
    "passphrase", "passwd", "password", "privatekey", "secret", "session", "sharedkey", "signature", "signingkey",
    "subscriptionkey", "token",
  ]

  private var added: Set<String>

  /// Creates rules.
  ///
  /// - Parameter names: The names that are secret besides the usual ones.
  public init(adding names: some Sequence<String> = []) {
    added = Set(names.map(Self.plain))
  }

  /// Adds the names of other rules.
  mutating func formUnion(_ other: RedactionRules) { added.formUnion(other.added) }

  /// Returns the rules with the names of other rules.
  func union(_ other: RedactionRules) -> RedactionRules {
    var rules = self
    rules.formUnion(other)
    return rules
  }

  /// Returns whether the values of a name are secret.
  public func isSecret(_ name: String) -> Bool {
    let name = Self.plain(name)
    // `Mockspec-Session` isn't secret, although its name contains `session`.
    if name == "mockspecsession" { return added.contains(name) }
    return Self.always.contains(name) || Self.whole.contains(name) || added.contains(name)
      || Self.parts.contains { name.contains($0) }
  }

  /// Returns the value of a name, redacted if the name is secret. In other values, secret parts are redacted, such as
  /// the password of a URL in `Location`.
  public func shown(_ value: String, of name: String) -> String {
    isSecret(name) ? Self.redacted(value) : shown(text: value)
  }

  /// Returns the fields with the secrets in their values redacted.
  public func shown(_ fields: HTTPFields) -> [(name: String, value: String)] {
    fields.map { ($0.name.rawName, shown($0.value, of: $0.name.rawName)) }
  }

  /// Returns a URL without its user information (RFC 3986 §3.2.1), with the values of secret query items redacted.
  public func shown(_ url: URL) -> String {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "‹redacted URL›" }
    let query = components.percentEncodedQuery
    let fragment = components.percentEncodedFragment
    (components.percentEncodedUser, components.percentEncodedPassword) = (nil, nil)
    (components.percentEncodedQuery, components.percentEncodedFragment) = (nil, nil)
    let start = components.string ?? "‹redacted URL›"
    return start + (query.map { "?" + shownForm($0) } ?? "") + (fragment.map { "#" + shownForm($0) } ?? "")
  }

  /// Returns a text of the form `a=1&b=2` with the values of secret names redacted.
  func shownForm(_ form: String) -> String {
    form.split(separator: "&", omittingEmptySubsequences: false).map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0].replacing("+", with: " "))
      guard parts.count == 2, isSecret(name.removingPercentEncoding ?? name) else { return String(item) }
      return parts[0] + "=" + Self.redacted(String(parts[1]))
    }.joined(separator: "&")
  }

  /// Returns the text that replaces a secret, such as `Bearer ‹redacted, 27 characters›`. The scheme of credentials
  /// (RFC 9110 §11.4) is kept.
  public static func redacted(_ secret: String) -> String {
    guard !secret.isEmpty else { return "" }
    let parts = secret.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, schemes.contains(parts[0].lowercased()) else {
      return hidden(secret[...])
    }
    return parts[0] + " " + hidden(parts[1])
  }

  private static let schemes: Set = ["basic", "bearer", "digest", "dpop", "hoba", "negotiate", "token"]

  static func hidden(_ secret: Substring) -> String {
    "‹redacted, \(secret.count) character\(secret.count == 1 ? "" : "s")›"
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }
}

extension RedactionRules {
  /// Returns the start of a body in one line, with secrets redacted; `nil` if the body isn't a text that can be shown.
  ///
  /// In JSON, the values of secret names are redacted. Other text isn't shown if it contains a word of a secret name.
  ///
  /// - Parameter secrets: Texts that are secret wherever they occur.
  func excerpt(of body: Data, without secrets: [String] = [], limit: Int = 300) -> String? {
    guard !body.isEmpty, body.count <= 65_536, let text = String(data: body, encoding: .utf8) else { return nil }
    var shown: String
    if let json = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed), !(json is String) {
      guard
        let data = try? JSONSerialization.data(
          withJSONObject: redacted(json), options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
      else { return nil }
      shown = String(decoding: data, as: UTF8.self)
    } else {
      let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }
      guard !words.contains(where: { isSecret(String($0)) }) else { return nil }
      shown = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    // Before the text is cut, since a given secret without its end isn't found. Other secrets are found without their
    // ends.
    shown = Self.hiding(secrets, in: Self.withoutUsers(shown))
    let rest = shown.dropFirst(16 * limit)
    shown = self.shown(text: String(shown[..<rest.startIndex]))
    return shown.count > limit ? shown.prefix(limit) + "…" : rest.isEmpty ? shown : shown + "…"
  }

  private func redacted(_ json: Any) -> Any {
    switch json {
    case let object as [String: Any]:
      var shown: [String: Any] = [:]
      for (key, value) in object { shown[key] = isSecret(key) ? "‹redacted›" : redacted(value) }
      return shown
    case let array as [Any]: return array.map(redacted)
    default: return json
    }
  }
}
