/// The value of a header with parameters, as in `Content-Type` (RFC 9110 §5.6.6) and in `Content-Disposition` of a
/// multipart part: `form-data; name="a; b"`.
struct FieldParameters {
  /// The text before the first semicolon, in lower case.
  let value: String
  /// The parameters by name, in lower case. The first of several parameters with one name is used.
  private(set) var parameters: [String: [UInt8]] = [:]

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    let main = rest.prefix { $0 != UInt8(ascii: ";") }
    value = Self.text(main)
    rest = rest.dropFirst(main.count)
    while !rest.isEmpty {
      rest = rest.dropFirst()
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest.dropFirst(name.count)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: Self.isSpace)
      let value = rest.first == UInt8(ascii: "\"") ? Self.quoted(&rest) : Self.token(&rest)
      rest = rest.drop { $0 != UInt8(ascii: ";") }
      let key = Self.text(name)
      if parameters[key] == nil { parameters[key] = value }
    }
  }

  private static func token(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let token = rest.prefix { $0 != UInt8(ascii: ";") && !isSpace($0) }
    rest = rest.dropFirst(token.count)
    return Array(token)
  }

  /// A backslash before a quote or a backslash escapes it. Other backslashes are literal, since some browsers sent
  /// Windows paths as file names.
  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    rest = rest.dropFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), let next = rest.first, next == UInt8(ascii: "\"") || next == byte {
        text.append(next)
        rest = rest.dropFirst()
      } else {
        text.append(byte)
      }
    }
    return text
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
