import MockSpecDiagnostics
import MockSpecDocument

/// The message about misplaced keys, and how to move them.
struct PlacingAdvice {
  private let group: MisplacedKeys.Group
  private let places: [FailedPlaces.Place]
  /// The level to which the keys are to be moved: one of the group's.
  private let home: Home
  private let target: Home.Target

  init(_ group: MisplacedKeys.Group, _ places: [FailedPlaces.Place], _ home: Home) {
    self.home = home
    self.group = group
    self.places = places
    target = home.target(in: places[home.ancestor].mapping, for: group.entries)
  }

  private var place: FailedPlaces.Place { places[group.place] }
  private var isOne: Bool { group.entries.count == 1 }
  private var it: String { isOne ? "it" : "them" }

  /// `'method' and 'url' (here 'path') belong in 'match', not in request 'Login'`
  var message: String {
    var names = group.entries.prefix(6).map { key, value in
      let meaning = OtherToolKey.find(key.text, home.level, value)?.meaning
      return "'\(key.excerpt)'" + (meaning.map { $0 == key.text ? "" : " (here '\($0)')" } ?? "")
    }
    if group.entries.count > names.count { names.append("\(group.entries.count - names.count) more") }
    let homes = group.homes.map { home in
      home == self.home ? homeName : Self.name(of: home.level, nil)
    }
    return "\(names.listed) \(isOne ? "belongs" : "belong") \(Self.preposition(home.level)) "
      + "\(homes.joined(separator: " or ")), not \(Self.preposition(place.level)) \(placeName)"
  }

  private var homeName: String {
    if home.path.isEmpty { return name(of: places[home.ancestor], at: home.ancestor) }
    if home.path.last == SocketMessageKey.receive.rawValue { return Self.received }
    return Self.name(of: home.level, target.rest.isEmpty ? target.key : nil)
  }

  private var placeName: String { name(of: place, at: group.place) }

  private func name(of place: FailedPlaces.Place, at index: Int) -> String {
    if place.key?.text == SocketMessageKey.receive.rawValue { return Self.received }
    let isNamed = place.parent.map { places[$0].level.hasNames } ?? false
    return Self.name(of: place.level, isNamed ? place.key : nil)
  }

  private static let received = "'receive' of a message"

  private static func preposition(_ level: Level) -> String { level == .spec || level == .project ? "at" : "in" }

  private static func name(of level: Level, _ key: Node?) -> String {
    let name = key.map { " '\($0.excerpt)'" }
    return switch level {
    case .spec, .project: "the top level of the file"
    case .collection: name.map { "collection" + $0 } ?? "a collection"
    case .parameters: "'parameters' of a collection"
    case .operations: "'responses' of a collection"
    case .request: name.map { "request" + $0 } ?? "a request"
    case .response: name.map { "response" + $0 } ?? "a response"
    case .scene: name.map { "scene" + $0 } ?? "a scene"
    case .operators: "a value matcher"
    case .step: "a step of 'sequence'"
    case .event: "an event of 'stream'"
    case .callback: "an entry of 'callbacks'"
    case .socketMessage: "a message of 'websocket'"
    case .sentMessage: "'send' of a message"
    case .body: "'body' of 'match'"
    case .retry: "'retry' of a callback"
    case .toolCall: "a call of 'toolCalls'"
    case .modelUsage: "'usage'"
    case .modelError: "'error' of a stream"
    case .matchers: "a mapping of value matchers"
    case .fields: "'headers'"
    case .limits: "'limits' of 'server'"
    case .defaults, .match, .graphql, .stream, .websocket, .delay, .throttle, .error, .server, .requests, .responses,
      .scenes, .states, .when, .set, .collections:
      "'\(level)'"
    }
  }

  // MARK: - Several levels

  /// `'basePath' and 'host' belong in 'defaults', not at the top level of the file`
  static func message(_ advices: [PlacingAdvice]) -> String {
    let names = advices.flatMap { $0.group.entries.prefix(3).map { "'\($0.key.excerpt)'" } }
    let first = advices[0]
    return "\(names.listed) belong in '\(first.home.path[0])', "
      + "not \(preposition(first.place.level)) \(first.placeName)"
  }

  /// `write defaults: {basePath: …, match: {host: …}}`
  static func help(_ advices: [PlacingAdvice]) -> String {
    let inner = advices.map { $0.example(of: $0.target.rest.dropFirst()) }
    return "write \(advices[0].home.path[0]): {\(inner.joined(separator: ", "))}"
  }

  // MARK: - Help

  var help: String {
    if home.path.isEmpty { return outwards }
    return target.rest.isEmpty ? inwards : missing
  }

  /// Moving to a mapping around the keys.
  private var outwards: String {
    let destination = places[home.ancestor].mapping
    let existing = group.entries.compactMap { destination.entry($0.key.text)?.key }.first
    if let existing {
      if existing.text == "match", place.level == .response {
        return "write a second request with this match: 'match' is for all responses"
      }
      if existing.text == SpecKey.states.rawValue {
        return "add its content to 'states', at line \(existing.range.start.line)"
      }
      let them = isOne ? "it" : "'\(existing.excerpt)'"
      return "remove \(them): '\(existing.excerpt)' is at line \(existing.range.start.line) already"
    }
    guard let column = blockColumn(of: destination), isInBlock else { return "move \(it) out of \(placeName)" }
    let last = group.entries[group.entries.count - 1].value.range.bytes.upperBound
    let around = destination.entries.first {
      $0.value.range.bytes.contains(group.entries[0].key.range.bytes.lowerBound)
    }
    let isLast = around.map { $0.value.range.bytes.upperBound <= last } ?? false
    let name = destination.entries.first { _ in true }?.key.excerpt ?? ""
    if isLast, ownColumn > column, areAdjacent {
      return "indent \(it) by \(spaces(ownColumn - column)) less, to align \(it) with '\(name)'"
    }
    return "move \(it) out of \(placeName), and indent \(it) by \(spaces(ownColumn - column)) less, like '\(name)'"
  }

