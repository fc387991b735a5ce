/// Writes JSON piece by piece, with strings escaped as RFC 8259 §7 requires. DEL and C1 controls are escaped, too, since
/// terminals interpret them.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends punctuation, numbers and literals unchanged.
  package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  package mutating func raw(_ byte: UInt8) { bytes.append(byte) }

  /// Appends valid JSON, or a part of it.
  package mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  /// Removes the last bytes written.
  package mutating func removeLast(_ count: Int) { bytes.removeLast(count) }

  package mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(utf8: $0) }
  }

  package mutating func string(utf8: some Collection<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    for byte in utf8 {
      switch byte {
      case 0x80..<0xA0 where bytes.last == 0xC2:
        bytes.removeLast()
        raw("\\u00")
        raw(String(byte, radix: 16))
      case 0x7F: raw("\\u007f")
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): raw("\\n")
      case UInt8(ascii: "\r"): raw("\\r")
      case UInt8(ascii: "\t"): raw("\\t")
      case 0..<0x20:
        raw(byte < 0x10 ? "\\u000" : "\\u00")
        raw(String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends an object.
  ///
  /// - Parameter write: Writes the members.
  package mutating func object(_ write: (inout JSONText) -> Void) {
    raw(UInt8(ascii: "{"))
    write(&self)
    raw(UInt8(ascii: "}"))
  }

  /// Appends `"key":`, after a comma unless it is the first key of its object.
  package mutating func key(_ name: String) {
    separate()
    string(name)
    raw(UInt8(ascii: ":"))
  }

  /// Appends `"name":"value"`, after a comma unless it is the first key of its object.
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  /// Appends `"name":1`, after a comma unless it is the first key of its object.
  package mutating func member(_ name: String, _ value: Int) {
    key(name)
    raw(String(value))
  }

  /// Appends `"name":true` or `"name":false`, after a comma unless it is the first key of its object.
  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    raw(value ? "true" : "false")
  }

  /// Appends `"name":["value",…]`, after a comma unless it is the first key of its object.
  package mutating func member(_ name: String, _ values: [String]) {
    key(name)
    raw("[")
    for value in values {
      separate()
      string(value)
    }
    raw("]")
  }

  /// Appends `"name":{…}`, after a comma unless it is the first key of its object.
  ///
  /// - Parameter write: Writes the members.
  package mutating func member(_ name: String, _ write: (inout JSONText) -> Void) {
    key(name)
    object(write)
  }

  /// Appends `"name":[{…},…]`, after a comma unless it is the first key of its object.
  ///
  /// - Parameter write: Writes the members of an item.
  package mutating func member<Items: Sequence>(
    _ name: String, _ items: Items, _ write: (inout JSONText, Items.Element) -> Void
  ) {
    key(name)
    raw("[")
    for item in items {
      separate()
      object { write(&$0, item) }
    }
    raw("]")
  }

  /// Appends `"name":"value"`, or `"name":null` without a value, after a comma unless it is the first key of its object.
  package mutating func member(_ name: String, _ value: String?) {
    if let value { member(name, value) } else { null(name) }
  }

  /// Appends `"name":null`, after a comma unless it is the first key of its object.
  package mutating func null(_ name: String) {
    key(name)
    raw("null")
  }

  /// Appends a comma, except at the start and after an opening bracket or a colon.
  package mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: raw(UInt8(ascii: ","))
    }
  }
}
