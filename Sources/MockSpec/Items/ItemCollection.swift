import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// A collection of a spec: items that clients create, read, change and delete.
struct ItemCollection: Sendable, Equatable {
  /// How new items get their ids.
  enum NewIDs: String, Sendable {
    case counter, uuid
  }

  /// The name of the id in the path of the requests for one item.
  static let idParameter = "id"

  static let defaultIDName = "id"

  let name: String
  /// The name of the member that has the id.
  var idName = Self.defaultIDName
  var newIDs = NewIDs.counter
  /// The schema of an item.
  var schema: BodySchema?
  var parameters = ItemQuery.Names()
  let initial: InitialItems

  /// Does what a call asks for.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - call: The call.
  ///   - changes: The session's changes. They are changed only if the call succeeds.
  ///   - takesMemory: Returns whether the session can take a number of bytes more, which are then taken. A negative number
  ///     is given back.
  func perform(
    _ operation: ItemOperation, _ call: ItemCall, _ changes: inout ItemChanges,
    takesMemory: (Int) -> Bool = { _ in true }
  ) -> ItemAnswer {
    var table = ItemTable(initial, changes)
    do throws(Problem) {
      let answer: ItemAnswer
      switch operation {
      case .list: return try list(call.call, table)
      case .get: return try get(call, table)
      case .create: answer = try create(call, &table)
      case .replace: answer = try replace(call, &table)
      case .update: answer = try update(call, &table)
      case .delete: answer = try delete(call, &table)
      }
      let size = table.changes.size - changes.size
      guard size == 0 || takesMemory(size) else {
        throw Problem(.full, "the items that clients have stored take the maximum of memory; a reset makes room")
      }
      changes = table.changes
      return answer
    } catch {
      return ItemAnswer(error)
    }
  }

  // MARK: - Reading

  /// Returns whether the query of a call is valid for the list.
  func canList(_ call: MockCall) -> Bool { (try? ItemQuery(call.queryParameters, parameters)) != nil }

  private func list(_ call: MockCall, _ table: ItemTable) throws(Problem) -> ItemAnswer {
    let page = try ItemQuery(call.queryParameters, parameters).page(of: table)
    var answer = ItemAnswer(page)
    if let links = page.links(path: call.path, query: call.query ?? "", pageName: parameters.page) {
      answer.fields.append(HTTPField(name: .link, value: links))
    }
    return answer
  }

  private func get(_ call: ItemCall, _ table: ItemTable) throws(Problem) -> ItemAnswer {
    let item = try item(call, table)
    let known = call.call.values(of: .ifNoneMatch)
    let isKnown = !known.isEmpty && EntityTags(known).contain(EntityTag(item.entityTag), isStrong: false)
    return ItemAnswer(isKnown ? .notModified : .ok, item)
  }

  private func item(_ call: ItemCall, _ table: ItemTable) throws(Problem) -> Item {
    guard let id = call.id, let item = table[id] else {
      throw Problem(.notFound, "'\(name)' has no item with the \(idName) '\(Excerpt.of(call.id?.text ?? ""))'")
    }
    return item
  }

  // MARK: - Changing

  private func create(_ call: ItemCall, _ table: inout ItemTable) throws(Problem) -> ItemAnswer {
    let body = try body(of: call)
    let id: ExactText
    let json: [UInt8]
    if let given = try self.id(in: body) {
      id = given
      guard table[id] == nil else {
        throw Problem(.conflict, "'\(name)' already has an item with the \(idName) '\(Excerpt.of(id.text))'")
      }
      json = JSONBody.bytes(body)
    } else {
      switch newIDs {
      case .counter: id = table.nextCounter()
      case .uuid: id = table.nextUUID(in: name)
      }
      json = object(body, id: newIDs == .counter ? Array(id.text.utf8) : Array(JSONScalar.string(id.text).utf8))
    }
    let item = Item(id: id, json: json)
    try check(item)
    table.create(item)
    var answer = ItemAnswer(.created, item)
    var path = call.call.path
    while path.hasSuffix("/") { path.removeLast() }
    answer.fields.append(
      HTTPField(name: .location, value: path + "/" + PercentText.encode(segment: id.text.utf8)))
    return answer
  }

