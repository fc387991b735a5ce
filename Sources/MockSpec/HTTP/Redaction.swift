import HTTPTypes
import MockSpecDiagnostics

/// Which names hold secrets, and what is shown in place of their values: nobody finds a token in an explanation, a log
/// or a journal.
///
/// One name may be that of a header, a cookie, a query or form field, or a key in JSON; its case doesn't matter.
public struct Redaction: Sendable, Hashable {
  /// Secret in every project. Cookies are asked for under `Cookie`, whatever they are called.
  public static let always: Set = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

  /// In lower case.
  private let names: Set<String>
  /// Those that aren't always secret, as bytes.
  private let own: [[UInt8]]
  /// A bit for each length that some name has, so that most names needn't be looked up; the last one for all from 63.
  private let lengths: UInt64

  /// - Parameter names: Besides those that are always secret.
  public init(_ names: some Sequence<String> = []) {
    self.names = Self.always.union(names.map { $0.lowercased() })
    lengths = self.names.reduce(0) { $0 | Self.bit(ofLength: $1.utf8.count) }
    own = self.names.subtracting(Self.always).sorted().map { Array($0.utf8) }
  }

  public func isSecret(_ name: String) -> Bool { names.contains(name.lowercased()) }

  func isSecret(_ name: HTTPField.Name) -> Bool {
    lengths & Self.bit(ofLength: name.canonicalName.utf8.count) != 0 && names.contains(name.canonicalName)
  }

  private static func bit(ofLength length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }

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

  /// The same of bytes, without making text of them: names are ASCII.
  func mayHoldSecret(_ body: [UInt8]) -> Bool {
    own.contains { body.contains(ignoringCase: $0) }
  }

  private static let schemes: Set = ["basic", "bearer", "digest", "dpop", "hoba", "negotiate", "token"]

  private static func hidden(_ secret: Substring) -> String {
    "‹redacted, \(secret.count) character\(secret.count == 1 ? "" : "s")›"
  }
}

extension [UInt8] {
  /// - Parameter word: in lower case.
  fileprivate func contains(ignoringCase word: [UInt8]) -> Bool {
    guard let first = word.first, count >= word.count else { return false }
    return withUnsafeBufferPointer { bytes in
      for start in 0...bytes.count - word.count where bytes[start].asciiLowercased == first {
        if word.indices.allSatisfy({ bytes[start + $0].asciiLowercased == word[$0] }) { return true }
      }
      return false
    }
  }
}
