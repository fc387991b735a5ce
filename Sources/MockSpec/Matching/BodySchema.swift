import MockSpecDocument
import MockSpecSchema

/// A JSON Schema that a body must be valid against.
struct BodySchema: Sendable {
  let schema: Schema
  /// As written, for telling whether two are the same.
  let root: Node

  static func compile(_ document: Document) -> Result<BodySchema, SchemaError> {
    Result { () throws(SchemaError) in BodySchema(schema: try Schema(document), root: document.root) }
  }

  func matches(_ body: Node) -> Bool { schema.isValid(body) }
}
