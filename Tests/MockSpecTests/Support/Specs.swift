import HTTPTypes
import MockSpecDiagnostics
import TestSupport

@testable import MockSpec

/// Loads specs from text and from folders.
enum Specs {
  static func load(_ text: String) throws -> ResponseSets {
    let project = try SpecLoader(.inline("mockspec: 1\n" + text)).load(number: 1)
    guard let sets = project.sets else { throw SpecError(project.diagnostics) }
    return sets
  }

  static func engine(_ text: String) throws -> MockEngine { MockEngine(try load(text)) }

  /// Returns `code: message` for each diagnostic, in the order in which they are reported.
  static func problems(_ text: String) throws -> [String] {
    try SpecLoader(.inline("mockspec: 1\n" + text)).load(number: 1).diagnostics.map { "\($0.code): \($0.message)" }
  }

  static func load(_ folder: TemporaryFolder, _ paths: String...) throws -> LoadedProject {
    try SpecLoader(.paths(paths), workingDirectory: folder.path).load(number: 1)
  }
}

extension MockCall {
  /// `GET /path?query`, to `https://api.example.com` unless a URL is given.
  init(_ line: String, _ fields: HTTPFields = [:], body: String = "", target: Target = .url) {
    let parts = line.split(separator: " ", maxSplits: 1)
    var rest = parts[1]
    var scheme = "https"
    var authority: Substring = "api.example.com"
    if let mark = rest.firstRange(of: "://") {
      scheme = String(rest[..<mark.lowerBound])
      rest = rest[mark.upperBound...]
      authority = rest.prefix { $0 != "/" }
      rest = rest.dropFirst(authority.count)
    }
    let known = Authority(authority)
    let pieces = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      method: String(parts[0]), target: target, scheme: scheme, host: known?.host, port: known?.port,
      path: String(pieces[0]), query: pieces.count > 1 ? String(pieces[1]) : nil, fields: fields,
      body: Array(body.utf8))
  }
}

extension MockEngine {
  /// Returns the answer as `Request: Response`, or a description of another outcome.
  func answer(_ line: String, _ fields: HTTPFields = [:]) -> String {
    let decision = decide(MockCall(line, fields))
    switch decision.outcome {
    case .closureFailure(let failure): return failure.description
    case .unmatched: return "unmatched"
    case .rejected(let message, _), .templateFailure(let message): return message
    case .passThrough: return "passed through"
    case .forward(let origin): return "\(decision.requestName ?? "") → \(origin)"
    case .reply, .fault, .failure, .closure: return "\(decision.requestName ?? ""): \(decision.responseName ?? "")"
    }
  }
}
