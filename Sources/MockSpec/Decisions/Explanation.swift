/// An explanation of which request answers a call and why, or of why none does.
///
/// The command line, the server's 404 response and the error of an interceptor all use this type. Secret values are
/// redacted (see ``Redaction``), and long values are truncated.
public struct Explanation: Sendable {
  /// What happens to the call.
  public enum Outcome: Sendable {
    /// A request answers the call.
    case answered(Match)
    /// No request matches the call.
    case unmatched
    /// The call is sent to its real destination, because the project file lists its host or because no request matches.
    case passedThrough
    /// The call's `Mockspec-Response` or `Mockspec-Scene` field is invalid, or its session can't be used, for the given reason.
    case rejected(String)
    /// A server answers the call itself, for the given reason, without looking for a request.
    case answeredByServer(String)
  }

  /// The call's method and URL, such as `POST https://api.example.com/login?x=1`; only the path if the authority isn't
  /// known.
  public let call: String
  /// What happens to the call.
  public let outcome: Outcome
  /// Other requests, compared with the call.
  ///
  /// If the call is answered, these are the other requests that match, in the order in which they are tried, and then up to
  /// three that have a more specific path and don't match. Otherwise, they are up to three of the nearest requests, the nearest
  /// first.
  public let candidates: [Candidate]
  /// The number of further requests that have the call's path.
  public let moreCandidates: Int
  /// Additional facts, such as that the project has no request with this path. Each is one line.
  public let notes: [String]
  /// A spec in YAML that answers the call if it is added to the project as a file; `nil` if the call is answered already, or if
  /// no spec can answer it.
  public let suggestedSpec: String?

  package init(
    call: String, outcome: Outcome, candidates: [Candidate], moreCandidates: Int, notes: [String],
    suggestedSpec: String?
  ) {
    self.call = call
    self.outcome = outcome
    self.candidates = candidates
    self.moreCandidates = moreCandidates
    self.notes = notes
    self.suggestedSpec = suggestedSpec
  }
}

extension Explanation {
  /// The request that answers, and its response; `nil` if none does.
  package var answer: Match? { if case .answered(let match) = outcome { match } else { nil } }

  /// Returns the explanation with more notes, before the others.
  func adding(_ notes: [String]) -> Explanation {
    Explanation(
      call: call, outcome: outcome, candidates: candidates, moreCandidates: moreCandidates, notes: notes + self.notes,
      suggestedSpec: suggestedSpec)
  }

  /// The request that matches a call, and the response that it gives.
  public struct Match: Sendable {
    /// The request that answers.
    public let request: Candidate
    /// The name of the response.
    public let responseName: String
    /// A summary of the response, such as `200, application/json, 212 bytes`, or the error with which the call fails.
    public let response: String
    /// Why this response was chosen among those of the request.
    public let reason: Decision.Reason
    /// The reason as text, such as `the scene 'Airplane mode' selects it`.
    public let why: String
  }

  /// A request of the project, compared with a call.
  public struct Candidate: Sendable {
    /// The request's name.
    public let requestName: String
    /// The location of the request's name.
    public let place: SpecPlace
    /// The number, from 1, of the alternative of the request's `match` that is compared; `nil` if there is only one.
    public let alternative: Int?
    /// The conditions of the request, or of the alternative, in the order in which the documentation lists the keys of `match`.
    public let conditions: [ConditionResult]
    /// Why the request doesn't answer even if all its conditions are met, such as `less specific path` or `it is disabled`.
    public let note: String?

    package init(
      requestName: String, place: SpecPlace, alternative: Int? = nil, conditions: [ConditionResult], note: String?
    ) {
      self.requestName = requestName
      self.place = place
      self.alternative = alternative
      self.conditions = conditions
      self.note = note
    }

    /// Whether it doesn't match, whatever the states are.
    var isMissed: Bool { conditions.contains { !$0.isMet && $0.kind != .state } }

    /// The conditions that aren't met.
    public var failed: [ConditionResult] { conditions.filter { !$0.isMet } }
  }
}

