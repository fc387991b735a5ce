import MockSpecDiagnostics
import MockSpecDocument

// Collections of items. `ValueForm+Collections.swift` is about mappings and lists.
extension ValueForm {
  /// Another value than a mapping for a collection.
  static func ofItemCollection(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    guard node.index == site.value.index, !node.isEmptyNull else { return nil }
    let text = node.kind == .string ? node.text : ""
    let path = text.hasPrefix("/") ? text : "/\(site.key.text)"
    let items = text.isEmpty || text.hasPrefix("/") ? "[…]" : inFlow(text)
    return ValueForm(help: "write {path: \(inFlow(path)), items: \(items)}")
  }

  /// Other values for the keys of a collection.
  static func ofCollectionKey(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    guard node.index == site.value.index else { return nil }
    switch (site.level, site.key.text, node.kind) {
    case (.spec, "collections", .sequence):
      return ValueForm(help: "each collection has a name: collections: {users: {path: /users, items: […]}}")
    case (.collection, "items", .mapping):
      let idName = site.mapping.value(CollectionKey.idName.rawValue)?.text ?? "id"
      let isItem = node.value(idName)?.isScalar == true
      return ValueForm(
        help: isItem
          ? "write items: [\(node.range.text.hasPrefix("{") ? node.range.text : "{…}")]"
          : "write a list of objects, each with its id: items: [{\(inFlow(idName)): 1, …}]")
    case (.collection, "path", .string): return listPath(node)
    case (.collection, "newIds", .string):
      let isUUID = ["uuid", "guid"].contains { node.text.lowercased().contains($0) }
      return ValueForm(help: isUUID ? "write uuid" : "write counter, or uuid")
    default: return nil
    }
  }

  /// A path without a slash, after a method, or in a URL.
  private static func listPath(_ node: Node) -> ValueForm? {
    var path = node.text.split(separator: " ").last ?? ""
    if let authority = path.firstRange(of: "://")?.upperBound {
      path = path[authority...].firstIndex(of: "/").map { path[$0...] } ?? ""
    }
    path = path.prefix { $0 != "?" && $0 != "#" }
    guard !path.isEmpty, !node.text.contains("\n") else { return nil }
    let written = inFlow(path.hasPrefix("/") ? String(path) : "/\(path)")
    return ValueForm(help: "write \(written)", code: "bad-path")
  }

  /// Returns advice about the keys that a collection lacks.
  static func missingInCollection(_ keys: [String], _ site: FailedPlaces.Site) -> String {
    switch keys {
    case ["path"]: return "add 'path: \(inFlow("/" + site.key.text))', the path of the list"
    case ["items"]: return "add 'items: []', or a list of objects, or the path of a file with one"
    default: return "write {path: \(inFlow("/" + site.key.text)), items: […]}"
    }
  }
}
