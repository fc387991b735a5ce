/// A text of just under 1 MB, or a part of that, which is meant to be slow to check.
struct HardInput {
  enum Kind {
    /// A whole spec, in YAML or JSON.
    case spec(String)
    /// A JSON Schema and a value to validate.
    case schema(String, value: String)
  }

  let name: String
  let kind: Kind

  var byteCount: Int {
    switch kind {
    case .spec(let text): text.utf8.count
    case .schema(let schema, let value): schema.utf8.count + value.utf8.count
    }
  }

  static let size = 1_000_000
  /// The fraction of each input's size to generate. Comparing sizes shows how time grows.
  @TaskLocal static var scale = 1.0

  static var all: [HardInput] { texts + specs + schemas }

  static func spec(_ name: String, _ text: String) -> HardInput { HardInput(name: name, kind: .spec(text)) }

  static func schema(_ name: String, _ schema: String, _ value: String) -> HardInput {
    HardInput(name: name, kind: .schema(schema, value: value))
  }

  /// Returns a text of at most `size` bytes that repeats a piece.
  static func filled(_ piece: String, before: String = "", after: String = "", size: Int = Self.size) -> String {
    let room = Int(Double(size) * scale) - before.utf8.count - after.utf8.count
    return before + String(repeating: piece, count: max(room / piece.utf8.count, 0)) + after
  }

  /// Returns a text of at most `size` bytes that consists of numbered pieces.
  static func numbered(
    before: String = "", after: String = "", size: Int = Self.size, _ piece: (Int) -> String
  ) -> String {
    let size = Int(Double(size) * scale)
    var text = before
    var number = 0
    while true {
      let next = piece(number)
      if text.utf8.count + next.utf8.count + after.utf8.count > size { return text + after }
      text += next
      number += 1
    }
  }
}
