import MockSpec
import MockSpecDocument

/// An operation of a path, with its responses as they are written.
struct OpenAPIOperation {
  /// The name of the operation, where losses are reported.
  var key: Node
  var name: String
  var description: String?
  /// The title of the spec.
  var title: String
  var path: OpenAPIPath
  /// The first one is the default response.
  var responses: [OpenAPIResponse]
  /// Whether nothing of it was lost before bodies are made.
  var isExact: Bool
}

/// A response of an operation.
struct OpenAPIResponse {
  var status: Int
  /// `200 The user`
  var name: String
  var fields: [OpenAPIField] = []
  /// The body in each media type, JSON first.
  var contents: [OpenAPIContent] = []
}

/// A header of a response that is sent.
struct OpenAPIField {
  var name: Node
  var example: Node?
  var schema: Int?
}

/// The body of a response in one media type.
struct OpenAPIContent {
  var type: String
  /// The key with the media type.
  var key: Node
  /// The number of the schema.
  var schema: Int?
  var examples: [OpenAPIExample] = []

  var isJSON: Bool { ImportedBody.isJSON(type) }
}

struct OpenAPIExample {
  /// The key or the summary; `nil` for an example without a name.
  var name: String?
  var value: Value

  enum Value {
    case data(Node)
    /// A text that is sent as it is.
    case serialized(Node)
    /// The path of a file.
    case file(Node)
  }
}
