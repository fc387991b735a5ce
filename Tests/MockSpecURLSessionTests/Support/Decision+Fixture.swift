import Foundation
import HTTPTypes

@testable import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Decision {
  static func reply(
    _ status: Int = 200, fields: HTTPFields = [:], body: [UInt8] = [], delay: Duration = .zero, head: Bool = false
  ) -> Decision {
    let reply = Reply(status: status, fields: fields, body: body, isShared: true)
    return Decision(outcome: .reply(reply), delay: delay, answersHead: head, snapshot: 1)
  }

  static func reply(_ text: String, delay: Duration = .zero) -> Decision {
    reply(fields: [.contentType: "text/plain"], body: [UInt8](text.utf8), delay: delay)
  }

  static func failure(_ failure: URLFailure, delay: Duration = .zero) -> Decision {
    Decision(outcome: .failure(failure), delay: delay, snapshot: 1)
  }

  static func outcome(_ outcome: Outcome, delay: Duration = .zero) -> Decision {
    Decision(outcome: outcome, delay: delay, snapshot: 1)
  }

  /// As a project explains it that has the path with another method.
  static let unmatched: Decision = {
    let sets = try? ResponseSets.load(text: "mockspec: 1\nrequests: {Login: {match: POST /a, responses: {R: {}}}}")
    let call = MockCall(
      method: "GET", target: .originForm, scheme: nil, host: nil, port: nil, path: "/a", query: nil)
    return outcome(.unmatched(MockEngine(sets!).explain(call)))
  }()
}

extension URLRequest {
  /// To a host that nothing answers for. Only tests of timeouts end by one, however busy the machine is.
  init(_ path: String, method: String = "GET", timeout: TimeInterval = 600) {
    self.init(url: URL(string: "https://api.example.com" + path)!)
    httpMethod = method
    // As an argument of the initialiser it is lost on Linux when a request passes through.
    timeoutInterval = timeout
  }
}
