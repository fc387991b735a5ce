import MockSpecDiagnostics

/// The way to a member of an object, such as `address.city`.
struct MemberPath: Sendable, Hashable {
  /// The names as JSON strings.
  private let names: [[UInt8]]

  /// - Parameter text: The names, separated by dots.
  init(_ text: String) {
    names = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Self.string)
  }

  /// The way to a member of the object itself, whose name can contain dots.
  init(name: String) { names = [Self.string(name.utf8)] }

  private static func string(_ name: some Collection<UInt8>) -> [UInt8] {
    var text = JSONText()
    text.string(utf8: name)
    return text.bytes
  }

  /// Returns the JSON of the member; `nil` if there is none.
  ///
  /// - Parameter json: An object as ``JSONBody`` writes it. The result shares its memory.
  func value(in json: [UInt8]) -> ArraySlice<UInt8>? {
    let range = json.withUnsafeBufferPointer { json -> Range<Int>? in
      var range = json.indices
      for name in names {
        guard let member = Self.member(name, of: range.lowerBound, in: json) else { return nil }
        range = member
      }
      return range
    }
    return range.map { json[$0] }
  }

  /// Returns the range of a member of the object that starts at an offset; `nil` if there is none, or if the value isn't an
  /// object.
  private static func member(_ name: [UInt8], of start: Int, in json: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    guard json[start] == UInt8(ascii: "{"), json[start + 1] != UInt8(ascii: "}") else { return nil }
    var key = start + 1
    while true {
      let value = end(of: key, in: json) + 1
      let next = end(of: value, in: json)
      if json[key..<(value - 1)].elementsEqual(name) { return value..<next }
      guard json[next] == UInt8(ascii: ",") else { return nil }
      key = next + 1
    }
  }

  /// Returns the end of the value that starts at an offset.
  private static func end(of start: Int, in json: UnsafeBufferPointer<UInt8>) -> Int {
    var index = start
    var depth = 0
    repeat {
      switch json[index] {
      case UInt8(ascii: "\""):
        index += 1
        while json[index] != UInt8(ascii: "\"") { index += json[index] == UInt8(ascii: "\\") ? 2 : 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): break
      default:
        // A number, `true`, `false` or `null`.
        while index + 1 < json.count, !",]}".utf8.contains(json[index + 1]) { index += 1 }
      }
      index += 1
    } while depth > 0
    return index
  }
}
