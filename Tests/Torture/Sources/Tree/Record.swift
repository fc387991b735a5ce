/// One line of a body: `name version length filler checksum`. A body consists of such lines; its version is that of the last.
struct Record: Sendable {
  let name: String
  let version: Int
  let length: Int

  private static let letters = String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 20_000)

  private var head: String { "\(name) \(version) \(length) " }

  /// The checksum as 16 characters.
  var checksum: String {
    let sum = Self.checksum(Array((head + Self.letters.prefix(length)).utf8)[...])
    let text = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  /// The line without a line feed.
  var line: String { "\(head)\(Self.letters.prefix(length)) \(checksum)" }

  /// The parts of the line that change with the version. Each occurs once in a file.
  var changing: [String] { ["\(name) \(version) ", checksum] }

  /// FNV-1a.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return sum
  }

  /// Returns the version of a body; `nil` if the body isn't complete, or is another one's.
  static func version(of body: [UInt8], named name: String) -> Int? {
    guard body.last == UInt8(ascii: "\n") else { return nil }
    var version: Int?
    for line in body.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard line.count > 17 else { return nil }
      let start = line.endIndex - 17
      let fields = line.prefix(80).split(separator: UInt8(ascii: " "), maxSplits: 3)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 4, fields[0] == name, let number = Int(fields[1]), let length = Int(fields[2]),
        line.count == name.utf8.count + fields[1].utf8.count + fields[2].utf8.count + 3 + length + 17,
        line[start] == UInt8(ascii: " "),
        UInt64(String(decoding: line[(start + 1)...], as: UTF8.self), radix: 16) == checksum(line[..<start])
      else { return nil }
      version = number
    }
    return version
  }
}
