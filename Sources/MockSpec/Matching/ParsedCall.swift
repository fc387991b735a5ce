import HTTPTypes
import MockSpecDocument
import MockSpecSchema

/// A call that is being matched. Each of its parts is parsed at most once, when the first candidate needs it.
struct ParsedCall {
  let call: MockCall
  /// Whether any host pattern of the project matches the call's host. The server compares hosts only in that case.
  let knowsHost: Bool
  let path: CallPath
  let method: MethodSet.Known
  /// Whether the body has arrived. Until then, conditions that depend on it count as met.
  let hasBody: Bool
  /// Whether the decision so far depends only on the call and the snapshot, and not on a closure, sequence, template or the time.
  var isRepeatable = true
  /// The states with which an explanation compares the call.
  var states = StateValues()

  private let clock: @Sendable () -> Duration

  /// - Parameter clock: Returns the time since 1970-01-01 UTC.
  init(
    _ call: MockCall, knowsHost: Bool, hasBody: Bool = true,
    clock: @escaping @Sendable () -> Duration = EngineEnvironment.systemTime
  ) {
    self.call = call
    self.knowsHost = knowsHost
    self.hasBody = hasBody
    self.clock = clock
    path = CallPath(call.path)
    method = MethodSet.Known(call.method)
  }

  /// Whether hosts are compared: always for a URL, else only if the project knows the host.
  var checksHost: Bool { call.target == .url || knowsHost }

  /// The time since 1970-01-01 UTC, the same for all conditions.
  private(set) lazy var now = clock()

  private(set) lazy var query = Self.grouped(call.queryParameters)

  /// The body without its content codings, and why they can't be decoded.
  private lazy var coding = call.hasContentCoding ? ContentCoding(call) : nil

  /// The body without its content codings; as it was sent if it has none, or can't be decoded.
  var body: [UInt8] { mutating get { coding?.content ?? call.body } }

  /// The reason why the content codings of the body can't be decoded; `nil` if there is none.
  var codingProblem: String? { mutating get { coding?.problem } }

  private(set) lazy var form = Self.grouped(NamedValues(QueryText.pairs(body)))

  private(set) lazy var json: Node? = DocumentParser.parseJSON(body)?.root

  /// The nodes of the paths that were evaluated; `nil` for one for which the steps didn't suffice. The steps are those of all
  /// paths together.
  private var pathNodes: [ExactText: SelectedNodes?] = [:]
  private var pathSteps = JSONPath.maximumSteps

  /// Returns the nodes of the body that a path selects; `nil` if the body isn't JSON, or finding them takes too long.
  mutating func nodes(of path: JSONPathCondition) -> SelectedNodes? {
    guard let json else { return nil }
    if let known = pathNodes[path.condition.key] { return known }
    let found = path.path.nodes(in: json, steps: &pathSteps).map(SelectedNodes.init)
    pathNodes[path.condition.key] = .some(found)
    return found
  }

  /// The contents of multipart parts by name, or the reason why the body isn't a complete `multipart/form-data`.
  private(set) lazy var multipart = MultipartBody.parse(body, type: call.values(of: .contentType).first).map(\.values)

  /// The call's GraphQL requests, several of a batch; `nil` if it has none.
  var graphQL: [GraphQLCall]? {
    mutating get {
      if let knownGraphQL { return knownGraphQL }
      let found = GraphQLCall.all(in: &self)
      knownGraphQL = .some(found)
      return found
    }
  }
  private var knownGraphQL: [GraphQLCall]??

  private(set) lazy var cookies = Self.grouped(call.cookies)

  /// Returns the value of a header: its fields joined by `, ` (RFC 9110 §5.3); empty if there are none.
  func header(_ name: String) -> [String] {
    guard let name = HTTPField.Name(name) else { return [] }
    let values = call.values(of: name)
    return values.isEmpty ? [] : [values.joined(separator: name == .cookie ? "; " : ", ")]
  }

  private static func grouped(_ pairs: NamedValues) -> [ExactText: [String]] {
    var groups: [ExactText: [String]] = [:]
    for (name, value) in pairs { groups[ExactText(name), default: []].append(value) }
    return groups
  }
}
