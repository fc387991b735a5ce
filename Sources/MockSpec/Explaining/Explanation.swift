/// What answers a request and why, or why nothing does: the same for the command line, the server's 404 and the error of
/// an interceptor.
///
/// Secret values are never in it (see ``Redaction``), and long ones are cut.
public struct Explanation: Sendable {
  public enum Outcome: Sendable {
    case answered(Answer)
    case unmatched
    /// The project file sends the request to its real destination: for its host, or since nothing matches.
    case passedThrough
    /// The request's `Mockspec-Response` field is wrong.
    case rejected(String)
  }

  /// `POST https://api.example.com/login?x=1`, or only the path where the authority isn't known.
  public let request: String
  public let outcome: Outcome
  /// Of an answered request, the others that match or would have: in the order in which they are asked. Of an unmatched
  /// one, those that came nearest, the nearest first; at most three.
  public let candidates: [Candidate]
  /// How many more requests of the project have this path.
  public let moreCandidates: Int
  /// What is to be known besides, such as that the project has no request of this path; a line each.
  public let notes: [String]
  /// A spec in YAML that answers this very request, ready to be pasted; `nil` where something answers.
  public let suggestedSpec: String?
}

extension Explanation {
  /// Who answers, and with what.
  public struct Answer: Sendable {
    public let request: Candidate
    public let responseName: String
    /// `200, application/json, 212 bytes`, or the error that it fails with.
    public let response: String
    public let reason: Decision.Reason
    /// `the scene 'Airplane mode' selects it`
    public let why: String
  }

  /// A request of the project held against the one that came in.
  public struct Candidate: Sendable {
    public let requestName: String
    /// Of the name.
    public let place: SpecPlace
    /// In the order in which `match` is written in the documentation.
    public let conditions: [ConditionResult]
    /// Why it doesn't answer although all conditions are met, such as `less specific path`.
    public let note: String?

    public var failed: [ConditionResult] { conditions.filter { !$0.isMet } }
  }
}

/// A place in a spec file.
public struct SpecPlace: Sendable, Hashable, CustomStringConvertible {
  /// Relative to the working directory where it lies beneath it, else absolute.
  public let file: String
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int

  /// `specs/login.mock.yaml:12:7`
  public var description: String { "\(file):\(line):\(column)" }
}

/// One condition of a request, met or not.
public struct ConditionResult: Sendable {
  /// New kinds may come.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public static let method = Kind(rawValue: "method")
    public static let scheme = Kind(rawValue: "scheme")
    public static let host = Kind(rawValue: "host")
    public static let port = Kind(rawValue: "port")
    public static let path = Kind(rawValue: "path")
    /// A segment that the path captures.
    public static let param = Kind(rawValue: "param")
    public static let query = Kind(rawValue: "query")
    public static let header = Kind(rawValue: "header")
    public static let cookie = Kind(rawValue: "cookie")
    /// A field of a form in the body.
    public static let form = Kind(rawValue: "form")
    /// A part of a multipart body.
    public static let part = Kind(rawValue: "part")
    /// A place in a JSON body.
    public static let pointer = Kind(rawValue: "pointer")
    public static let body = Kind(rawValue: "body")
    /// A closure of a request built in code.
    public static let predicate = Kind(rawValue: "where")

    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public let kind: Kind
  /// Of the header, cookie and so on; of `body`, the matcher's key, such as `jsonEquals`; of `pointer`, the JSON Pointer.
  public let name: String?
  public let isMet: Bool
  /// For a person: `'text/html'`, `text that starts with 'Bearer '`.
  public let expected: String
  /// For a person: `'text/plain'`, `none`.
  public let found: String
  /// What exactly differs, such as `segment 3: expected 'posts', found 'post'`.
  public let details: [String]
  /// Of JSON bodies.
  public let differences: [JSONDifference]
  /// Where it is written, also if it is inherited from defaults.
  public let place: SpecPlace
}

/// Where a JSON body isn't as expected.
public struct JSONDifference: Sendable, Hashable {
  public enum Kind: String, Sendable {
    case different, missing, extra
  }

  public let kind: Kind
  /// A JSON Pointer (RFC 6901); empty for the whole body.
  public let pointer: String
  /// As JSON; `nil` for what is extra.
  public let expected: String?
  /// As JSON; `nil` for what is missing.
  public let found: String?
}
