import Foundation
import MockSpecURLSession
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests through an interceptor in connected mode, which asks `mockspec serve`, compared with one in process.
struct ConnectFigure {
  let paths: Paths
  let isShort: Bool

  private static let mock = """
    {"mockspec": 1, "requests": {"Items": {"match": "GET /v1/items/1",
      "responses": {"Found": {"headers": {"Cache-Control": "no-store"}, "json": \(ServedReplies.body)}}}}}
    """

  func text() async throws -> String {
    let specs = paths.scratch("connect.mock.json")
    try Data(Self.mock.utf8).write(to: URL(filePath: specs))
    let server = try RunningServer.mockspec(paths, specs: specs, path: "/v1/items/1")
    defer { server.end() }
    let url = URL(string: "http://127.0.0.1:\(server.port)")!
    let (local, connected) = (
      try await MockInterceptor(specs: .inline(Self.mock)), try MockInterceptor(server: url, session: "connect")
    )
    let subjects = [
      ("in process", CallingClient(local.sessionConfiguration()), "https://api.example.com/v1/items/1"),
      ("connected mode", CallingClient(connected.sessionConfiguration()), "https://api.example.com/v1/items/1"),
      ("the server, without an interceptor", CallingClient(.ephemeral), "\(url)/v1/items/1"),
    ]
    var table = Table(
      "Connect: requests of 1 KB to one mock", columns: ["at once", "answered", "time per request", "ratio"])
    for width in [1, 16] {
      var spreads = [Spread](repeating: Spread(), count: subjects.count)
      // The first round warms up; each round starts with another client.
      for round in 0...(isShort ? 2 : 15) {
        for offset in subjects.indices {
          let index = (round + offset) % subjects.count
          let seconds = try await secondsPerRequest(subjects[index].1, URL(string: subjects[index].2)!, width)
          if round > 0 { spreads[index].add(seconds) }
        }
      }
      for (index, spread) in spreads.enumerated() {
        table.add(
          index == 0 ? "\(width)" : "", subjects[index].0, spread.seconds(),
          index == 0 ? "" : (spread / spreads[0]).ratio + " of in process")
      }
    }
    return table.text
  }

  private func secondsPerRequest(_ client: CallingClient, _ url: URL, _ width: Int) async throws -> Double {
    let count = isShort ? 64 : 640
    let session = client.session
    let watch = Stopwatch()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<width {
        group.addTask {
          for _ in 0..<(count / width) {
            let size = try await session.data(from: url).0.count
            guard size == ServedReplies.body.utf8.count else { throw BenchmarkError("a wrong answer of \(size) bytes") }
          }
        }
      }
      try await group.waitForAll()
    }
    return watch.seconds / Double(count)
  }
}
