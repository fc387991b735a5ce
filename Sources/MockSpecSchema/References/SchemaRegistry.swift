package import MockSpecDocument

/// Schemas that others may refer to by URI. Nothing is ever fetched: what isn't here, or in the metaschemas of
/// 2020-12, doesn't exist.
package struct SchemaRegistry: Sendable {
  private var documents: [String: Document] = [:]

  package init() {}

  /// - Parameter uri: where the document would be found; an `$id` in it is a further name for it, and its base.
  package mutating func add(_ document: Document, at uri: String) {
    documents[URIReference(uri).withoutFragment] = document
  }

  /// - Parameter uri: absolute, without a fragment.
  func document(at uri: String) -> Document? { documents[uri] ?? Metaschema.document(at: uri) }

  /// In an order that doesn't depend on a hash table, since the first of several that claim one name wins.
  var uris: [String] { documents.keys.sorted() }
}
