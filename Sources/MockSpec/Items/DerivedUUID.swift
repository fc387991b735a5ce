/// UUIDs that are the same in each run.
enum DerivedUUID {
  /// Returns a UUID of version 8 (RFC 9562 §5.8), whose other bits are hashes of a text.
  static func text(from name: String) -> String {
    var bytes = ["0", "1"].flatMap { part in
      withUnsafeBytes(of: ContentHash(Array((part + name).utf8)).value.bigEndian) { Array($0) }
    }
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return groups.map { digits[$0].joined() }.joined(separator: "-")
  }
}
