import MockSpecDocument
import MockSpecSchema

/// A compiled JSON Schema against which a body is validated.
struct BodySchema: Sendable, Equatable {
  @Uncompared var schema: Schema
  /// The schema as it is written, by which two schemas are compared.
  let root: Node
  /// The schemas in other files to which it refers, also by way of others.
  var others: [Node] = []

  static func compile(_ document: Document) -> Result<BodySchema, SchemaError> {
    Result { () throws(SchemaError) in BodySchema(schema: try Schema(document), root: document.root) }
  }

  /// Returns whether another schema is equal, apart from its form.
  func isEquivalent(to other: BodySchema) -> Bool {
    JSONEquality.areEqual(root, other.root) && others.count == other.others.count
      && zip(others, other.others).allSatisfy(JSONEquality.areEqual)
  }

  func matches(_ body: Node) -> Bool { schema.isValid(body) }
}
