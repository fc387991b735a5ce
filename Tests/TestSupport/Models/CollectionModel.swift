/// What calls get from a collection whose items have a number as their id and a value: a list, without trees and locks.
package struct CollectionModel: Sendable, Hashable {
  package enum Call: Sendable, Hashable {
    case list
    case get(Int)
    /// A new item, with or without an id.
    case create(id: Int?, value: Int)
    case replace(Int, value: Int)
    case update(Int, value: Int)
    case delete(Int)
  }

  private struct Item: Sendable, Hashable, CustomStringConvertible {
    let id: Int
    var value: Int
    var description: String { #"{"id":\#(id),"v":\#(value)}"# }
  }

  private var items: [Item]
  private var highest: Int

  /// - Parameter count: The number of items, with the ids from 1 and the value 0.
  package init(_ count: Int) {
    items = (0..<count).map { Item(id: $0 + 1, value: 0) }
    highest = count
  }

  /// The spec of the collection, without its version.
  package var spec: String {
    "collections: {a: {path: /items, items: [\(items.map { "{id: \($0.id), v: \($0.value)}" }.joined(separator: ", "))]}}"
  }

  /// Returns the status, with the body if the call succeeds, and makes the call's changes.
  package mutating func answer(to call: Call) -> String {
    switch call {
    case .list: return "200 [\(items.map(\.description).joined(separator: ","))]"
    case .create(let id, let value):
      let item = Item(id: id ?? highest + 1, value: value)
      if items.contains(where: { $0.id == id }) { return "409" }
      highest = max(highest, item.id)
      items.append(item)
      return "201 \(item)"
    case .get(let id):
      return items.first { $0.id == id }.map { "200 \($0)" } ?? "404"
    case .replace(let id, let value), .update(let id, let value):
      guard let index = items.firstIndex(where: { $0.id == id }) else { return "404" }
      items[index].value = value
      return "200 \(items[index])"
    case .delete(let id):
      guard let index = items.firstIndex(where: { $0.id == id }) else { return "404" }
      items.remove(at: index)
      return "204"
    }
  }

  /// Returns a random call.
  ///
  /// - Parameters:
  ///   - ids: The number of ids, so that calls meet the same items.
  ///   - value: The value that it stores.
  package static func call(ids: Int, value: Int, _ generator: inout SeededGenerator) -> Call {
    let id = Int.random(in: 1...ids, using: &generator)
    return switch Int.random(in: 0..<8, using: &generator) {
    case 0: .list
    case 1, 2: .create(id: nil, value: value)
    case 3: .create(id: id, value: value)
    case 4: .replace(id, value: value)
    case 5: .update(id, value: value)
    case 6: .delete(id)
    default: .get(id)
    }
  }
}

extension CollectionModel.Call {
  /// The method and the path.
  package var line: String {
    switch self {
    case .list: "GET /items"
    case .get(let id): "GET /items/\(id)"
    case .create: "POST /items"
    case .replace(let id, _): "PUT /items/\(id)"
    case .update(let id, _): "PATCH /items/\(id)"
    case .delete(let id): "DELETE /items/\(id)"
    }
  }

  package var body: String {
    switch self {
    case .list, .get, .delete: ""
    case .create(let id?, let value): #"{"id":\#(id),"v":\#(value)}"#
    case .create(nil, let value), .replace(_, let value), .update(_, let value): #"{"v":\#(value)}"#
    }
  }

  /// Returns an answer in the form of the model.
  package func answer(_ status: Int, _ body: String) -> String {
    status < 300 && status != 204 ? "\(status) \(body)" : "\(status)"
  }
}
