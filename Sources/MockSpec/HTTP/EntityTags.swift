/// The versions of a body in an `If-Match` or `If-None-Match` field (RFC 9110 §13.1.1).
enum EntityTags {
  /// Any version: `*`.
  case any
  case some([EntityTag])

  /// - Parameter values: The values of all lines of the field. If they aren't a list of entity tags, the list is empty.
  init(_ values: [String]) {
    self = values == ["*"] ? .any : .some(EntityTag.list(values.joined(separator: ",")) ?? [])
  }

  /// Returns whether the current version is one of these.
  ///
  /// - Parameter isStrong: Whether weak tags never match, since they don't guarantee equal bytes (RFC 9110 §8.8.3.2).
  func contain(_ current: EntityTag?, isStrong: Bool) -> Bool {
    switch self {
    case .any: true
    case .some(let tags):
      tags.contains { tag in
        guard let current, tag.text == current.text else { return false }
        return !isStrong || !tag.isWeak && !current.isWeak
      }
    }
  }
}

/// The name of a version of a body, such as `"1"` or `W/"1"` (RFC 9110 §8.8.3).
struct EntityTag: Equatable {
  var isWeak: Bool
  /// The text between the quotation marks. It has no escapes.
  var text: [UInt8]

  /// Parses the value of an `ETag` field; `nil` if it isn't a single tag.
  init?(_ value: String) {
    guard let tags = Self.list(value), tags.count == 1 else { return nil }
    self = tags[0]
  }

  private init(isWeak: Bool, text: some Sequence<UInt8>) {
    (self.isWeak, self.text) = (isWeak, Array(text))
  }

  /// Parses tags separated by commas; `nil` if the list contains anything else.
  fileprivate static func list(_ list: String) -> [EntityTag]? {
    var tags: [EntityTag] = []
    var rest = list[...].utf8
    while true {
      rest = rest.drop { $0.isBlank || $0 == UInt8(ascii: ",") }
      guard !rest.isEmpty else { return tags }
      let isWeak = rest.starts(with: "W/".utf8)
      if isWeak { rest = rest.dropFirst(2) }
      let mark = UInt8(ascii: "\"")
      guard rest.popFirst() == mark, let end = rest.firstIndex(of: mark),
        rest[..<end].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
      else { return nil }
      tags.append(EntityTag(isWeak: isWeak, text: rest[..<end]))
      rest = rest[rest.index(after: end)...].drop(while: \.isBlank)
      guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
    }
  }
}
