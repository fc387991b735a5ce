public import Foundation
public import MockSpec
import MockSpecWatcher

// Connected mode.
extension MockInterceptor {
  /// Creates an interceptor that asks a running `mockspec serve` how calls are answered.
  ///
  ///     let mocks = try MockInterceptor(server: URL(string: "http://127.0.0.1:8080")!, session: "checkout")
  ///
  /// The server decides each call as if it were one of its own, and this interceptor performs the decision: errors,
  /// delays, faults, redirects and real servers' replies happen in the app, and the call's original URL is matched.
  /// Only schemes that URLSession sends over a network are asked about, and those of mocks that are added here.
  ///
  /// Mocks that are added here, or that a UI test hands over (see ``MockLaunch``), are tried first. They can't use the
  /// server's states. Selections, scenes, ``states``, ``setEnabled(_:for:)-(_,String)``, ``requests`` and ``reset()`` also
  /// apply to the server's session; these members block the thread until the server has answered. The journal, the events and the settings are those of this
  /// interceptor: `redact` of the server's project doesn't apply to the journal. In a configuration with several
  /// interceptors, install this one first, so that it is asked last: the server stores a call before another
  /// interceptor is asked.
  ///
  /// The server can be started later, and can be restarted. While it can't be asked, each call fails with
  /// ``MockSpecError/serverUnavailable``; no call is sent to the real network instead. A call waits for the server for
  /// at most 30 seconds, or until its own timeout. If a body is larger than 32 MiB, the server gets only its size, so
  /// that no condition on the body matches.
  ///
  /// - Parameters:
  ///   - server: The URL of the server, or of its control API if that has another port.
  ///   - session: The ID of a session of the server, which begins with the first call; `nil` for the server's default
  ///     session.
  ///   - token: The server's token; by default `MOCKSPEC_TOKEN` in the environment.
  ///   - settings: Changes to the settings for mocks that are added here. The action for unmatched calls applies to all.
  /// - Throws: `ConnectedModeError` if the URL or the token isn't valid, ``MockLaunchError`` if a mock that was
  ///   handed over isn't; `SessionError` if the ID isn't valid; `MockSettingsError` if the settings aren't.
  public convenience init(
    server: URL, session: String? = nil, token: String? = nil, settings: MockSettings = MockSettings()
  ) throws {
    let environment = ProcessInfo.processInfo.environment
    let connection = try ServerConnection(
      server, sessionID: session, token: token ?? environment["MOCKSPEC_TOKEN"].flatMap { $0.isEmpty ? nil : $0 })
    try self.init(connection, settings: settings)
  }

  convenience init(
    _ connection: ServerConnection, settings: MockSettings = MockSettings(), _ launch: LaunchSettings? = nil
  ) throws {
    let launch = try launch ?? .current()
    guard launch.specs.isEmpty, launch.scenes.isEmpty, launch.states.isEmpty, launch.selections.isEmpty else {
      throw ConnectedModeError(
        "the launch sets specs, a scene, states or selections, which can't be used with a server: serve the specs, and "
          + "select on the server, in the same session")
    }
    let bus = MockEvents()
    let loader = SpecLoader(try SpecLocation.empty.source(calledFrom: ""))
    let project = try LiveProject(loader, isWatching: false, allowsEmpty: true, reportingTo: bus.reports)
    try Self.prepare(project, settings, launch, knowsStates: false)
    self.init(project, project.engine, bus, server: connection)
  }

  /// Returns a function that asks a server about the calls that no mock of the engine matches, and stores its decisions in
  /// the engine's journals.
  static func question(
    to server: ServerConnection, _ engine: MockEngine,
    report: @escaping @Sendable (Decided) -> Decision
  ) -> InterceptionEnvironment.Question {
    { received, isLast, othersHave, override, completion in
      // The engine has refused calls whose session can't be used.
      let session = (try? engine.session(of: received)) ?? engine.session
      let received = override?.asking(received, besides: session) ?? received
      let asked = received.withoutChoices { session.has($0) || othersHave($0) }
      let serverCall = server.decide(asked) { result in
        switch result {
        case .failure(let failure):
          // Stored so that the journal has the call, too.
          _ = report(session.store(Decision(rejecting: failure.message, status: 503), on: received))
          completion(.failed(.serverUnavailable, failure.message))
        case .success(let message):
          var decision = message.decision
          override?.change(&decision, in: session)
          switch decision.outcome {
          case .unmatched where !isLast, .rejected where !isLast: return completion(.unmatched)
          case .unmatched where session.settings.unmatched == .passThrough: decision.outcome = .passThrough
          default: break
          }
          completion(.decided(report(session.store(decision, on: received)), timeout: message.timeout))
        }
      }
      return { serverCall.cancel() }
    }
  }

  /// The calls that a request has answered, and their number; none if only the server knows the request.
  ///
  /// In connected mode, this can block the thread until the server has answered.
  ///
  /// - Throws: `UnknownNameError` if there is no such request; `MockSpecError` if the server can't be asked.
  package func answered(by request: String) throws -> (stored: [CallRecord], count: Int) {
    try answered(by: request, else: ([], 0)) { () throws(UnknownNameError) in try session.answered(by: request) }
  }

  /// The server that knows a request; `nil` in process, and for a mock that was added here.
  func server(of request: String) -> ServerConnection? { session.sets[request] == nil ? server : nil }

  /// Returns a value about the calls that a request has answered; `nothing` if only the server knows the request.
  func answered<Value>(
    by request: String, else nothing: Value, _ find: () throws(UnknownNameError) -> Value
  ) throws -> Value {
    do throws(UnknownNameError) {
      return try find()
    } catch {
      guard let server else { throw error }
      try server.require(request)
      return nothing
    }
  }

  /// Returns the value that the server returns. If the server can't be asked, reports an event and returns `nil`.
  @discardableResult
  func askServer<Value>(_ ask: (ServerConnection) throws -> Value) -> Value? {
    guard let server else { return nil }
    do {
      return try ask(server)
    } catch {
      bus.send(.notice("\(error)".split(separator: "\n").joined(separator: "; ")))
      return nil
    }
  }
}
