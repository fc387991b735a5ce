import MockSpecDocument

/// Walks a spec or project file and says what its scalars are there for: text, which is taken as it is written, or
/// numbers, truth values and JSON, of which only the value counts.
///
/// `Retry-After: 0x1F` sends `0x1F`, while `status: 0xC8` is 200 and `json: 0x1F` is 31.
struct SpecPlaces {
  /// Numbers and truth values that must become strings in JSON, which would write their text otherwise; by index.
  private(set) var texts: [Int: String] = [:]
  /// The scalars that name files: bodies, and schemas.
  private(set) var files: [Node] = []
  /// Those of `files` that name schemas, by index.
  private(set) var schemas: Set<Int> = []

  /// Keys with a number or a truth value. Tests hold this against the published schemas.
  static let typedKeys: Set = [
    "mockspec", "status", "priority", "port", "times", "sigma", "bytesPerSecond", "chunk", "code", "threads",
    "template",
    "passthrough", "present", "ignoreCase", "cors",
  ]
  /// Keys with anything that JSON can say.
  static let valueKeys: Set = ["json", "jsonEquals", "schema", "variables"]
  /// Keys of mappings whose own keys are names that the user gives.
  private static let namedKeys: Set = [
    "requests", "responses", "headers", "query", "params", "cookies", "form", "multipart", "pointers",
  ]

  private enum Place {
    /// A mapping whose keys are the language's, and all other text.
    case language
    /// A mapping from names to places of the language.
    case names
    /// Text at any depth: scenes, in which every scalar is a name.
    case texts
    /// Of anything in here only the value counts.
    case value

    func child(_ key: String) -> Place {
      switch self {
      case .names: .language
      case .texts, .value: self
      case .language where namedKeys.contains(key): .names
      case .language where key == "scenes": .texts
      case .language where typedKeys.contains(key) || valueKeys.contains(key) || key.hasPrefix("x-"): .value
      case .language: .language
      }
    }
  }

  init(_ root: Node) {
    var pending = [(node: root, place: Place.language)]
    while let (node, place) = pending.popLast() {
      for (key, value) in node.entries {
        let key = key.text
        let isSchema = key == "schema" && value.kind == .string
        if place == .language, key == "file" || isSchema { files.append(value) }
        if place == .language, isSchema { schemas.insert(value.index) }
        pending.append((value, place.child(key)))
      }
      for element in node.elements { pending.append((element, place)) }
      if place != .value, Self.losesText(node) { texts[node.index] = node.text }
    }
    files.sort { $0.index < $1.index }
  }

  private static func losesText(_ node: Node) -> Bool {
    switch node.kind {
    case .integer, .float: !DecimalText.isJSON(node.text)
    case .bool: node.text != "true" && node.text != "false"
    default: false
    }
  }
}
