package import MockSpecDocument

/// The schemas that others can refer to by URI, in addition to the metaschemas of draft 2020-12. Nothing is fetched.
package struct SchemaRegistry: Sendable {
  private var documents: [String: Document] = [:]

  /// Creates an empty registry.
  package init() {}

  /// Adds a schema document.
  ///
  /// - Parameter uri: The URI of the document. An `$id` in the document is an additional URI, and the base of its
  ///   references.
  package mutating func add(_ document: Document, at uri: String) {
    documents[URIReference(uri).withoutFragment] = document
  }

  /// Returns the document with a URI.
  ///
  /// - Parameter uri: An absolute URI without a fragment.
  func document(at uri: String) -> Document? { documents[uri] ?? Metaschema.document(at: uri) }

  /// The URIs in a stable order. If several documents have the same identifier, the first one is used.
  var uris: [String] { documents.keys.sorted() }
}
