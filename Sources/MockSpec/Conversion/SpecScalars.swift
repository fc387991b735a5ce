import MockSpecDocument

/// The scalars of a spec or project file, classified by their use.
///
/// Where text is expected, the spelling of a scalar is kept: `Retry-After: 0x1F` sends `0x1F`. For numbers, Booleans
/// and JSON, only the value is relevant: `status: 0xC8` is 200, and `json: 0x1F` is 31.
struct SpecScalars {
  /// The text of numbers and Booleans that are used as text and that JSON would spell differently, by node index. JSON
  /// needs a string for them.
  private(set) var texts: [Int: String] = [:]
  /// The scalars that name body files, schema files and files of items.
  private(set) var files: [Node] = []
  /// The indices of the `files` that name schemas or items, which are JSON or YAML.
  private(set) var documents: Set<Int> = []

  /// The keys whose value is a number or a Boolean. Tests compare this list with the published schemas.
  static let typedKeys: Set = [
    "mockspec", "status", "priority", "port", "times", "sigma", "bytesPerSecond", "chunk", "code", "threads", "tls",
    "template", "passthrough", "present", "ignoreCase", "cors", "enabled", "exactQuery", "ranges", "bodyBytes",
    "bodyRate", "connections", "connectionsPerAddress", "requestLineBytes", "headerBytes", "headerCount",
    "streamResets", "above", "below", "atLeast", "atMost", "close", "otherwise", "input", "output",
  ]
  /// The keys whose value is any JSON value.
  static let valueKeys: Set = ["json", "jsonEquals", "schema", "variables", "arguments"]
  /// The keys of mappings in which the user chooses the keys.
  private static let namedKeys: Set = [
    "requests", "responses", "headers", "query", "params", "cookies", "form", "multipart", "pointers", "paths",
  ]

  /// The keys of mappings in which every scalar is a name or a value of a state.
  private static let textKeys: Set = ["scenes", "states", "when", "set"]

  /// The use of the scalars in a part of the file.
  private enum Context {
    /// A mapping with keys of the language, or text.
    case language
    /// A mapping with names as keys and `language` as values.
    case names
    /// A mapping of names to collections.
    case collections
    /// A mapping with keys of a collection, whose responses are `operations`.
    case collection
    /// A mapping of operations to `names`.
    case operations
    /// Text at any depth, as in scenes, where every scalar is a name.
    case texts
    /// Values at any depth.
    case value

    func child(_ key: String) -> Context {
      switch self {
      case .names: .language
      case .collections: .collection
      case .collection where key == "responses": .operations
      case .collection: Context.language.child(key)
      case .operations: .names
      case .language where key == "collections": .collections
      case .texts, .value: self
      case .language where namedKeys.contains(key): .names
      case .language where textKeys.contains(key): .texts
      // A list of items; the path of a file has no other spelling in JSON.
      case .language where key == "items": .value
      case .language where typedKeys.contains(key) || valueKeys.contains(key) || key.hasPrefix("x-"): .value
      case .language: .language
      }
    }
  }

  init(_ root: Node) {
    var pending = [(node: root, context: Context.language)]
    while let (node, context) = pending.popLast() {
      for (key, value) in node.entries {
        let key = key.text
        let isDocument = (key == "schema" || key == "items") && value.kind == .string
        let isLanguage = context == .language || context == .collection
        if isLanguage, key == "file" || isDocument { files.append(value) }
        if isLanguage, isDocument { documents.insert(value.index) }
        pending.append((value, context.child(key)))
      }
      for element in node.elements { pending.append((element, context)) }
      if context != .value, Self.losesText(node) { texts[node.index] = node.text }
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
