/// Finds the names of the operations in a GraphQL document (GraphQL, October 2021, §2) without parsing their contents.
///
///     query Item($id: ID = "{") { item(id: $id) { ...Name } }  fragment Name on Item { name }
///     ╰──┬────╯                                             ╰┬ the outermost closing brace ends a definition
///        ╰ a definition starts with a keyword and a name
struct GraphQLDocument {
  private let bytes: [UInt8]
  private var index = 0

  /// Returns the name of the only named operation; `nil` if there are none or several, or if brackets or strings aren't
  /// closed.
  static func onlyOperationName(in bytes: [UInt8]) -> String? {
    var document = GraphQLDocument(bytes)
    guard let names = document.operationNames(), names.count == 1 else { return nil }
    return names[0]
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private enum Token {
    case name(Range<Int>)
    case opening, closing
    case other
  }

  private mutating func operationNames() -> [String]? {
    var names: [String] = []
    var depth = 0
    /// The number of tokens read in the current definition.
    var position = 0
    var isOperation = false
    while let token = next() {
      if position == 0 { isOperation = false }
      position += 1
      switch token {
      case .name(let range) where position == 1: isOperation = Self.keywords.contains { $0.elementsEqual(bytes[range]) }
      case .name(let range) where position == 2 && isOperation:
        names.append(String(decoding: bytes[range], as: UTF8.self))
      case .name, .other: break
      case .opening: depth += 1
      case .closing:
        depth -= 1
        guard depth >= 0 else { return nil }
        if depth == 0, bytes[index - 1] == UInt8(ascii: "}") { position = 0 }
      }
    }
    return depth == 0 && isWhole ? names : nil
  }

  private static let keywords = ["query", "mutation", "subscription"].map { Array($0.utf8) }

  // MARK: - Tokens

  private var isWhole = true

  /// Returns the next token; `nil` at the end and at a string that isn't closed.
  private mutating func next() -> Token? {
    while index < bytes.count {
      let start = index
      index += 1
      switch bytes[start] {
      // White space, commas and the bytes of a byte-order mark are insignificant.
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), 0xEF, 0xBB, 0xBF: continue
      case UInt8(ascii: "#"):
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      case UInt8(ascii: "\""):
        isWhole = skipString()
        return isWhole ? .other : nil
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): return .opening
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): return .closing
      case let byte where Self.isNameByte(byte):
        while index < bytes.count, Self.isNameByte(bytes[index]) { index += 1 }
        return .name(start..<index)
      default: return .other
      }
    }
    return nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
  }

  /// Skips the rest of a string, after its first quote. A string ends on its line. A block string is enclosed in three
  /// quotes and can contain anything; `\"""` is an escaped delimiter.
  ///
  /// - Returns: Whether the string is closed.
  private mutating func skipString() -> Bool {
    if bytes[index...].starts(with: [UInt8(ascii: "\""), UInt8(ascii: "\"")]) {
      index += 2
      return skipBlockString()
    }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"): index = min(index + 1, bytes.count)
      case 0x0A, 0x0D: return false
      default: break
      }
    }
    return false
  }

  private mutating func skipBlockString() -> Bool {
    var quotes = 0
    var isEscaped = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\"") else {
        quotes = 0
        isEscaped = byte == UInt8(ascii: "\\")
        continue
      }
      quotes += 1
      guard quotes == 3 else { continue }
      if !isEscaped { return true }
      quotes = 0
      isEscaped = false
    }
    return false
  }
}
