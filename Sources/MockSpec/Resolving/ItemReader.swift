import MockSpecDiagnostics
import MockSpecDocument

/// Reads the items of collections, and reports errors with their locations.
struct ItemReader {
  /// The maximum number of items in a collection.
  static let countLimit = 100_000

  private(set) var diagnostics: [Diagnostic] = []

  /// Returns the items in a file.
  ///
  /// - Returns: `nil` if there are errors, which are added to `diagnostics`.
  mutating func items(in file: ProjectFile, idName: Located<String>?) -> InitialItems? {
    read(file.content, path: file.shownPath, .init(path: file.absolutePath), idName?.value, at: idName?.range) {
      Self.naming(file, $0)
    }
  }

  /// Returns the items in a text.
  ///
  /// - Returns: `nil` if there are errors, which are added to `diagnostics`.
  mutating func items(
    _ text: [UInt8], path: String, _ format: DocumentParser.Format, idName: String
  ) -> InitialItems? {
    read(text, path: path, format, idName, at: nil) { $0 }
  }

  private mutating func read(
    _ text: [UInt8], path: String, _ format: DocumentParser.Format, _ idName: String?, at place: SourceRange?,
    _ completed: (Diagnostic) -> Diagnostic
  ) -> InitialItems? {
    let parsed = DocumentParser.parse(text, path: path, format: format, limits: .itemFile)
    diagnostics += parsed.diagnostics.map(completed)
    guard let root = parsed.document?.root, !parsed.diagnostics.hasErrors else { return nil }
    return items(root, idName, at: place, completed)
  }

  private static func naming(_ file: ProjectFile, _ diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.adding(.init("the file with the items is named here", at: file.path.range))
  }

  /// Returns the items in a list.
  ///
  /// - Returns: `nil` if there are errors, which are added to `diagnostics`.
  mutating func items(_ list: Node, idName: Located<String>?) -> InitialItems? {
    items(list, idName?.value, at: idName?.range) { $0 }
  }

  /// - Parameters:
  ///   - idName: The name of the member with the id; `nil` for the default.
  ///   - place: Where the spec has this name.
  ///   - completed: Adds to a problem of the list what names it.
  private mutating func items(
    _ list: Node, _ idName: String?, at place: SourceRange?, _ completed: (Diagnostic) -> Diagnostic
  ) -> InitialItems? {
    guard list.kind == .sequence else {
      diagnostics.append(
        completed(
          Self.error("expected a list of items, found \(Self.found(list))", at: list, help: Self.helpWithLists(list))))
      return nil
    }
    let count = list.elements.reduce(0) { count, _ in count + 1 }
    guard count <= Self.countLimit else {
      diagnostics.append(
        completed(Self.error("expected at most \(Self.countLimit) items, found \(count)", at: list)))
      return nil
    }
    let name = idName ?? ItemCollection.defaultIDName
    if let problem = Self.unknownName(name, at: place, in: list) {
      diagnostics.append(place == nil ? completed(problem) : problem)
      return nil
    }
    var known: [ExactText: Node] = [:]
    var items: [Item] = []
    var problems: [Diagnostic] = []
    for node in list.elements where problems.count <= ProblemLimit.perFile {
      problems += node.numbersBeyondJSON.prefix(ProblemLimit.perFile).map { number in
        Self.error("JSON has no number '\(number.excerpt)'", at: number, help: "put it in quotes to send it as text")
      }
      switch Self.id(of: node, name) {
      case .failure(let problem): problems.append(problem.diagnostic)
      case .success(let (id, place)):
        if let first = known[id] {
          problems.append(Self.repeated(place, first: first, name))
        } else {
          known[id] = place
          items.append(Item(id: id, json: JSONBody.bytes(node)))
        }
      }
    }
    diagnostics += problems.map(completed)
    return problems.isEmpty ? InitialItems(items) : nil
  }

