import MockSpecDocument

/// A kind of mapping of the spec language, such as a request, with its keys and the mappings inside it.
///
/// The keys and the shapes of their values are those of the published schemas, so that they exist once.
enum Level: String, CaseIterable {
  // Mappings with fixed keys.
  case spec, project, defaults, collection, parameters, operations, request, response, match, body, graphql, operators,
    step, stream, event, toolCall, modelUsage, modelError, callback, retry, websocket, socketMessage, sentMessage,
    delay, throttle, error, scene, server, limits
  // Mappings of names.
  case requests, responses, scenes, matchers, fields, states, when, set, collections

  /// The forms that a value can have.
  struct Shape: OptionSet {
    let rawValue: Int
    static let scalar = Shape(rawValue: 1)
    static let list = Shape(rawValue: 2)
    static let mapping = Shape(rawValue: 4)
    static let any: Shape = [.scalar, .list, .mapping]
    /// A scalar that is a number, beside `scalar`.
    fileprivate static let number = Shape(rawValue: 8)

    init(rawValue: Int) { self.rawValue = rawValue }

    init(of node: Node) {
      switch node.kind {
      case .mapping: self = .mapping
      case .sequence: self = .list
      default: self = .scalar
      }
    }
  }

  /// The keys of a mapping with fixed keys, with the shapes of their values; empty for a mapping of names.
  var keys: [String: Shape] { Self.tables[self] ?? [:] }

  /// Whether the keys are names that the user chooses.
  var hasNames: Bool { Self.names.contains(self) }

  private static let names: Set<Level> = [
    .requests, .responses, .scenes, .matchers, .fields, .states, .when, .set, .collections,
  ]

  /// The level of each member of a mapping of names.
  var member: Level? {
    switch self {
    case .requests: .request
    case .responses: .response
    case .scenes: .scene
    case .matchers: .operators
    case .collections: .collection
    default: nil
    }
  }

  /// The levels inside this one, by key; in a mapping of names, the key is `*`.
  var children: [(key: String, level: Level)] {
    switch self {
    case .spec:
      [("requests", .requests), ("defaults", .defaults), ("states", .states), ("collections", .collections)]
    case .collection: [("parameters", .parameters), ("responses", .operations)]
    case .operations: ItemOperation.allCases.map { ($0.rawValue, .responses) }
    case .project: [("defaults", .defaults), ("scenes", .scenes), ("server", .server)]
    case .requests, .responses, .scenes, .matchers, .collections: member.map { [("*", $0)] } ?? []
    case .request: [("match", .match), ("responses", .responses), ("sequence", .step), ("when", .when)]
    case .response, .defaults:
      (self == .defaults ? [("match", .match)] : [("error", .error), ("when", .when), ("set", .set)])
        + [("headers", .fields), ("delay", .delay), ("throttle", .throttle)]
        + (self == .response
          ? [("stream", .stream), ("callbacks", .callback), ("websocket", .websocket)] : [])
    case .callback: [("delay", .delay), ("headers", .fields), ("retry", .retry)]
    case .stream:
      [
        ("events", .event), ("every", .delay), ("toolCalls", .toolCall), ("usage", .modelUsage), ("error", .modelError),
        ("firstDelay", .delay),
      ]
    case .event: [("delay", .delay)]
    case .websocket: [("messages", .socketMessage)]
    case .socketMessage: [("send", .sentMessage), ("receive", .body), ("delay", .delay), ("every", .delay)]
    case .match:
      [
        ("query", .matchers), ("headers", .matchers), ("params", .matchers), ("cookies", .matchers), ("body", .body),
      ]
    case .body:
      [
        ("text", .operators), ("pointers", .matchers), ("paths", .matchers), ("form", .matchers),
        ("multipart", .matchers), ("graphql", .graphql),
      ]
    case .operators: [("not", .operators)]
    case .server: [("limits", .limits)]
    case .scene: [("states", .set)]
    case .parameters, .graphql, .step, .toolCall, .modelUsage, .modelError, .retry, .sentMessage, .delay, .throttle,
      .error, .limits, .fields, .states, .when, .set:
      []
    }
  }

  func child(_ key: String) -> Level? { children.first { $0.key == (hasNames ? "*" : key) }?.level }

  /// Returns whether a key is known and a value has a shape that is valid for it.
  func accepts(_ key: String, _ value: Node) -> Bool { keys[key]?.contains(Shape(of: value)) == true }

  func wantsNumber(_ key: String) -> Bool { keys[key]?.contains(.number) == true }

  /// Returns whether the value of a key can be a mapping of names that the user chooses, or any JSON.
  func hasFreeContent(_ key: String) -> Bool {
    keys[key].map { $0.contains(.mapping) && child(key)?.hasNames ?? ($0 == .any) } ?? false
  }

  // MARK: - The tables

  private static let tables: [Level: [String: Shape]] = {
    var tables: [Level: [String: Shape]] = [:]
    for level in allCases where !level.hasNames {
      let text = level.isOfProject ? SchemaLibrary.projectText : SchemaLibrary.specText
      guard let root = documents[text]?.root else { continue }
      let schema = level.definition.map { root.value("$defs")?.value($0) } ?? root
      var keys: [String: Shape] = [:]
      let properties = schema?.value("properties").map { Array($0.entries) } ?? []
      for (key, value) in properties { keys[key.text] = shape(value, root.value("$defs")) }
      tables[level] = keys
    }
    return tables
  }()

  private static let documents = [SchemaLibrary.specText, SchemaLibrary.projectText].reduce(into: [:]) {
    $0[$1] = DocumentParser.parseJSON(Array($1.utf8))
  }

  private var isOfProject: Bool { self == .project || self == .scene || self == .server || self == .limits }

  /// The name of the level's definition in the schemas; `nil` for a whole file.
  private var definition: String? {
    switch self {
    case .match: "longMatch"
    case .step: "repeatedStep"
    case .event: "streamEvent"
    case .delay: "delaySpread"
    case .error: "customError"
    case .scene: "extendedScene"
    case .limits: "serverLimits"
    case .parameters: "collectionParameters"
    case .operations: "collectionResponses"
    case .retry: "callbackRetry"
    case .defaults, .collection, .request, .response, .body, .graphql, .operators, .stream, .toolCall,
      .modelUsage, .modelError, .callback, .websocket, .socketMessage, .sentMessage, .throttle, .server:
      rawValue
    case .spec, .project, .requests, .responses, .scenes, .matchers, .fields, .states, .when, .set, .collections: nil
    }
  }

  private static func shape(_ schema: Node, _ definitions: Node?) -> Shape {
    if let reference = schema.value("$ref")?.text.split(separator: "/").last,
      let target = definitions?.value(String(reference))
    {
      return shape(target, definitions)
    }
    if let choices = schema.value("oneOf") { return choices.elements.reduce([]) { $0.union(shape($1, definitions)) } }
    guard let types = schema.value("type") else { return .any }
    let names = types.isScalar ? [types.text] : types.elements.map(\.text)
    return names.reduce([]) { shape, name in
      switch name {
      case "object": shape.union(.mapping)
      case "array": shape.union(.list)
      case "integer", "number": shape.union([.scalar, .number])
      default: shape.union(.scalar)
      }
    }
  }
}
