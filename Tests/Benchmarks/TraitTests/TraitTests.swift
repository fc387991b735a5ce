import Foundation
import MockSpecTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same tests with the trait and with the simplest URLProtocol: 1,000 cases in parallel, each with a session of its own
/// and five calls. `TraitFigure` runs one suite at a time, in a process of its own.
enum Calls {
  static let body = #"{"id":1}"#

  static func make(in session: URLSession) async throws {
    for number in 1...5 {
      let (data, _) = try await session.data(from: URL(string: "https://api.example.com/items/\(number)")!)
      #expect(data == Data(body.utf8))
    }
  }
}

@Suite(
  .mocks(
    .inline(
      """
      mockspec: 1
      requests:
        Item: {match: "GET https://api.example.com/items/{id}", responses: {Found: {json: {id: 1}}, Missing: {status: 404}}}
      """)))
struct WithTrait {
  @Test(arguments: 1...1000) func calls(number: Int) async throws {
    try await Calls.make(in: .mocked)
    Mocks.current.expectCalls(to: "Item", exactly: 5)
  }
}

struct WithURLProtocol {
  @Test(arguments: 1...1000) func calls(number: Int) async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.protocolClasses = [TrivialURLProtocol.self]
    try await Calls.make(in: URLSession(configuration: configuration))
    #expect(number > 0)
  }
}

/// Answers every request immediately with the same bytes.
private final class TrivialURLProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let response = HTTPURLResponse(
      url: request.url!, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "application/json"])!
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(Calls.body.utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
