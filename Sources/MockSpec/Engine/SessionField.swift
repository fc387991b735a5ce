import HTTPTypes

/// Reads the fields with which a call names its session.
///
///     Mockspec-Session: checkout-7
///     baggage: userId=alice, mockspec-session=checkout-7;note=1
enum SessionField {
  private static let name = HTTPField.Name("Mockspec-Session")!
  private static let baggage = HTTPField.Name("baggage")!

  /// Returns the session that a call names in `Mockspec-Session`, else in `baggage`; `nil` if it names none.
  ///
  /// - Throws: `SessionError` if `Mockspec-Session` is malformed, or is repeated with another value. Malformed members of
  ///   `baggage` are ignored.
  static func read(_ fields: HTTPFields) throws(SessionError) -> SessionID? {
    var id: String?
    var hasBaggage = false
    // Compares the fields one by one, since a look-up by name builds an index of the fields first.
    for field in fields {
      // Most names differ in length already.
      switch field.name.canonicalName.utf8.count {
      case 16 where field.name == name:
        if let id, id != field.value { throw .ambiguous }
        id = field.value
      case 7 where field.name == baggage: hasBaggage = true
      default: break
      }
    }
    if let id { return try SessionID(id) }
    return hasBaggage ? member(of: fields[values: baggage]) : nil
  }

  /// Returns the first valid ID in the fields of a call (W3C Baggage §3.2.1).
  private static func member(of values: [String]) -> SessionID? {
    for value in values {
      for member in value.utf8.split(separator: UInt8(ascii: ",")) {
        if let id = id(ofMember: member) { return id }
      }
    }
    return nil
  }

  private static func id(ofMember member: Substring.UTF8View) -> SessionID? {
    let parts = member.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let pair = Pair(parts[0]), pair.key.elementsEqual("mockspec-session".utf8), let value = pair.value,
      value.hasCompleteEscapes, parts.dropFirst().allSatisfy({ Pair($0) != nil })
    else { return nil }
    return try? SessionID(PercentText.decode(Substring(value)))
  }

  /// A key with its value, or a property that can have none.
  private struct Pair {
    let key: Substring.UTF8View
    let value: Substring.UTF8View?

    /// - Returns: `nil` if the text is malformed.
    init?(_ text: Substring.UTF8View) {
      let parts = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        .map { Substring($0).withoutBlanks.utf8 }
      guard parts[0].isToken, parts.count == 1 || parts[1].allSatisfy(\.isBaggageOctet) else { return nil }
      key = parts[0]
      value = parts.count == 2 ? parts[1] : nil
    }
  }
}

extension UInt8 {
  /// Whether a value can have the byte (W3C Baggage §3.2.1.3).
  fileprivate var isBaggageOctet: Bool { self > 0x20 && self < 0x7F && !"\",;\\".utf8.contains(self) }
}

extension Substring.UTF8View {
  /// Whether each `%` is followed by two hexadecimal digits.
  fileprivate var hasCompleteEscapes: Bool {
    split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
      .allSatisfy { $0.prefix(2).count == 2 && $0.prefix(2).allSatisfy { Character(UnicodeScalar($0)).isHexDigit } }
  }
}
