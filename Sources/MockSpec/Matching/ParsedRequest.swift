import HTTPTypes
import MockSpecDocument

/// A call that is being matched. Each of its parts is parsed at most once, when the first candidate needs it.
struct ParsedRequest {
  let request: MockRequest
  /// Whether any host pattern of the project matches the call's host. A server compares hosts only in that case.
  let knowsHost: Bool
  let path: RequestPath
  let method: MethodSet.Known
  /// Whether the body has arrived. Until then, conditions that depend on it count as met.
  let hasBody: Bool
  /// Whether all that was decided so far depends only on the call and the snapshot: on no closure, sequence or template.
  var isRepeatable = true

  init(_ request: MockRequest, knowsHost: Bool, hasBody: Bool = true) {
    self.request = request
    self.knowsHost = knowsHost
    self.hasBody = hasBody
    path = RequestPath(request.path)
    method = MethodSet.Known(request.method)
  }

  /// Whether hosts are compared: always for a URL, else only if the project knows the host.
  var checksHost: Bool { request.target == .url || knowsHost }

  private(set) lazy var query = Self.grouped(request.queryParameters)

  private(set) lazy var form = Self.grouped(request.formFields)

  private(set) lazy var json: Node? = DocumentParser.parseJSON(request.body)?.root

  /// The contents of multipart parts by name; `nil` if the body isn't a complete `multipart/form-data`.
  private(set) lazy var multipart = MultipartBody(request.body, type: request.values(of: .contentType).first)?.values

  /// The GraphQL request; `nil` if the call isn't one.
  var graphQL: GraphQLRequest? {
    mutating get {
      if let knownGraphQL { return knownGraphQL }
      let found = GraphQLRequest(&self)
      knownGraphQL = .some(found)
      return found
    }
  }
  private var knownGraphQL: GraphQLRequest??

  private(set) lazy var cookies = Self.grouped(request.cookies)

  /// Returns the value of a header: its fields joined by `, ` (RFC 9110 §5.3); empty if there are none.
  func header(_ name: String) -> [String] {
    guard let name = HTTPField.Name(name) else { return [] }
    let values = request.values(of: name)
    return values.isEmpty ? [] : [values.joined(separator: name == .cookie ? "; " : ", ")]
  }

  private static func grouped(_ pairs: NamedValues) -> [ExactText: [String]] {
    var groups: [ExactText: [String]] = [:]
    for (name, value) in pairs { groups[ExactText(name), default: []].append(value) }
    return groups
  }
}
