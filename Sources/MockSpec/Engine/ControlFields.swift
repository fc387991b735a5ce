package import HTTPTypes
import MockSpecDiagnostics

/// What the fields of a call that control MockSpec say, found in one pass.
///
///     Mockspec-Session: checkout-7
///     baggage: userId=alice, mockspec-session=checkout-7;note=1
///     Cookie: theme=dark; mockspec-session=checkout-7
struct ControlFields {
  private static let baggageName = HTTPField.Name("baggage")!

  /// The session that the call names in `Mockspec-Session`, else in `baggage`; `nil` if it names none.
  let sessionOfFields: SessionID?
  /// The session that the call names in a cookie.
  private(set) var sessionOfCookies: SessionID?
  /// The session of the call: of its fields, else of its cookies.
  var session: SessionID? { sessionOfFields ?? sessionOfCookies }
  /// Whether the call has a `Mockspec-Response` or a `Mockspec-Scene` field.
  private(set) var namesResponses = false

  /// - Throws: `SessionError` if `Mockspec-Session` is malformed, or is repeated with another value. Malformed members of
  ///   `baggage`, and cookies, are ignored.
  init(_ call: MockCall) throws(SessionError) {
    switch call.storedFields {
    case .parsed(let fields): try self.init(fields)
    case .lines(let lines): try self.init(lines)
    }
  }

  init(_ lines: FieldLines) throws(SessionError) {
    try self.init(lines.contains(where: Self.mayKnow) ? lines.fields(where: Self.mayKnow) : [:])
  }

  /// Returns whether a field with a name may be one of those below.
  private static func mayKnow(_ name: FieldLines.Bytes) -> Bool {
    switch name.count {
    case 14, 16, 17: name[0].asciiLowercased == UInt8(ascii: "m")
    case 7: name[0].asciiLowercased == UInt8(ascii: "b")
    case 6: name[0].asciiLowercased == UInt8(ascii: "c")
    default: false
    }
  }

  init(_ fields: HTTPFields) throws(SessionError) {
    var id: String?
    var baggage: SessionID?
    // Compares the fields one by one, since a look-up by name builds an index of the fields first.
    for field in fields {
      // Most names differ in length already.
      switch field.name.canonicalName.utf8.count {
      case 16 where field.name == .mockspecSession:
        if let id, id != field.value { throw .ambiguous }
        id = field.value
      case 17 where field.name == .mockspecResponse: namesResponses = true
      case 14 where field.name == .mockspecScene: namesResponses = true
      case 7 where field.name == Self.baggageName: baggage = baggage ?? BaggageMember.session(in: field.value)
      case 6 where field.name == .cookie: sessionOfCookies = sessionOfCookies ?? SessionCookie.session(in: field.value)
      default: break
      }
    }
    sessionOfFields = if let id { try SessionID(id) } else { baggage }
  }
}

extension FieldLines {
  /// The ID of the session that the fields of a call name; `nil` if they name none, or it is malformed.
  package var sessionID: String? { (try? ControlFields(self))?.session.map { "\($0)" } }
}

/// A member of a `baggage` field (W3C Baggage §3.2.1).
///
/// The bytes are parsed in place, since each call of a traced service has the field, with members of others.
private enum BaggageMember {
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Returns the first valid session in the value of a field.
  static func session(in value: String) -> SessionID? {
    var value = value
    return value.withUTF8 { bytes in
      var rest: Bytes? = bytes[...]
      while let (member, next) = rest?.parts(around: UInt8(ascii: ",")) {
        if let id = session(member) { return id }
        rest = next
      }
      return nil
    }
  }

  private static func session(_ member: Bytes) -> SessionID? {
    let (pair, properties) = member.parts(around: UInt8(ascii: ";"))
    guard case (let key, let value?)? = keyAndValue(pair), key.elementsEqual("mockspec-session".utf8),
      value.hasCompleteEscapes,
      hasValidProperties(properties)
    else { return nil }
    let isEncoded = value.contains(UInt8(ascii: "%"))
    return try? SessionID(
      isEncoded ? String(decoding: PercentText.decode(value), as: UTF8.self) : String(decoding: value, as: UTF8.self))
  }

  private static func hasValidProperties(_ properties: Bytes?) -> Bool {
    var rest = properties
    while let (property, next) = rest?.parts(around: UInt8(ascii: ";")) {
      guard keyAndValue(property) != nil else { return false }
      rest = next
    }
    return true
  }

  /// Returns a key with its value, which a property need not have; `nil` if the text is malformed.
  private static func keyAndValue(_ text: Bytes) -> (key: Bytes, value: Bytes?)? {
    let (key, value) = text.parts(around: UInt8(ascii: "="))
    let pair = (key: key.withoutBlanks, value: value?.withoutBlanks)
    guard pair.key.isToken, pair.value?.allSatisfy(\.isBaggageOctet) ?? true else { return nil }
    return pair
  }
}

/// The cookie `mockspec-session` (RFC 6265 §4.2.1), for pages in browsers: they can't set fields on WebSockets and
/// EventSources.
private enum SessionCookie {
  /// Returns the first valid session in the value of a field.
  static func session(in value: String) -> SessionID? {
    var value = value
    return value.withUTF8 { bytes in
      var rest: BaggageMember.Bytes? = bytes[...]
      while let (pair, next) = rest?.parts(around: UInt8(ascii: ";")) {
        let (name, id) = pair.withoutBlanks.parts(around: UInt8(ascii: "="))
        if let id, name.elementsEqual("mockspec-session".utf8),
          let session = try? SessionID(String(decoding: id, as: UTF8.self))
        {
          return session
        }
        rest = next
      }
      return nil
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

extension BaggageMember.Bytes {
  /// Returns the parts before and after the first separator; all bytes and `nil` if there is none.
  fileprivate func parts(around separator: UInt8) -> (Self, Self?) {
    guard let index = firstIndex(of: separator) else { return (self, nil) }
    return (self[..<index], self[(index + 1)...])
  }

  /// Whether each `%` is followed by two hexadecimal digits.
  fileprivate var hasCompleteEscapes: Bool {
    indices.allSatisfy { index in
      guard self[index] == UInt8(ascii: "%") else { return true }
      let digits = self[(index + 1)...].prefix(2)
      return digits.count == 2 && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }
  }
}

/// The fields that control MockSpec.
extension HTTPField.Name {
  package static let mockspecSession = HTTPField.Name("Mockspec-Session")!
  package static let mockspecResponse = HTTPField.Name("Mockspec-Response")!
  package static let mockspecScene = HTTPField.Name("Mockspec-Scene")!
}
