/// A request's path in its canonical form, so that two paths are the same if their bytes are.
///
/// Split before it is decoded, so that `%2F` never splits (RFC 3986 §2.2), with `.` and `..` segments resolved (§5.2.4).
/// Nearly all paths arrive that way and are taken as they are.
struct RequestPath: Sendable {
  /// As `CanonicalText` has it, with a slash in front of every segment.
  let text: String

  init(_ path: String) { text = Self.isCanonical(path) ? path : Self.resolved(path) }

  /// Percent-decoded, without slashes.
  var segments: [[UInt8]] {
    text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { PercentText.decode($0) }
  }

  private static func isCanonical(_ path: String) -> Bool {
    path.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.first == UInt8(ascii: "/") else { return false }
      var last: UInt8 = 0
      for byte in bytes {
        if last == UInt8(ascii: "/"), byte == UInt8(ascii: ".") { return false }
        guard CanonicalText.isPlain(byte) || byte == UInt8(ascii: "/") else { return false }
        last = byte
      }
      return true
    } ?? false
  }

  private static func resolved(_ path: String) -> String {
    var kept: [[UInt8]] = []
    let start = path.utf8.first == UInt8(ascii: "/") ? path.utf8.dropFirst() : path.utf8[...]
    let pieces = start.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (place, piece) in pieces.enumerated() {
      let segment = PercentText.decode(piece)
      guard segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8) else {
        kept.append(segment)
        continue
      }
      if segment.count == 2 { _ = kept.popLast() }
      // A slash ends what is left.
      if place == pieces.count - 1 { kept.append([]) }
    }
    var bytes: [UInt8] = []
    for segment in kept {
      bytes.append(UInt8(ascii: "/"))
      CanonicalText.append(segment, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// One way to write each segment: visible ASCII stands for itself, but for `%` and `/`; all else is percent-encoded in
/// upper case (RFC 3986 §6.2.2). So a slash always separates, and no byte below a space occurs.
enum CanonicalText {
  static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "/")
  }

  /// - Parameter segment: decoded.
  static func append(_ segment: [UInt8], to bytes: inout [UInt8]) {
    for byte in segment {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}
