import Foundation
public import MockSpec
import MockSpecDiagnostics
import MockSpecWatcher

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Answers the requests of chosen URLSessions from spec files, and follows the files while they are edited.
///
///     let mocks = try await MockInterceptor(specs: "specs")
///     let session = URLSession(configuration: mocks.sessionConfiguration())
///     try mocks.select("Offline", for: "Login")
///
/// Interceptors share nothing: each answers only for the sessions that were made from it, so tests may run in parallel.
/// Keep it as long as its sessions are used; a request after its end fails with `MockSpecError.ended`. All of it may be
/// called from any thread.
public final class MockInterceptor: Sendable {
  /// What happens, besides the error, to a request that nothing matches.
  public enum UnmatchedAction: Sendable {
    /// The request fails with `MockSpecError.unmatched`, or passes through if the project file says so.
    case fail
    /// The program stops at once and prints the explanation, so that a forgotten mock can't be overlooked.
    case stopProgram
  }

  private let project: LiveProject
  private let environment: InterceptionEnvironment
  private let bus: MockEvents

  /// Loads and validates the specs.
  ///
  /// - Parameters:
  ///   - specs: Where they are; a string literal is a path.
  ///   - watch: Whether edits are followed; by default they are for files and folders, and not for bundles and text.
  ///   - unmatched: What to do about requests that nothing matches.
  /// - Throws: `SpecError` with the diagnostics of all files if anything is wrong in them; `SpecPathError` if there is
  ///   nothing to load; `UnknownNameError` if the launch environment (`MOCKSPEC_SELECT`, `MOCKSPEC_SCENE`) names what the
  ///   specs don't have.
  public init(
    specs: SpecLocation, watch: Bool? = nil, unmatched: UnmatchedAction = .fail, filePath: String = #filePath
  ) async throws {
    let launch = try LaunchSettings.current()
    let location = launch.specs.map(SpecLocation.path) ?? specs
    let isWatching = watch ?? location.isWatchable
    let source = location.source(calledFrom: filePath)
    let bus = MockEvents()
    // Reading files may take a while: not on the caller's actor.
    let project = try await Task.detached {
      try LiveProject(SpecLoader(source), isWatching: isWatching) { bus.send(MockEvent($0)) }
    }.value
    try launch.apply(to: project.engine)
    self.project = project
    self.bus = bus
    environment = InterceptionEnvironment(engine: project.engine) { request, why in
      if case .stopProgram = unmatched { fatalError(why.text) }
      bus.send(.unmatched(request, why))
    }
  }

  deinit {
    project.stop()
    bus.finish()
  }

  // MARK: - Sessions

  /// A new ephemeral configuration, without a cache, whose requests are all answered here.
  public func sessionConfiguration() -> URLSessionConfiguration { environment.sessionConfiguration() }

  /// Puts these mocks before everything else that a configuration has. Sessions made from it before aren't affected.
  public func install(in configuration: URLSessionConfiguration) { environment.install(in: configuration) }

  // MARK: - Steering

  /// Makes a request answer with one of its responses until another is selected.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request or response.
  public func select(_ response: String, for request: String) throws {
    try project.engine.select(response, for: request)
  }

  /// Takes a selection back, so that scene, sequence or default decide again.
  ///
  /// - Throws: `UnknownNameError` if there is no such request.
  public func deselect(_ request: String) throws { try project.engine.deselect(request) }

  /// Makes a scene the active one, and clears the selections of the requests that it names.
  ///
  /// - Throws: `UnknownNameError` if there is no such scene.
  public func activate(scene: String) throws { try project.engine.activate(scene: scene) }

  /// Clears selections and scene and restarts sequences.
  public func reset() { project.engine.reset() }

  // MARK: - In code

  /// Adds requests that are built in code, all or none. Among equally specific ones they are asked before those of
  /// files, and the latest first. One with the name of a loaded request is laid over it until it is removed. They stay
  /// when files are loaded anew; selections, scenes and `Mockspec-Response` name them as any other.
  ///
  /// The interceptor keeps their closures, so one that refers to it keeps it alive.
  ///
  /// - Throws: `MockedRequestError`, with what would be right, for what a spec couldn't say either, and for a name that
  ///   another request built in code has; then nothing is added.
  public func add(_ requests: MockedRequest...) throws { try project.engine.add(requests) }

  public func add(_ requests: [MockedRequest]) throws { try project.engine.add(requests) }

  /// Takes a request away that was built in code; a loaded one of the same name answers again.
  ///
  /// - Throws: `UnknownNameError` if none that was built in code has this name.
  public func remove(_ request: String) throws { try project.engine.remove(request) }

  /// Takes all requests away that were built in code.
  public func removeAll() { project.engine.removeAll() }

  // MARK: - Watching

  /// What happens from now on: reloads, errors in edited specs, unmatched requests. Each access is a subscription of its
  /// own, which keeps the newest 256 events until they are read and ends with the interceptor.
  public var events: AsyncStream<MockEvent> { bus.subscribe() }

  /// How much is loaded.
  public var summary: ProjectSummary { project.engine.sets.summary }

  // MARK: - The journal

  /// The calls that a request has answered, oldest first, of those that are kept: the last thousand of all requests, and
  /// fewer if together they take more than 16 MiB. Secrets are redacted.
  public func calls(to request: String) -> [Call] { project.engine.calls(to: request) }

  /// All calls that are kept, oldest first, also those that nothing matched.
  public var calls: [Call] { project.engine.calls }

  /// The calls that nothing matched, oldest first, of those that are kept.
  public var unmatchedCalls: [Call] { project.engine.unmatchedCalls }

  /// How many calls a request has answered since the start, or since ``clearCalls()``; exact, however many are kept.
  public func count(of request: String) -> Int { project.engine.count(of: request) }

  /// How many calls nothing matched, likewise.
  public var unmatchedCount: Int { project.engine.unmatchedCount }

  /// Forgets all calls and counts; ``reset()`` doesn't.
  public func clearCalls() { project.engine.clearCalls() }
}

extension MockEvent {
  init(_ event: ProjectEvent) {
    switch event {
    case .reloaded(let summary, let warnings, let notices):
      self = .reloaded(summary, warnings: warnings, notices: notices)
    case .rejected(let diagnostics): self = .rejected(diagnostics)
    case .unavailable(let error): self = .unavailable(error)
    }
  }
}
