/// The paths of the server's control API, which isn't part of the mocks.
package enum ControlPath {
  /// The first segment of these paths.
  package static let segment = "__mockspec"

  /// Returns whether a pattern only matches paths of the control API: its first segment is a literal `__mockspec`.
  static func contains(_ pattern: PathPattern) -> Bool {
    if case .literal(let bytes)? = pattern.segments.first { bytes.elementsEqual(segment.utf8) } else { false }
  }

  /// Returns whether the first segment of a path is `__mockspec`, percent-encoded or not.
  package static func contains(_ path: String) -> Bool {
    // This check rules out nearly all paths.
    guard path.utf8.dropFirst().first == UInt8(ascii: "_") || path.utf8.contains(where: isEscape) else { return false }
    return CallPath(path).segments.first?.elementsEqual(segment.utf8) ?? false
  }

  /// Returns whether a byte can begin a part of a path that isn't canonical.
  private static func isEscape(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "%") || byte == UInt8(ascii: ".") }
}
