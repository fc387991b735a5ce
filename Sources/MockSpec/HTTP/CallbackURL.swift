/// The URL of a call that a mock makes.
package struct CallbackURL: Sendable, Hashable, CustomStringConvertible {
  package let origin: Origin
  /// The path with the query; never empty.
  package let target: String

  /// Parses a URL; `nil` if it isn't one with the scheme `http` or `https` and a host. A fragment isn't part of what is sent.
  package init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let rest = text[mark.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    guard let origin = Origin(String(text[..<end])) else { return nil }
    let target = rest[end...].prefix { $0 != "#" }
    // Anything else would be another line of the head, or another part of the request line.
    guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    self.origin = origin
    self.target = target.hasPrefix("/") ? String(target) : "/" + target
  }

  package var description: String { origin.description + target }
}
