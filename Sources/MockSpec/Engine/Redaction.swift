/// Which names hold secrets, and what is shown in place of their values: nobody finds a token in an explanation, a log
/// or a journal.
///
/// One name may be that of a header, a cookie, a query or form field, or a key in JSON; its case doesn't matter.
public struct Redaction: Sendable, Hashable {
  /// Secret in every project. Cookies are asked for under `Cookie`, whatever they are called.
  public static let always: Set = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

  /// In lower case.
  private let names: Set<String>

  /// - Parameter names: Besides those that are always secret.
  public init(_ names: some Sequence<String> = []) {
    self.names = Self.always.union(names.map { $0.lowercased() })
  }

  public func isSecret(_ name: String) -> Bool { names.contains(name.lowercased()) }

  /// The value as it may be shown under its name.
  public func shown(_ value: String, of name: String) -> String { isSecret(name) ? Self.redacted(value) : value }

  /// How long a secret is, and the scheme of credentials (RFC 9110 §11.4): `Bearer ‹redacted, 27 characters›`.
  public static func redacted(_ secret: String) -> String {
    guard !secret.isEmpty else { return "" }
    let parts = secret.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard schemes.contains(parts[0].lowercased()) else { return hidden(secret[...]) }
    return parts.count == 1 || parts[1].isEmpty ? secret : parts[0] + " " + hidden(parts[1])
  }

  /// Whether a text, such as a body, may hold the value of a secret name. Those that are always secret aren't looked
  /// for: they are names of headers.
  public func mayHoldSecret(_ text: String) -> Bool {
    let own = names.subtracting(Self.always)
    guard !own.isEmpty else { return false }
    let text = text.lowercased()
    return own.contains { text.contains($0) }
  }

  private static let schemes: Set = ["basic", "bearer", "digest", "dpop", "hoba", "negotiate", "token"]

  private static func hidden(_ secret: Substring) -> String {
    "‹redacted, \(secret.count) character\(secret.count == 1 ? "" : "s")›"
  }
}
