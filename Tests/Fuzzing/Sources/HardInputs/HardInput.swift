/// A text of just under 1 MB that was made to be slow.
struct HardInput {
  enum Kind {
    /// A whole spec, in YAML or JSON.
    case spec(String)
    /// A JSON Schema, and the value that it is asked about.
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

  static func spec(_ name: String, _ text: String) -> HardInput { HardInput(name: name, kind: .spec(text)) }

  static func schema(_ name: String, _ schema: String, _ value: String) -> HardInput {
    HardInput(name: name, kind: .schema(schema, value: value))
  }

  /// A text again and again, as long as all together is small enough.
  static func filled(_ piece: String, before: String = "", after: String = "", size: Int = Self.size) -> String {
    before + String(repeating: piece, count: (size - before.utf8.count - after.utf8.count) / piece.utf8.count) + after
  }

  /// Pieces with numbers in them, likewise.
  static func numbered(
    before: String = "", after: String = "", size: Int = Self.size, _ piece: (Int) -> String
  ) -> String {
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
