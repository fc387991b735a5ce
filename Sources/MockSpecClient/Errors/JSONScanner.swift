import Foundation

/// Finds a value in JSON text without reading the rest. Doesn't recurse, and tolerates mistakes in values it skips.
struct JSONScanner {
  private let bytes: [UInt8]
  private var index = 0

  /// Returns the offset of the value at a path, or of the innermost value on the path that exists; `nil` if the body
  /// isn't a JSON object or array.
  static func offset(of path: [any CodingKey], in body: Data) -> Int? {
    var scanner = JSONScanner(bytes: Array(body))
    scanner.skipSpace()
    guard scanner.current == UInt8(ascii: "{") || scanner.current == UInt8(ascii: "[") else { return nil }
    for key in path {
      let start = scanner.index
      guard scanner.enter(key) else { return start }
    }
    return scanner.index
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Moves from a container to its element with a key.
  private mutating func enter(_ key: any CodingKey) -> Bool {
    switch current {
    case UInt8(ascii: "["):
      guard let wanted = key.intValue, wanted >= 0 else { return false }
      index += 1
      skipSpace()
      for _ in 0..<wanted {
        skipValue()
        skipSpace()
        guard skip(",") else { return false }
      }
      return current.map { $0 != UInt8(ascii: "]") } ?? false
    case UInt8(ascii: "{"):
      index += 1
      repeat {
        skipSpace()
        guard let name = takeString() else { return false }
        skipSpace()
        guard skip(":") else { return false }
        if name == key.stringValue { return current != nil }
        skipValue()
        skipSpace()
      } while skip(",")
      return false
    default: return false
    }
  }

  private mutating func skipSpace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  /// Skips a delimiter and the space after it.
  private mutating func skip(_ delimiter: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: delimiter) else { return false }
    index += 1
    skipSpace()
    return true
  }

  private mutating func takeString() -> String? {
    guard current == UInt8(ascii: "\"") else { return nil }
    let start = index
    skipString()
    let quoted = Data(bytes[start..<index])
    return (try? JSONSerialization.jsonObject(with: quoted, options: .fragmentsAllowed)) as? String
  }

  private mutating func skipString() {
    index += 1
    while let byte = current, byte != UInt8(ascii: "\"") {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
  }

  private mutating func skipValue() {
    var depth = 0
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The end of the container, after a number or a word.
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          index += 1
          return
        }
      case UInt8(ascii: ",") where depth == 0: return
      default: break
      }
      index += 1
    }
  }
}
