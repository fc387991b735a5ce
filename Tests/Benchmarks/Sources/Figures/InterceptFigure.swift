import Foundation
import MockSpec
import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sequential requests through `MockInterceptor`, compared with the simplest possible URLProtocol.
struct InterceptFigure {
  /// How the client gets the answer.
  private enum Form: String {
    case completion, delegate, async
    /// A completion handler that resumes a continuation, which is safe to cancel on Linux without an interceptor.
    case continuation
  }

  private let rounds = 15
  private let requestsPerRound = 1000

  func text() async throws -> String {
    try await [calls(), AddFigure().table(), ManyInterceptorsFigure().table()].map(\.text).joined(separator: "\n")
  }

  private func calls() async throws -> Table {
    var table = Table(
      "Intercept: sequential requests in process, 1 KB each", columns: ["client", "answered by", "time", "ratio"])
    let subjects =
      try [1, 1_000, 10_000].map { ("\($0.grouped) mocks", try mocks(count: $0)) } + [("a closure", closure())]
    for form in [Form.completion, .delegate, .async] {
      var calls = [("the simplest URLProtocol, no cache", CallingClient(Self.trivial), form)]
      if form == .async { calls.append(("the same, by a continuation", calls[0].1, .continuation)) }
      calls += subjects.map { ($0.0, CallingClient($0.1.sessionConfiguration()), form) }
      var spreads = [Spread](repeating: Spread(), count: calls.count)
      // The first round warms up; each round starts with another client.
      for round in 0...rounds {
        for offset in spreads.indices {
          let index = (round + offset) % spreads.count
          let seconds = try await secondsPerRequest(calls[index].1, calls[index].2)
          if round > 0 { spreads[index].add(seconds) }
        }
      }
      table.add(form.rawValue, calls[0].0, spreads[0].seconds())
      for (call, spread) in zip(calls, spreads).dropFirst() {
        table.add("", call.0, spread.seconds(), (spread / spreads[0]).ratio + " of the simplest")
      }
    }
    return table
  }

  private func secondsPerRequest(_ client: CallingClient, _ form: Form) async throws -> Double {
    let watch = Stopwatch()
    for _ in 0..<requestsPerRound {
      let size: Int =
        switch form {
        case .async: try await client.session.data(from: Self.url).0.count
        case .continuation: try await client.continued(Self.url)
        case .completion: try client.completed(Self.url)
        case .delegate: try client.delegated(Self.url)
        }
      guard size == ServedReplies.body.utf8.count else { throw BenchmarkError("a wrong answer of \(size) bytes") }
    }
    return watch.seconds / Double(requestsPerRound)
  }

  private static let url = URL(string: "https://api.example.com/v1/items/1")!

  private static var trivial: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.protocolClasses = [TrivialURLProtocol.self]
    return configuration
  }

  private func mocks(count: Int) throws -> MockInterceptor {
    let requests = (1...count).map { number in
      """
      "Items \(number)": {"match": "GET https://api.example.com/v1/items/\(number)",
        "responses": {"Found": {"headers": {"Cache-Control": "no-store"}, "json": \(ServedReplies.body)}}}
      """
    }
    return try MockInterceptor(
      specs: .inline("{\"mockspec\": 1, \"requests\": {\(requests.joined(separator: ","))}}"))
  }

  private func closure() throws -> MockInterceptor {
    let mocks = try MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Items", "GET https://api.example.com/v1/items/{id}") {
        MockedResponse("Found") { _ in MockReply(headers: ["Cache-Control": "no-store"], json: ServedReplies.body) }
      })
    return mocks
  }
}

/// Answers every request immediately with the same bytes.
private final class TrivialURLProtocol: URLProtocol {
  private static let body = Data(ServedReplies.body.utf8)
  private static let fields = [
    "Content-Type": "application/json", "Cache-Control": "no-store", "Content-Length": "\(body.count)",
  ]

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let response = HTTPURLResponse(
      url: request.url!, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: Self.fields)!
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Self.body)
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
