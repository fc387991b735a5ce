public import HTTPTypes

/// What an adapter has to carry out for one request: the engine decides, adapters perform.
public struct Decision: Sendable {
  public enum Outcome: Sendable {
    case reply(Reply)
    /// Fail as URLSession would.
    case failure(URLFailure)
    /// Run a closure of the program, and answer with what it gives.
    case closure(ClosureReply)
    /// Send the request to its real destination.
    case passThrough
    /// Send the request to this origin instead, and answer with what comes back.
    case forward(Origin)
    /// No request of the project matches.
    indirect case unmatched(Explanation)
    /// The client's `Mockspec-Response` field is wrong: 400 on a server, an error in process.
    case rejected(String)
    /// The response's template wants something that the request doesn't have: 500 on a server, an error in process.
    case templateFailure(String)
  }

  /// Why this response and not another one of the same request.
  public enum Reason: String, Sendable {
    case header, selection, scene, sequence, `default`
  }

  /// A place in a sequence: the second of three answers.
  public struct Step: Sendable, Hashable {
    /// From 1.
    public var number: Int
    /// How many answers the sequence gives before it is over.
    public var count: Int
  }

  public var outcome: Outcome
  /// To be waited before anything of the outcome is visible to the client.
  public var delay: Duration = .zero
  /// In what pieces the body of a reply is sent; `nil` for all at once.
  public var throttle: Throttle?
  /// How the connection breaks, in place of the whole reply; never with any other outcome.
  public var fault: Fault?
  /// False for `HEAD` and for the statuses 1xx, 204 and 304, which never have a body (RFC 9110 §6.4.1). The fields
  /// still describe the body that a `GET` would have had.
  public var sendsBody = true
  /// The names in the spec; both are `nil` if nothing matched.
  public var requestName: String?
  public var responseName: String?
  public var reason: Reason?
  /// `nil` unless a sequence chose.
  public var step: Step?
  /// The number of the snapshot that decided; a `Reply.index` is meaningful only together with it.
  public var snapshot: Int

  static func sendsBody(status: Int, to method: String) -> Bool { method != "HEAD" && status != 204 && status != 304 }
}

/// A finished HTTP answer. One instance is made per response when a project is loaded, and shared by all requests; only
/// where the response is a template, one is made per request.
public final class Reply: Sendable {
  /// Dense, from 0, unique in one snapshot: adapters keep what they derive from a reply in an array. Negative for a reply
  /// that was made for one request, or in code, of which nothing is to be kept.
  public let index: Int
  public let status: Int
  /// In the spec's order, `Content-Type` among them where it was inferred; never `Content-Length`.
  public let fields: HTTPFields
  public let body: [UInt8]

  static let madeForOneRequest = -1

  /// What another server has answered.
  package convenience init(forwarded status: Int, fields: HTTPFields, body: [UInt8]) {
    self.init(index: Self.madeForOneRequest, status: status, fields: fields, body: body)
  }

  package init(index: Int, status: Int, fields: HTTPFields, body: [UInt8]) {
    self.index = index
    self.status = status
    self.fields = fields
    self.body = body
  }
}

/// An `error:` of a spec. A closure may throw it, too.
public enum URLFailure: Error, Sendable, Hashable {
  /// The name of a `URLError.Code`, such as `timedOut`.
  case urlError(String)
  case custom(domain: String, code: Int, message: String?)
}