  /// Moving to a mapping that precedes the keys.
  private var inwards: String {
    guard let mapping = target.mapping, let column = blockColumn(of: mapping), isInBlock else {
      return "move \(it) into \(homeName)"
    }
    let end = mapping.range.bytes.upperBound
    let first = group.entries[0].key.range.bytes.lowerBound
    let between = place.mapping.entries.contains {
      (end..<max(end, first)).contains($0.key.range.bytes.lowerBound)
    }
    let name = mapping.entries.first { _ in true }?.key.excerpt ?? ""
    if end <= first, !between, areAdjacent, column > ownColumn {
      return "indent \(it) by \(spaces(column - ownColumn)) more, to align \(it) with '\(name)'"
    }
    return "move \(it) into \(homeName), and indent \(it) by \(spaces(column - 1)) like '\(name)'"
  }

  /// Moving to a mapping that isn't there yet.
  private var missing: String {
    if home.level == .operators, place.level != .body {
      return "write \(it) below a name in 'params', 'query', 'headers' or 'cookies': query: {name: {\(keys)}}"
    }
    if let (key, value) = target.next {
      if value.kind == .sequence { return "move \(it) into an entry of '\(key.excerpt)'" }
      if value.isScalar, !value.text.isEmpty, key.hasText("match") {
        let written = Set(value.text.contains(" ") ? ["method", "path"] : value.text.hasPrefix("/") ? ["path"] : [])
        let repeated = group.entries.filter { written.contains($0.key.text) }
        if !repeated.isEmpty, repeated.count == group.entries.count {
          return "remove \(it), or write \(it) into 'match': it has \(isOne ? "one" : "both") already"
        }
        return "use the long form of match: \(longMatch(value.text))"
      }
      let more = key.range.start.column + 2 - ownColumn
      if value.isEmptyNull, target.rest.count == 1, isInBlock, areAdjacent, more > 0 {
        return "indent \(it) by \(spaces(more)) more, so that '\(key.excerpt)' contains \(it)"
      }
    }
    if target.rest.count == 1, target.rest.first == "*", isInBlock, areAdjacent {
      return
        "write a name above \(it), such as '\(sampleName(in: homeKey)):', and indent \(it) by 2 spaces more"
    }
    return "write \(example(of: target.rest))"
  }

  /// The keys at their home, for example `responses: {Success: {status: …}}`.
  private func example(of path: ArraySlice<String>) -> String {
    if path.isEmpty { return keys }
    var text = "{\(keys)}"
    var steps = path
    while let step = steps.popLast() {
      let isList = ["callbacks", "events", "messages"].contains(step)
      text = "\(step == "*" ? sampleName(in: steps.last ?? homeKey) : step): \(isList ? "[\(text)]" : text)"
      if !steps.isEmpty { text = "{\(text)}" }
    }
    return text
  }

  /// What the keys are in: an operation of a collection, or a level.
  private var homeKey: String {
    let isOperation = place.parent.map { places[$0].level == .operations } ?? false
    return isOperation ? place.key?.text ?? "" : place.level.rawValue
  }

  private func sampleName(in collection: String) -> String {
    if let operation = ItemOperation(rawValue: collection) { return operation.outcomes[0].rawValue }
    return switch collection {
    case "responses": "Success"
    case "requests": "NAME"
    default: "name"
    }
  }

  private var keys: String {
    let names = group.entries.prefix(4).map { key, value in
      (OtherToolKey.find(key.text, home.level, value)?.meaning ?? key.excerpt) + ": …"
    }
    return (names + (group.entries.count > 4 ? ["…"] : [])).joined(separator: ", ")
  }

  private func longMatch(_ short: String) -> String {
    let parts = short.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, short.utf8.count <= 200, parts[1].hasPrefix("/"), !parts[1].contains("?") else {
      return "{path: …, \(keys)}"
    }
    let path = parts[1].contains { "{}[],".contains($0) } ? "'\(parts[1])'" : String(parts[1])
    return "{method: \(parts[0]), path: \(path), \(keys)}"
  }

  // MARK: - Layout

  /// Whether the keys are in a mapping without braces.
  private var isInBlock: Bool { blockColumn(of: place.mapping) != nil }
  private var ownColumn: Int { group.entries[0].key.range.start.column }

  /// Whether no other key is between the misplaced ones.
  private var areAdjacent: Bool {
    let first = group.entries[0].key.range.bytes.lowerBound
    let last = group.entries[group.entries.count - 1].key.range.bytes.lowerBound
    return place.mapping.entries.filter { (first...last).contains($0.key.range.bytes.lowerBound) }.count
      == group.entries.count
  }

  /// The column of the keys of a mapping without braces; `nil` for one with braces.
  private func blockColumn(of mapping: Node) -> Int? {
    let range = mapping.range
    guard let first = mapping.entries.first(where: { _ in true })?.key.range,
      range.file.bytes[range.bytes].first != UInt8(ascii: "{")
    else { return nil }
    return first.start.column
  }

  private func spaces(_ count: Int) -> String { "\(count) space\(count == 1 ? "" : "s")" }
}

extension [String] {
  /// The texts as a list in a sentence: `a, b and c`.
  var listed: String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
