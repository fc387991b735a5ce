import Testing

/// One spec, and what its requests are answered with, whichever engine performs it.
struct ContractCase: Sendable, CustomTestStringConvertible {
  let name: String
  let spec: String
  /// The texts of body files, by path.
  let files: [String: String]
  let exchanges: [Exchange]

  var testDescription: String { name }

  init(_ name: String, _ spec: String, files: [String: String] = [:], _ exchanges: Exchange...) {
    self.name = name
    self.files = files
    self.spec = "mockspec: 1\n" + spec
    self.exchanges = exchanges
  }
}

/// A call, and its outcome.
struct Exchange: Sendable {
  var method = "GET"
  var path: String
  var fields: [(String, String)] = []
  var body = ""
  let answer: Outcome

  /// - Parameter line: `GET /path`, to the host `api.example.com`.
  init(_ line: String, _ fields: [(String, String)], body: String = "", _ answer: Outcome) {
    let parts = line.split(separator: " ", maxSplits: 1)
    method = String(parts[0])
    path = String(parts[1])
    self.fields = fields
    self.body = body
    self.answer = answer
  }

  init(_ line: String, body: String = "", _ answer: Outcome) { self.init(line, [], body: body, answer) }
}

/// What a client sees.
enum Outcome: Sendable, Equatable, CustomStringConvertible {
  /// `fields` are those that the case names; others may stand beside them.
  case reply(Int, fields: [String: String] = [:], body: String = "")
  /// The name of a `URLError.Code` in process; over the wire any reset connection.
  case failure(String)
  case unmatched
  case rejected
  /// 500 over the wire, an error in process.
  case templateFailure

  static func text(_ body: String, status: Int = 200) -> Outcome {
    .reply(status, fields: ["Content-Type": "text/plain; charset=utf-8"], body: body)
  }

  static func json(_ body: String, status: Int = 200) -> Outcome {
    .reply(status, fields: ["Content-Type": "application/json"], body: body)
  }

  var description: String {
    switch self {
    case .reply(let status, let fields, let body): "\(status) \(fields.sorted { $0.key < $1.key }) '\(body)'"
    case .failure(let name): "failure \(name)"
    case .unmatched: "unmatched"
    case .rejected: "rejected"
    case .templateFailure: "template failure"
    }
  }

  /// Only the fields that `other` names, so that the two can be compared.
  func limited(to other: Outcome) -> Outcome {
    guard case .reply(let status, let fields, let body) = self, case .reply(_, let named, _) = other else {
      return self
    }
    return .reply(status, fields: fields.filter { named.keys.contains($0.key) }, body: body)
  }
}
