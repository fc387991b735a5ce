import MockSpec
import Testing

@testable import MockSpecWatcher

extension LiveProject {
  /// Returns the reply to a GET request; `nil` if there is none.
  func reply(to path: String) -> Reply? {
    let call = MockCall(method: "GET", target: .url, scheme: "http", host: "h", port: nil, path: path, query: nil)
    guard case .reply(let reply) = engine.decide(call).outcome else { return nil }
    return reply
  }

  /// Returns the body of the reply to a GET request; `none` if there is no reply.
  func answer(_ path: String) -> String { reply(to: path).map { String(decoding: $0.body, as: UTF8.self) } ?? "none" }
}

extension Sightings<ProjectEvent> {
  /// Waits for the next reload. Other events are a failure, except that a busy machine can make a writer slow.
  func reloaded() async throws {
    let event = try await through { if case .waiting = $0 { false } else { true } }.last
    guard case .reloaded? = event else {
      Issue.record("\(String(describing: event))")
      return
    }
  }
}