/// A location in a spec file.
public struct SpecPlace: Sendable, Hashable, CustomStringConvertible {
  /// The file's path, relative to the working directory if the file is inside it.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The location in the form `specs/login.mock.yaml:12:7`.
  public var description: String { "\(file):\(line):\(column)" }
}

/// The result of evaluating one condition of a request for a call.
public struct ConditionResult: Sendable {
  /// The part of a call to which a condition applies. Further kinds can be added in later versions.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The HTTP method.
    public static let method = Kind(rawValue: "method")
    /// The URL's scheme.
    public static let scheme = Kind(rawValue: "scheme")
    /// The URL's host.
    public static let host = Kind(rawValue: "host")
    /// The URL's port.
    public static let port = Kind(rawValue: "port")
    /// The URL's path.
    public static let path = Kind(rawValue: "path")
    /// A segment that the path pattern captures.
    public static let param = Kind(rawValue: "param")
    /// A query parameter.
    public static let query = Kind(rawValue: "query")
    /// The names in the query, none of which is unlisted.
    public static let exactQuery = Kind(rawValue: "exactQuery")
    /// A header.
    public static let header = Kind(rawValue: "header")
    /// A cookie.
    public static let cookie = Kind(rawValue: "cookie")
    /// A field of a form in the body.
    public static let form = Kind(rawValue: "form")
    /// A part of a multipart body.
    public static let part = Kind(rawValue: "part")
    /// A value at a location in a JSON body.
    public static let pointer = Kind(rawValue: "pointer")
    /// The values that a JSONPath selects in a JSON body.
    public static let jsonPath = Kind(rawValue: "jsonPath")
    /// The body as a whole.
    public static let body = Kind(rawValue: "body")
    /// A state of the session.
    public static let state = Kind(rawValue: "state")
    /// A closure of a request built in code.
    public static let predicate = Kind(rawValue: "where")

    /// The name of the kind, as it appears in ``Explanation/json``.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The part of the call to which the condition applies.
  public let kind: Kind
  /// The name of the header, cookie, field or part; the matcher's key for `body`, such as `jsonEquals`; the JSON
  /// Pointer for `pointer`; the path for `jsonPath`; `nil` for kinds without names.
  public let name: String?
  /// Whether the call meets the condition.
  public let isMet: Bool
  /// A description of the expected value, such as `'text/html'` or `text that starts with 'Bearer '`.
  public let expected: String
  /// A description of the value in the call, such as `'text/plain'` or `none`.
  public let found: String
  /// Descriptions of the exact differences, such as `segment 3: expected 'posts', found 'post'`.
  public let details: [String]
  /// The differences in a JSON body; empty for other conditions.
  public let differences: [JSONDifference]
  /// The location at which the condition is written, which can be in `defaults`.
  public let place: SpecPlace

  package init(
    kind: Kind, name: String?, isMet: Bool, expected: String, found: String, details: [String],
    differences: [JSONDifference], place: SpecPlace
  ) {
    self.kind = kind
    self.name = name
    self.isMet = isMet
    self.expected = expected
    self.found = found
    self.details = details
    self.differences = differences
    self.place = place
  }
}

/// A difference between an expected JSON body and that of a call.
public struct JSONDifference: Sendable, Hashable {
  /// How a value differs.
  public enum Kind: String, Sendable {
    /// The value isn't the expected one.
    case different
    /// The expected value doesn't exist.
    case missing
    /// The value isn't expected.
    case extra
  }

  /// How the value differs.
  public let kind: Kind
  /// The value's location as a JSON Pointer (RFC 6901); empty for the whole body.
  public let pointer: String
  /// The expected value as JSON; `nil` if the value is extra.
  public let expected: String?
  /// The call's value as JSON; `nil` if the value is missing.
  public let found: String?

  package init(kind: Kind, pointer: String, expected: String?, found: String?) {
    self.kind = kind
    self.pointer = pointer
    self.expected = expected
    self.found = found
  }
}
