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
  mutating func items(in file: ProjectFile, idName: String) -> InitialItems? {
    let parsed = DocumentParser.parse(
      file.content, path: file.shownPath, format: .init(path: file.absolutePath), limits: .itemFile)
    diagnostics += parsed.diagnostics.map { Self.naming(file, $0) }
    guard let root = parsed.document?.root, !parsed.diagnostics.hasErrors else { return nil }
    return items(root, idName: idName) { Self.naming(file, $0) }
  }

  private static func naming(_ file: ProjectFile, _ diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.adding(.init("the file with the items is named here", at: file.path.range))
  }

  /// Returns the items in a list.
  ///
  /// - Returns: `nil` if there are errors, which are added to `diagnostics`.
  mutating func items(
    _ list: Node, idName: String, _ completed: (Diagnostic) -> Diagnostic = { $0 }
  ) -> InitialItems? {
    guard list.kind == .sequence else {
      diagnostics.append(completed(Self.error("expected a list of items, found \(Self.found(list))", at: list)))
      return nil
    }
    let count = list.elements.reduce(0) { count, _ in count + 1 }
    guard count <= Self.countLimit else {
      diagnostics.append(
        completed(Self.error("expected at most \(Self.countLimit) items, found \(count)", at: list)))
      return nil
    }
    var known: [ExactText: Node] = [:]
    var items: [Item] = []
    var problems: [Diagnostic] = []
    for node in list.elements where problems.count <= ProblemLimit.perFile {
      problems += node.numbersBeyondJSON.prefix(ProblemLimit.perFile).map { number in
        Self.error("JSON has no number '\(number.excerpt)'", at: number, help: "put it in quotes to send it as text")
      }
      switch Self.id(of: node, idName) {
      case .failure(let problem): problems.append(problem.diagnostic)
      case .success(let (id, place)):
        if let first = known[id] {
          problems.append(Self.repeated(place, first: first, idName))
        } else {
          known[id] = place
          items.append(Item(id: id, json: JSONBody.bytes(node)))
        }
      }
    }
    diagnostics += problems.map(completed)
    return problems.isEmpty ? InitialItems(items) : nil
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
            "expected text or a whole number as '\(Excerpt.of(idName))', found \(found(node))", at: node)))
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
