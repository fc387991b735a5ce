package import MockSpecDocument

/// The schemas that others can refer to by URI, in addition to the metaschemas of draft 2020-12. Nothing is fetched.
package struct SchemaRegistry: Sendable {
  /// The reason why a schema with a URI can't be used.
  package struct Refusal: Error {
    /// The rest of a sentence that starts with the reference, such as `doesn't exist`.
    let reason: String
    let help: String?

    package init(_ reason: String, help: String?) {
      self.reason = reason
      self.help = help
    }
  }

  private var documents: [String: Document] = [:]
  private let load: @Sendable (String) throws(Refusal) -> Document?

  /// Creates an empty registry.
  ///
  /// - Parameter load: Returns the document with a URI that wasn't added; `nil` if the URI isn't known.
  package init(load: @escaping @Sendable (String) throws(Refusal) -> Document? = { _ in nil }) { self.load = load }

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
  /// - Throws: `Refusal` if there is a reason why it can't be used.
  func document(at uri: String) throws(Refusal) -> Document? {
    if let known = documents[uri] ?? Metaschema.document(at: uri) { return known }
    return try load(uri)
  }

  /// The URIs in a stable order. If several documents have the same identifier, the first one is used.
  var uris: [String] { documents.keys.sorted() }
}