  /// Returns an error if no item has a member with the name: probably, the id has another one.
  private static func unknownName(_ name: String, at range: SourceRange?, in list: Node) -> Diagnostic? {
    guard let first = list.elements.first(where: { _ in true }), first.kind == .mapping,
      list.elements.allSatisfy({ $0.kind == .mapping && $0.value(name) == nil })
    else { return nil }
    let near = similarName(to: name, in: list, first)
    let help: String
    if let near {
      help = range == nil ? "write 'idName: \(near)', or add '\(name)' to each item" : "did you mean '\(near)'?"
    } else {
      help = "add '\(name)' to each item, or name the member that has the id: 'idName: …'"
    }
    return Diagnostic(
      .error, "bad-item", "no item has a member '\(Excerpt.of(name))', which is its id", at: range ?? first.range,
      help: help)
  }

  /// The names of members that are often ids.
  private static let idNames = ["id", "_id", "uuid", "guid", "key", "code", "slug", "name"]

  /// Returns a member of all items that can be the id; `nil` if none is likely.
  private static func similarName(to name: String, in list: Node, _ first: Node) -> String? {
    let names = first.entries.prefix(64).filter { Item.id($0.value) != nil }.map(\.key.text)
    let likely =
      [Suggestion.nearest(to: name, among: names)].compactMap(\.self)
      + idNames.flatMap { known in names.filter { $0.lowercased() == known } } + names.filter { $0.hasSuffix("Id") }
    return likely.first { name in
      var known: Set<ExactText> = []
      return list.elements.allSatisfy { item in
        item.value(name).flatMap(Item.id).map { known.insert($0).inserted } ?? false
      }
    }
  }

  /// Returns advice about an object whose members have lists, as in a database of json-server.
  private static func helpWithLists(_ node: Node) -> String? {
    let lists = node.entries.filter { $0.value.kind == .sequence }.prefix(4).map { "'\($0.key.excerpt)'" }
    if lists.isEmpty { return nil }
    return "write a list: each of these is a collection of its own: \(lists.joined(separator: ", "))"
  }

  private struct Failure: Error { let diagnostic: Diagnostic }

  /// Returns the id of an item, and where it is.
  private static func id(of item: Node, _ idName: String) -> Result<(ExactText, Node), Failure> {
    guard item.kind == .mapping else {
      return .failure(Failure(diagnostic: error("expected an object as an item, found \(found(item))", at: item)))
    }
    guard let node = item.value(idName) else {
      return .failure(
        Failure(
          diagnostic: error(
            "the item has no '\(Excerpt.of(idName))'", at: item,
            help: "add it, or name the member that has the id: 'idName: …'")))
    }
    guard let id = Item.id(node) else {
      return .failure(
        Failure(
          diagnostic: error(
            "expected text or a whole number as '\(Excerpt.of(idName))', found \(found(node))", at: node,
            help: node.kind == .string ? "it is the end of a path, so it can't be empty, '.' or '..'" : nil)))
    }
    return .success((id, node))
  }

  private static func found(_ node: Node) -> String {
    switch node.kind {
    case .mapping: "an object"
    case .sequence: "a list"
    case .null: "null"
    case .string where node.text.isEmpty: "an empty text"
    case .string, .integer, .float, .bool, .invalid: "'\(node.excerpt)'"
    }
  }

  private static func repeated(_ id: Node, first: Node, _ idName: String) -> Diagnostic {
    Diagnostic(
      .error, "bad-item", "two items have the '\(Excerpt.of(idName))' '\(id.excerpt)'", at: id.range,
      notes: [.init("the first one is here", at: first.range)],
      help: "ids are compared as texts; give each item another one")
  }

  private static func error(_ message: String, at node: Node, help: String? = nil) -> Diagnostic {
    Diagnostic(.error, "bad-item", message, at: node.range, help: help)
  }
}

extension DocumentLimits {
  /// The limits of a file with the items of a collection.
  fileprivate static var itemFile: DocumentLimits {
    var limits = DocumentLimits()
    limits.bytes = 64 << 20
    limits.nodes = 8_000_000
    return limits
  }
}
