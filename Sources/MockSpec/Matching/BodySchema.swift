import MockSpecDocument
import MockSpecSchema

/// A compiled JSON Schema against which a body is validated.
struct BodySchema: Sendable, Equatable {
  @Uncompared var schema: Schema
  /// The schema as it is written, by which two schemas are compared.
  let root: Node

  static func compile(_ document: Document) -> Result<BodySchema, SchemaError> {
    Result { () throws(SchemaError) in BodySchema(schema: try Schema(document), root: document.root) }
  }

  func matches(_ body: Node) -> Bool { schema.isValid(body) }
}
