import Foundation
import MockSpec
import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request through `MockInterceptor`, compared with the simplest possible URLProtocol.
struct InterceptFigure {
  private let rounds = 15
  private let requestsPerRound = 1000

  func table() async throws -> Table {
    let url = URL(string: "https://api.example.com/v1/items")!
    let mocks = try await MockInterceptor(specs: .inline(Self.spec))
    let ours = URLSession(configuration: mocks.sessionConfiguration())
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.protocolClasses = [TrivialURLProtocol.self]
    let rival = URLSession(configuration: configuration)

    var (oursSpread, rivalSpread) = (Spread(), Spread())
    for round in 0...rounds {
      let oursSeconds = try await secondsPerRequest(ours, url)
      let rivalSeconds = try await secondsPerRequest(rival, url)
      // The first round warms up.
      guard round > 0 else { continue }
      oursSpread.add(oursSeconds)
      rivalSpread.add(rivalSeconds)
    }

    var table = Table(
      "Intercept: sequential requests in process, 1 KB each, `session.data(from:)`", columns: ["", "time", "ratio"])
    table.add("simplest URLProtocol, no cache", rivalSpread.seconds())
    table.add("MockInterceptor", oursSpread.seconds(), (oursSpread / rivalSpread).ratio + " of the simplest")
    return table
  }

  private func secondsPerRequest(_ session: URLSession, _ url: URL) async throws -> Double {
    let watch = Stopwatch()
    for _ in 0..<requestsPerRound {
      let (body, response) = try await session.data(from: url)
      guard body.count == ServedAnswers.body.utf8.count, (response as? HTTPURLResponse)?.statusCode == 200 else {
        throw BenchmarkError("wrong answer: \(response)")
      }
    }
    return watch.seconds / Double(requestsPerRound)
  }

  private static let spec = """
    {"mockspec": 1, "requests": {"Items": {
      "match": "GET https://api.example.com/v1/items",
      "responses": {"Found": {"headers": {"Cache-Control": "no-store"}, "json": \(ServedAnswers.body)}}}}}
    """
}

/// Answers every request immediately with the same bytes.
private final class TrivialURLProtocol: URLProtocol {
  private static let body = Data(ServedAnswers.body.utf8)
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
