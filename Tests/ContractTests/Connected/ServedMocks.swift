import Foundation
import MockSpec
import MockSpecControl
import MockSpecServer

@testable import MockSpecURLSession

/// A server of mocks with a control API on a free port.
struct ServedMocks: Sendable {
  let engine: MockEngine
  private let server: MockServer
  let url: URL

  /// - Parameters:
  ///   - spec: The text of the only spec.
  ///   - port: The port; 0 for a free one.
  init(_ spec: String, port: Int = 0, options: ControlOptions = ControlOptions()) async throws {
    try await self.init(try ResponseSets.load(text: spec), port: port, options: options)
  }

  init(_ sets: ResponseSets, port: Int = 0, options: ControlOptions = ControlOptions()) async throws {
    engine = MockEngine(sets)
    server = MockServer(engine: engine, port: port, control: MockControl(engine, options: options))
    url = URL(string: try await server.start().url)!
  }

  var port: Int { url.port! }

  func stop() async { await server.stop() }
}

extension MockInterceptor {
  /// Returns an interceptor that waits for its server as long as a loaded machine takes.
  static func patient(
    _ server: URL, session: String? = nil, token: String? = nil, settings: MockSettings = MockSettings()
  ) throws -> MockInterceptor {
    try MockInterceptor(
      ServerConnection(server, sessionID: session, token: token, limit: .seconds(3600)), settings: settings)
  }
}
