import HTTPTypes
import MockSpecDiagnostics

/// The names whose values are secret, and the text that replaces these values in explanations and logs, and where the journal
/// is shown.
///
/// A name applies to headers, cookies, query parameters, form fields and JSON keys. Its case is ignored.
public struct Redaction: Sendable, Hashable {
  /// The names that are secret in every project. `cookie` applies to the values of all cookies.
  public static let always: Set = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

  /// All secret names, in lower case.
  private let names: Set<String>
  /// The project's own secret names, as UTF-8.
  private let own: [[UInt8]]
  /// Whether a field that clients add is secret. The names in `always` aren't such fields.
  let hidesImplied: Bool
  /// A bit set of the names' lengths, which rules out most other names without a lookup. The highest bit is for lengths
  /// of 63 and more.
  private let lengths: UInt64

  /// Creates a redaction.
  ///
  /// - Parameter names: The names that are secret in addition to ``always``.
  public init(_ names: some Sequence<String> = []) {
    self.names = Self.always.union(names.map { $0.lowercased() })
    lengths = self.names.reduce(0) { $0 | Self.bit(ofLength: $1.utf8.count) }
    hidesImplied = !self.names.isDisjoint(with: MockCall.impliedNames)
    own = self.names.subtracting(Self.always).sorted().map { Array($0.utf8) }
  }

  /// Whether only the names in ``always`` are secret, which bodies don't have.
  var isOnlyAlways: Bool { own.isEmpty }

  /// The beginning of the texts that replace secrets.
  package static let mark = "‹redacted"
  /// The text that replaces a secret object or array.
  static let hidden = mark + "›"

  /// Returns a secret name of the project that a text contains, as the project has it in lower case.
  func secretName(in body: [UInt8]) -> String? {
    own.first { body.contains(ignoringCase: $0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the redaction with more secret names.
  func adding(_ names: [String]) -> Redaction { names.isEmpty ? self : Redaction(self.names.union(names)) }

  /// Returns whether the values of a name are secret.
  public func isSecret(_ name: String) -> Bool { names.contains(name.lowercased()) }

  func isSecret(_ name: HTTPField.Name) -> Bool {
    lengths & Self.bit(ofLength: name.canonicalName.utf8.count) != 0 && names.contains(name.canonicalName)
  }

  func isSecret(_ name: FieldLines.Bytes) -> Bool {
    lengths & Self.bit(ofLength: name.count) != 0 && isSecret(String(decoding: name, as: UTF8.self))
  }

  private static func bit(ofLength length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }

  /// Returns the value of a name, redacted if the name is secret.
  public func shown(_ value: String, of name: String) -> String { isSecret(name) ? Self.redacted(value) : value }

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

  /// Returns whether a text, such as a body, contains a secret name of the project. It may then contain the secret
  /// value, too.
  ///
  /// The names in ``always`` are ignored, since they are names of headers.
  public func mayHoldSecret(_ text: String) -> Bool { !own.isEmpty && mayHoldSecret(Array(text.utf8)) }

  /// Returns whether a body contains a secret name of the project. Compares bytes, since names are ASCII.
  func mayHoldSecret(_ body: [UInt8]) -> Bool {
    if own.isEmpty { return false }
    if own.contains(where: { body.contains(ignoringCase: $0) }) { return true }
    guard body.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "%") }) else { return false }
    let decoded = body.withoutASCIIEscapes
    return own.contains { decoded.contains(ignoringCase: $0) }
  }

  private static let schemes: Set = ["basic", "bearer", "digest", "dpop", "hoba", "negotiate", "token"]

  private static func hidden(_ secret: Substring) -> String {
    "\(mark), \(secret.count) character\(secret.count == 1 ? "" : "s")›"
  }
}

extension [UInt8] {
  /// The bytes with ASCII escapes decoded: `\u0041` of JSON and `%41` of forms.
  fileprivate var withoutASCIIEscapes: [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(count)
    var index = 0
    while index < count {
      let digits: Range<Int>
      switch self[index] {
      case UInt8(ascii: "%"): digits = index + 1..<index + 3
      case UInt8(ascii: "\\") where index + 1 < count && self[index + 1] == UInt8(ascii: "u"):
        digits = index + 2..<index + 6
      default: digits = index..<index
      }
      if !digits.isEmpty, digits.upperBound <= count,
        let character = UInt8(String(decoding: self[digits], as: UTF8.self), radix: 16), character < 0x80
      {
        decoded.append(character)
        index = digits.upperBound
      } else {
        decoded.append(self[index])
        index += 1
      }
    }
    return decoded
  }

  /// - Parameter word: The text to find, in lower case.
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
