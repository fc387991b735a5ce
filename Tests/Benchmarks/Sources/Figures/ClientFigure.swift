import Foundation
import MockSpecClient
import MockSpecURLSession
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls of a `ServiceClient` through `MockInterceptor`, compared with those of a bare URLSession through the same one.
struct ClientFigure {
  let paths: Paths
  let isShort: Bool

  private struct Items: RemoteService {
    var baseURL: URL { URL(string: "https://api.example.com")! }
    var path: RequestPath { "/v1/items/1" }
  }

  private struct Item: Decodable, Sendable { let id: Int }

  private static let mock = """
    {"mockspec": 1, "requests": {"Items": {"match": "GET https://api.example.com/v1/items/1",
      "responses": {"Found": {"headers": {"Cache-Control": "no-store"}, "json": \(ServedReplies.body)}}}}}
    """

  func text() async throws -> String {
    try await [calls(), ClientMemoryFigure(paths: paths, isShort: isShort).table()].map(\.text)
      .joined(separator: "\n")
  }

  private func calls() async throws -> Table {
    let mocks = try await MockInterceptor(specs: .inline(Self.mock))
    let session = URLSession(configuration: mocks.sessionConfiguration())
    let url = URL(string: "https://api.example.com/v1/items/1")!
    let client = ServiceClient<Items>(configuration: mocks.sessionConfiguration())
    let full = ServiceClient<Items>(
      configuration: mocks.sessionConfiguration(),
      middleware: [ActivityMiddleware { _, _ in }, AccessTokenMiddleware(.bearer("a")), RetryMiddleware()])
    let size = ServedReplies.body.utf8.count
    let subjects: [(String, @Sendable () async throws -> Bool)] = [
      ("URLSession.data(for:)", { try await session.data(for: URLRequest(url: url)).0.count == size }),
      (
        "and a JSONDecoder",
        { try await JSONDecoder().decode(Item.self, from: session.data(for: URLRequest(url: url)).0).id == 1 }
      ),
      ("response(of:)", { try await client.response(of: Items()).body.count == size }),
      ("with three middleware", { try await full.response(of: Items()).body.count == size }),
      ("value(of:)", { try await client.value(of: Items(), as: Item.self).id == 1 }),
    ]
    var table = Table("Client: calls of 1 KB to one mock", columns: ["at once", "call", "time per call", "ratio"])
    for width in [1, 16] {
      var spreads = [Spread](repeating: Spread(), count: subjects.count)
      // The first round warms up; each round starts with another subject.
      for round in 0...(isShort ? 2 : 31) {
        for offset in subjects.indices {
          let index = (round + offset) % subjects.count
          let seconds = try await secondsPerCall(width, subjects[index].1)
          if round > 0 { spreads[index].add(seconds) }
        }
      }
      for (index, (name, _)) in subjects.enumerated() {
        let floor = index == 4 ? 1 : 0
        table.add(
          index == 0 ? "\(width)" : "", name, spreads[index].seconds(),
          index < 2
            ? "" : (spreads[index] / spreads[floor]).ratio + (floor == 0 ? " of data(for:)" : " of it with a decoder"))
      }
    }
    return table
  }

  private func secondsPerCall(_ width: Int, _ call: @escaping @Sendable () async throws -> Bool) async throws -> Double
  {
    let count = isShort ? 64 : 960
    let watch = Stopwatch()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<width {
        group.addTask {
          for _ in 0..<(count / width) {
            guard try await call() else { throw BenchmarkError("a wrong answer") }
          }
        }
      }
      try await group.waitForAll()
    }
    return watch.seconds / Double(count)
  }
}
