import HTTPTypes

/// What the fields of a call that control MockSpec say, found in one pass.
///
///     Mockspec-Session: checkout-7
///     baggage: userId=alice, mockspec-session=checkout-7;note=1
struct ControlFields {
  private static let sessionName = HTTPField.Name("Mockspec-Session")!
  private static let responseName = HTTPField.Name("Mockspec-Response")!
  private static let baggageName = HTTPField.Name("baggage")!

  /// The session that the call names in `Mockspec-Session`, else in `baggage`; `nil` if it names none.
  let session: SessionID?
  /// Whether the call has a `Mockspec-Response` field.
  private(set) var namesResponses = false

  /// - Throws: `SessionError` if `Mockspec-Session` is malformed, or is repeated with another value. Malformed members of
  ///   `baggage` are ignored.
  init(_ fields: HTTPFields) throws(SessionError) {
    var id: String?
    var baggage: [String] = []
    // Compares the fields one by one, since a look-up by name builds an index of the fields first.
    for field in fields {
      // Most names differ in length already.
      switch field.name.canonicalName.utf8.count {
      case 16 where field.name == Self.sessionName:
        if let id, id != field.value { throw .ambiguous }
        id = field.value
      case 17 where field.name == Self.responseName: namesResponses = true
      case 7 where field.name == Self.baggageName: baggage.append(field.value)
      default: break
      }
    }
    if let id {
      session = try SessionID(id)
    } else {
      session = baggage.isEmpty ? nil : BaggageMember.session(in: baggage)
    }
  }
}

/// A member of a `baggage` field (W3C Baggage §3.2.1).
private enum BaggageMember {
  /// Returns the first valid session in all fields of a call.
  static func session(in values: [String]) -> SessionID? {
    for value in values {
      for member in value.utf8.split(separator: UInt8(ascii: ",")) {
        if let id = session(member) { return id }
      }
    }
    return nil
  }

  private static func session(_ member: Substring.UTF8View) -> SessionID? {
    let end = member.firstIndex(of: UInt8(ascii: ";")) ?? member.endIndex
    guard let pair = Pair(member[..<end]), pair.key.elementsEqual("mockspec-session".utf8), let value = pair.value,
      value.hasCompleteEscapes, hasValidProperties(member[end...])
    else { return nil }
    return try? SessionID(PercentText.decode(Substring(value)))
  }

  /// Returns whether the rest of a member, which is empty or starts with a semicolon, is well formed.
  private static func hasValidProperties(_ rest: Substring.UTF8View) -> Bool {
    rest.isEmpty
      || rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).dropFirst()
        .allSatisfy { Pair($0) != nil }
  }

  /// A key with its value, or a property that can have none.
  private struct Pair {
    let key: Substring.UTF8View
    let value: Substring.UTF8View?

    /// - Returns: `nil` if the text is malformed.
    init?(_ text: Substring.UTF8View) {
      let mark = text.firstIndex(of: UInt8(ascii: "="))
      key = text[..<(mark ?? text.endIndex)].withoutBlanks
      value = mark.map { text[text.index(after: $0)...].withoutBlanks }
      guard key.isToken, value?.allSatisfy(\.isBaggageOctet) ?? true else { return nil }
    }
  }
}

extension UInt8 {
  /// Whether a value can have the byte (W3C Baggage §3.2.1.3).
  fileprivate var isBaggageOctet: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): false
    default: self > 0x20 && self < 0x7F
    }
  }
}

extension Substring.UTF8View {
  /// Whether each `%` is followed by two hexadecimal digits.
  fileprivate var hasCompleteEscapes: Bool {
    !contains(UInt8(ascii: "%"))
      || split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst().allSatisfy {
        let digits = $0.prefix(2)
        return digits.count == 2 && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
      }
  }
}
