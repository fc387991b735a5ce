import MockSpecDocument

/// Finds the secrets in JSON.
///
/// The text isn't parsed, but read token by token, so that secrets are found in the beginning of a document, too, and in several
/// documents one after the other. Other text is refused.
struct JSONSecrets {
  /// The ranges of secret values, each with the text that replaces it.
  private(set) var found: [(range: Range<Int>, replacement: String)] = []

  private let bytes: [UInt8]
  private let redaction: Redaction
  private var index = 0
  /// The open collections: whether each is an object, and whether its next string is a key.
  private var open: [(isObject: Bool, expectsKey: Bool)] = []
  /// Whether the value that follows is that of a secret key.
  private var isSecret = false

  /// Reads a text; `nil` if it isn't JSON or the beginning of JSON.
  init?(_ bytes: [UInt8], _ redaction: Redaction) {
    self.bytes = bytes
    self.redaction = redaction
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    guard let first = bytes[index...].first(where: { !Self.isBlank($0) }), "{[\"".utf8.contains(first) else {
      return nil
    }
    while index < bytes.count {
      guard read() else { return nil }
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Reads a token.
  ///
  /// - Returns: Whether it can be one of JSON.
  private mutating func read() -> Bool {
    switch bytes[index] {
    case let byte where Self.isBlank(byte): index += 1
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if isSecret { return hideCollection() }
      let isObject = bytes[index] == UInt8(ascii: "{")
      open.append((isObject, isObject))
      index += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      guard let last = open.popLast(), last.isObject == (bytes[index] == UInt8(ascii: "}")) else { return false }
      isSecret = false
      index += 1
    case UInt8(ascii: ","):
      if let last = open.indices.last { open[last].expectsKey = open[last].isObject }
      isSecret = false
      index += 1
    case UInt8(ascii: ":"): index += 1
    case UInt8(ascii: "\""): readString()
    default: return readWord()
    }
    return true
  }

  private mutating func readString() {
    let start = index
    skipString()
    let text = Self.text(bytes[start..<index])
    if let last = open.indices.last, open[last].expectsKey {
      open[last].expectsKey = false
      isSecret = redaction.isSecret(text)
    } else if isSecret || redaction.mayHoldSecret(text) {
      hide(start..<index, Redaction.redacted(text))
    }
  }

  /// Returns the content of a string, which can lack its end.
  private static func text(_ token: ArraySlice<UInt8>) -> String {
    if token.contains(UInt8(ascii: "\\")), let node = DocumentParser.parseJSON(Array(token))?.root { return node.text }
    let content = token.dropFirst()
    return String(decoding: content.last == UInt8(ascii: "\"") ? content.dropLast() : content, as: UTF8.self)
  }

  private mutating func skipString() {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(bytes.count, index + 1)
  }

  /// Reads a number, `true`, `false` or `null`.
  private mutating func readWord() -> Bool {
    let start = index
    while index < bytes.count, bytes[index].isPartOfWord { index += 1 }
    if index == start { return false }
    if isSecret { hide(start..<index, Redaction.redacted(String(decoding: bytes[start..<index], as: UTF8.self))) }
    return true
  }

  /// Hides an object or an array.
  private mutating func hideCollection() -> Bool {
    let start = index
    var depth = 0
    repeat {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        skipString()
        continue
      default: break
      }
      index += 1
    } while depth > 0 && index < bytes.count
    hide(start..<index, Redaction.hidden)
    return true
  }

  private mutating func hide(_ range: Range<Int>, _ text: String) {
    found.append((range, JSONScalar.string(text)))
    isSecret = false
  }
}

extension UInt8 {
  fileprivate var isPartOfWord: Bool {
    (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 || "+-.".utf8.contains(self)
  }
}
