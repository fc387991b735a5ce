import HTTPTypes
import MockSpecDocument

/// A call that is being matched. Each of its parts is parsed at most once, when the first candidate needs it.
struct ParsedRequest {
  let request: MockRequest
  /// Whether any host pattern of the project matches the call's host. A server compares hosts only in that case.
  let knowsHost: Bool
  let path: RequestPath
  let method: MethodSet.Known

  init(_ request: MockRequest, knowsHost: Bool) {
    self.request = request
    self.knowsHost = knowsHost
    path = RequestPath(request.path)
    method = MethodSet.Known(request.method)
  }

  /// Whether hosts are compared: always for a URL, else only if the project knows the host.
  var checksHost: Bool { request.target == .url || knowsHost }

  private(set) lazy var query = Self.grouped(QueryText.pairs(request.query ?? ""))

  private(set) lazy var form = Self.grouped(QueryText.pairs(request.body))

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

  /// The values of cookies by name: pairs separated by semicolons, in one or more fields (RFC 6265 §4.2).
  private(set) lazy var cookies: [ExactText: [String]] = {
    var pairs: [(name: String, value: String)] = []
    for field in request.ownFields[values: .cookie] {
      for pair in field.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        pairs.append((Self.trimmed(parts[0]), parts.count > 1 ? Self.trimmed(parts[1]) : ""))
      }
    }
    return Self.grouped(pairs)
  }()

  /// Returns the value of a header: its fields joined by `, ` (RFC 9110 §5.3); empty if there are none.
  func header(_ name: String) -> [String] {
    guard let name = HTTPField.Name(name) else { return [] }
    let values = request.values(of: name)
    return values.isEmpty ? [] : [values.joined(separator: name == .cookie ? "; " : ", ")]
  }

  private static func grouped(_ pairs: [(name: String, value: String)]) -> [ExactText: [String]] {
    var groups: [ExactText: [String]] = [:]
    for (name, value) in pairs { groups[ExactText(name), default: []].append(value) }
    return groups
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