  private func replace(_ call: ItemCall, _ table: inout ItemTable) throws(Problem) -> ItemAnswer {
    let known = try item(call, table)
    try call.checkPreconditions(known)
    let body = try body(of: call)
    let hasID = try checkID(in: body, is: known.id)
    let id = MemberPath(name: idName).value(in: known.json) ?? []
    return try store(Item(id: known.id, json: hasID ? JSONBody.bytes(body) : object(body, id: Array(id))), &table)
  }

  private func update(_ call: ItemCall, _ table: inout ItemTable) throws(Problem) -> ItemAnswer {
    let known = try item(call, table)
    try call.checkPreconditions(known)
    let patch = try body(of: call)
    if patch.value(idName)?.kind == .null {
      throw Problem(.invalid, "the body removes the id", parts: [part("the id of an item can't be removed")])
    }
    _ = try checkID(in: patch, is: known.id)
    guard let root = DocumentParser.parseJSON(known.json, limits: .items)?.root else {
      throw Problem(.full, "the item is too large to change")
    }
    return try store(Item(id: known.id, json: MergePatch.apply(patch, to: root)), &table)
  }

  private func store(_ item: Item, _ table: inout ItemTable) throws(Problem) -> ItemAnswer {
    try check(item)
    table.replace(with: item)
    return ItemAnswer(.ok, item)
  }

  private func delete(_ call: ItemCall, _ table: inout ItemTable) throws(Problem) -> ItemAnswer {
    let known = try item(call, table)
    try call.checkPreconditions(known)
    table.delete(known.id)
    return ItemAnswer(deleted: known)
  }

  // MARK: - Bodies

  private func body(of call: ItemCall) throws(Problem) -> Node {
    guard let body = call.body else { throw Problem(.malformed, "the body is missing") }
    return try body.get()
  }

  /// Returns the id in a body; `nil` if it has none.
  private func id(in body: Node) throws(Problem) -> ExactText? {
    guard let node = body.value(idName), node.kind != .null else { return nil }
    guard let id = Item.id(node) else {
      throw Problem(
        .invalid, "the id isn't valid", parts: [part("expected a whole number, or text other than '.' and '..'")])
    }
    guard id.text.utf8.count <= Self.idLimit else {
      throw Problem(.invalid, "the id isn't valid", parts: [part("expected at most \(Self.idLimit) bytes")])
    }
    return id
  }

  /// Checks that a body has no other id than an item.
  ///
  /// - Returns: Whether it has an id.
  private func checkID(in body: Node, is expected: ExactText) throws(Problem) -> Bool {
    guard let id = try self.id(in: body) else { return false }
    guard id == expected else {
      throw Problem(
        .invalid, "the id is another one than in the path",
        parts: [part("expected '\(Excerpt.of(expected.text))', found '\(Excerpt.of(id.text))'")])
    }
    return true
  }

  private func part(_ detail: String) -> Problem.Part {
    Problem.Part(pointer: "/" + idName.asPointerToken, detail: detail)
  }

  /// Returns an object as JSON, with an id as its first member.
  private func object(_ body: Node, id: [UInt8]) -> [UInt8] {
    var text = JSONText()
    text.object { text in
      text.key(idName)
      text.raw(id)
      for (key, value) in body.entries where !key.hasText(idName) {
        text.separate()
        key.withUTF8 { text.string(utf8: $0) }
        text.raw(UInt8(ascii: ":"))
        JSONBody.write(value, to: &text)
      }
    }
    return text.bytes
  }

  /// The maximum size of an id that a client gives, in bytes, since it is part of paths and of a header field.
  private static let idLimit = 1024

  /// The maximum number of errors in a problem document.
  private static let errorLimit = 20

  /// Checks an item against the schema.
  private func check(_ item: Item) throws(Problem) {
    guard let schema else { return }
    guard let root = DocumentParser.parseJSON(item.json, limits: .items)?.root else {
      throw Problem(.full, "the item is too large")
    }
    if schema.matches(root) { return }
    let parts = schema.schema.failures(in: root).prefix(Self.errorLimit).map { failure in
      Problem.Part(pointer: root.pointer(to: failure.node), detail: failure.diagnostic.message)
    }
    throw Problem(.invalid, "the item isn't valid", parts: parts)
  }
}

extension DocumentLimits {
  /// The limits of an item, which can exceed those of the bodies from which it was made.
  static var items: DocumentLimits {
    var limits = DocumentLimits()
    limits.bytes *= 4
    return limits
  }
}
