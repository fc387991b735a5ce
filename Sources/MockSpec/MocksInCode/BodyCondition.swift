/// A condition on the body of a call, like a body matcher in a spec.
///
///     body: .json(#"{"email": "ada@example.com"}"#)
public struct BodyCondition: Sendable {
  enum Kind: Sendable {
    case json(WrittenJSON)
    case jsonEquals(WrittenJSON)
    case pointers(KeyValuePairs<String, ValueCondition>)
    case paths(KeyValuePairs<String, ValueCondition>)
    case schema(WrittenJSON)
    case schemaFile(SourceFileLocation)
    case form(KeyValuePairs<String, ValueCondition>)
    case multipart(KeyValuePairs<String, ValueCondition>)
    case graphQL(operationName: String?, variables: WrittenJSON?)
    case text(ValueCondition)
  }

  let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// The body is JSON that contains a value: objects can have more keys; arrays must have the same length and order.
  ///
  /// - Parameter text: The value as JSON.
  public static func json(_ text: String) -> BodyCondition { json(WrittenJSON(text)) }

  /// The body is JSON that contains a value.
  package static func json(_ json: WrittenJSON) -> BodyCondition { BodyCondition(.json(json)) }

  /// The body is JSON that equals a value: objects have no other keys. The order of keys doesn't matter.
  ///
  /// - Parameter text: The value as JSON.
  public static func jsonEquals(_ text: String) -> BodyCondition { jsonEquals(WrittenJSON(text)) }

  /// The body is JSON that equals a value.
  package static func jsonEquals(_ json: WrittenJSON) -> BodyCondition { BodyCondition(.jsonEquals(json)) }

  /// The body is JSON whose parts meet conditions.
  ///
  /// - Parameter conditions: The conditions by JSON Pointer (RFC 6901), such as `/user/name`. Strings are compared by
  ///   their content, other scalars by their JSON text as sent.
  public static func pointers(_ conditions: KeyValuePairs<String, ValueCondition>) -> BodyCondition {
    BodyCondition(.pointers(conditions))
  }

  /// The body is JSON whose parts meet conditions, where a path can select several of them.
  ///
  /// - Parameter conditions: The conditions by JSONPath (RFC 9535), such as `$.items[?@.price > 10].name`. Each condition
  ///   must be met by some value that the path selects. The values are compared as by ``pointers(_:)``.
  public static func paths(_ conditions: KeyValuePairs<String, ValueCondition>) -> BodyCondition {
    BodyCondition(.paths(conditions))
  }

  /// The body is JSON that is valid against a JSON Schema (draft 2020-12).
  ///
  /// - Parameter text: The schema as JSON.
  public static func schema(_ text: String) -> BodyCondition { BodyCondition(.schema(WrittenJSON(text))) }

  /// The body is JSON that is valid against the JSON Schema in a file.
  ///
  /// - Parameters:
  ///   - file: The location of the schema, in JSON or YAML. It is read when the request is added.
  ///   - filePath: The source file from which a relative path is looked up.
  public static func schema(file: FileLocation, filePath: String = #filePath) -> BodyCondition {
    BodyCondition(.schemaFile(SourceFileLocation(file, calledFrom: filePath)))
  }

  /// The body is a form (`application/x-www-form-urlencoded`) whose values meet conditions.
  ///
  /// - Parameter conditions: The conditions by name. A name can occur several times; each of its conditions must be met
  ///   by some value.
  public static func form(_ conditions: KeyValuePairs<String, ValueCondition>) -> BodyCondition {
    BodyCondition(.form(conditions))
  }

  /// The body is `multipart/form-data` whose parts meet conditions.
  ///
  /// - Parameter conditions: The conditions by name. A name can occur several times; each of its conditions must be met
  ///   by some part. A part that isn't text meets only ``ValueCondition/present``.
  public static func multipart(_ conditions: KeyValuePairs<String, ValueCondition>) -> BodyCondition {
    BodyCondition(.multipart(conditions))
  }

  /// The call is a GraphQL request.
  ///
  /// - Parameters:
  ///   - operationName: The name of the operation; `nil` for any.
  ///   - variables: A JSON object that the variables contain; `nil` for any variables.
  public static func graphQL(operationName: String? = nil, variables: String? = nil) -> BodyCondition {
    BodyCondition(.graphQL(operationName: operationName, variables: variables.map { WrittenJSON($0) }))
  }

  /// The body as text meets a condition.
  public static func text(_ condition: ValueCondition) -> BodyCondition { BodyCondition(.text(condition)) }
}
