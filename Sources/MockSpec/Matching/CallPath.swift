/// The path of a call in canonical form, so that equivalent paths have equal bytes.
///
/// A path is split before it is decoded, so that `%2F` doesn't separate segments (RFC 3986 §2.2), and `.` and `..`
/// segments are resolved (§5.2.4). Most paths are canonical already and are used unchanged.
struct CallPath: Sendable {
  /// The segments as ``CanonicalText``, each with a slash in front of it; empty for `*`.
  let text: String

  init(_ path: String) {
    text = Self.isCanonical(path) ? path : path == MockCall.asterisk ? "" : Self.resolved(path)
  }

  /// Creates a path that is matched by a pattern and by every pattern that covers it.
  ///
  /// - Parameter pattern: The pattern; `nil` for a pattern that matches any path.
  init(matching pattern: PathPattern?) {
    var bytes: [UInt8] = []
    for segment in pattern?.segments ?? [.rest] {
      bytes.append(UInt8(ascii: "/"))
      if case .literal(let literal) = segment {
        CanonicalText.append(literal, to: &bytes)
      } else {
        bytes.append(UInt8(ascii: "*"))
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The percent-decoded segments, without slashes; none for `*`.
  var segments: [[UInt8]] {
    if text.isEmpty { return [] }
    return text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
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
      // The resolved path ends with a slash.
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

/// The canonical form of a segment: printable ASCII is literal, except for `%` and `/`; all other bytes are
/// percent-encoded in upper case (RFC 3986 §6.2.2). Every slash is therefore a separator, and control characters don't
/// occur.
enum CanonicalText {
  static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "/")
  }

  /// Appends a segment in canonical form.
  ///
  /// - Parameter segment: The percent-decoded segment.
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
