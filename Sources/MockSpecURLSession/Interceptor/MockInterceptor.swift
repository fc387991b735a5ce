import Foundation
public import MockSpec
public import MockSpecDiagnostics
import MockSpecWatcher
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Answers the calls of chosen URLSessions from spec files, and reloads the files when they change.
///
///     let mocks = try await MockInterceptor(specs: "specs")
///     let session = URLSession(configuration: mocks.sessionConfiguration())
///     try mocks.select("Offline", for: "Login")
///
/// Interceptors share no state: each answers only the sessions that are made from its configuration, or in which it is
/// installed, so tests can run in parallel. Keep an interceptor as long as its sessions are used; a call after its end
/// fails with ``MockSpecError/ended``. All members can be called from any thread.
public final class MockInterceptor: Sendable {
  let project: LiveProject
  /// Whether other interceptors share the project.
  private let sharesProject: Bool
  /// The engine that decides. The interceptor steers its default session.
  package let engine: MockEngine
  package let session: MockSession
  let environment: InterceptionEnvironment
  let bus: MockEvents
  /// Saves the selections; `nil` if they aren't saved.
  let persistence = Mutex<SelectionPersistence?>(nil)
  /// The server that is asked in connected mode.
  let server: ServerConnection?

  /// Loads and validates the specs. The call blocks the thread while it reads files; in async code, the async initializer
  /// is called instead.
  ///
  /// - Parameters:
  ///   - specs: The location of the specs; a string literal is a path.
  ///   - watch: Whether to reload the specs when they change; by default, files and folders are watched, and bundles and
  ///     text are not.
  ///   - allowsEmpty: Whether files without any request are loaded. By default, they are treated as a mistake: at the
  ///     start, they are an error, and after an edit that removes the last request, the last good version still
  ///     answers.
  ///   - broken: What answers while some files have errors: by default, the last version of the project without errors; at the
  ///     start, errors are thrown.
  ///   - settings: Changes to the settings of the project, such as what to do about calls that no request matches.
  ///   - filePath: The source file from which relative paths are looked up.
  /// - Throws: `SpecError` with the diagnostics of all files if any of them has an error, or with `BrokenFiles.serve` if
  ///   nothing can answer; `SpecPathError` if there is nothing to load; `MockSettingsError` if the settings aren't valid;
  ///   ``MockLaunchError`` if an argument or an
  ///   environment variable with which the app was launched isn't valid, see ``fromLaunch(specs:watch:settings:filePath:)``.
  public convenience init(
    specs: SpecLocation, watch: Bool? = nil, allowsEmpty: Bool = false, broken: BrokenFiles = .refuse,
    settings: MockSettings = MockSettings(), filePath: String = #filePath
  ) throws {
    let bus = MockEvents()
    let project = try Self.load(
      specs, .current(), watch: watch, allowsEmpty: allowsEmpty, broken: broken, settings, filePath, bus)
    self.init(project, project.engine, bus)
  }

  /// Loads and validates the specs, as the initializer that isn't async does, but on another thread.
  public convenience init(
    specs: SpecLocation, watch: Bool? = nil, allowsEmpty: Bool = false, broken: BrokenFiles = .refuse,
    settings: MockSettings = MockSettings(), filePath: String = #filePath
  ) async throws {
    let bus = MockEvents()
    let project = try await Task.detached {
      try Self.load(
        specs, .current(), watch: watch, allowsEmpty: allowsEmpty, broken: broken, settings, filePath, bus)
    }.value
    self.init(project, project.engine, bus)
  }

  init(
    _ project: LiveProject, _ engine: MockEngine, _ bus: MockEvents, server: ServerConnection? = nil,
    onUnmatched: (@Sendable (MockCall, Explanation) -> Void)? = nil
  ) {
    self.project = project
    sharesProject = engine !== project.engine
    self.bus = bus
    self.server = server
    let session = engine.session
    self.engine = engine
    self.session = session
    @Sendable func report(_ made: Decided) -> Decision {
      if bus.areCallsObserved, made.record.outcome != .unmatched { bus.send(.answered(made.record)) }
      return made.decision
    }
    environment = InterceptionEnvironment(
      timeout: { session.sets.settings.timeout },
      namesScheme: { session.sets.names(scheme: $0) },
      onUnmatched: { call, why in
        if session.settings.unmatched == .stopProgram { fatalError(why.text) }
        onUnmatched?(call, why)
        bus.send(.unmatched(call, why))
      },
      // The mocks of a server aren't known.
      hasChoice: { server != nil || session.has($0) },
      ask: server.map { Self.question(to: $0, engine, report: report) },
      decide: { call, isLast, othersHave, override in
        if let override {
          return override.decide(
            call, in: engine, isConnected: server != nil, isLast: isLast, ignoring: othersHave
          ).map(report)
        }
        let options = DecisionOptions(othersHave: server == nil ? othersHave : { _ in true })
        return isLast && server == nil
          ? report(engine.decide(call, options)) : engine.decideIfMatched(call, options).map(report)
      })
  }

  deinit {
    if !sharesProject { project.stop() }
    bus.finish()
  }

  /// The files whose newest version doesn't answer, since it has errors. Always empty without `BrokenFiles.serve`.
  public var heldFiles: [HeldFile] { session.sets.heldFiles }

  // MARK: - Sessions

  /// Returns a new ephemeral configuration, without a cache, for sessions whose calls this interceptor answers.
  public func sessionConfiguration() -> URLSessionConfiguration { environment.sessionConfiguration() }

  /// Adds this interceptor to a configuration, before its other protocols.
  ///
  ///     var configuration = URLSessionConfiguration.default
  ///     mocks.install(in: &configuration)
  ///
  /// The configuration is replaced by a changed copy, so that no session that was made from it is affected. If another
  /// interceptor is installed already, this one is asked first. If none of its requests matches a call, the call is
  /// passed to the other interceptor, whose settings apply to unmatched calls, and whose journal has the call.
  /// `Mockspec-Response` can name requests of both, and `Mockspec-Scene` a scene of either. Later changes of the other
  /// interceptor's configurations don't affect this one.
  public func install(in configuration: inout URLSessionConfiguration) { environment.install(in: &configuration) }

  /// Removes this interceptor from a configuration, which is replaced by a changed copy.
  public func uninstall(from configuration: inout URLSessionConfiguration) {
    environment.uninstall(from: &configuration)
  }

  /// Returns an override for tasks of sessions in which this interceptor is installed.
  package func taskOverride(_ override: CallOverride) -> TaskOverride {
    TaskOverride(override, in: environment.overrides)
  }

  // MARK: - Selecting responses

  /// Selects the response with which a request answers until another one is selected.
  ///
  /// In connected mode, the call blocks the thread until the server has answered, for at most 30 seconds.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request or response; in connected mode,
  ///   ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func select(_ response: String, for request: String) throws {
    if let server = server(of: request) { return try server.select(response, for: request) }
    try session.select(response, for: request)
  }

  /// Removes a selection, so that the scene, the sequence or the default decides again.
  ///
  /// In connected mode, the call blocks the thread until the server has answered, for at most 30 seconds.
  ///
  /// - Throws: `UnknownNameError` if there is no such request; in connected mode,
  ///   ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func deselect(_ request: String) throws {
    if let server = server(of: request) { return try server.deselect(request) }
    try session.deselect(request)
  }

  /// Activates a scene: removes the selections of the requests that it names, and sets its states once.
  ///
  /// In connected mode, the call blocks the thread until the server has answered, for at most 30 seconds.
  ///
  /// - Throws: `UnknownNameError` if there is no such scene; in connected mode,
  ///   ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func activate(scene: String) throws {
    if let server, session.sets.scenes[scene] == nil { return try server.activate(scene: scene) }
    try session.activate(scene: scene)
  }

  /// Deactivates the scene. Selections stay.
  ///
  /// In connected mode, this includes the server's session, and the call blocks the thread until the server has answered,
  /// for at most 30 seconds. If the server can't be asked, ``events`` has a notice.
  public func deactivateScene() {
    session.deactivateScene()
    askServer { try $0.deactivateScene() }
  }

  /// The names of all scenes, sorted.
  ///
  /// In connected mode, these are the server's; none if it can't be asked. Reading them blocks the thread until the server
  /// has answered, for at most 30 seconds.
  public var scenes: [String] {
    guard server == nil else { return askServer { try $0.state().scenes.map(\.name) } ?? [] }
    return session.sets.scenes.keys.sorted()
  }

  /// The name of the active scene; `nil` if none is.
  ///
  /// In connected mode, this is that of the server's session; `nil` if it can't be asked. Reading it blocks the thread until
  /// the server has answered, for at most 30 seconds.
  public var activeScene: String? {
    guard server == nil else { return askServer { try $0.state() }?.scene }
    return session.selections.scene
  }

  /// The value of each state that the specs declare, by the name of the state.
  ///
  /// In connected mode, these are those of the server's session; none if it can't be asked. Reading them blocks the thread
  /// until the server has answered, for at most 30 seconds.
  public var states: [String: String] {
    guard server == nil else { return askServer { try $0.state().values } ?? [:] }
    return session.states
  }

  /// Sets a state, as a response with `set` does. Reading and setting are two steps: calls can set the state in between.
  ///
  /// In connected mode, the call blocks the thread until the server has answered, for at most 30 seconds.
  ///
  /// - Parameters:
  ///   - state: The name of the state.
  ///   - value: One of its values.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such state, or if it can't have the value; in
  ///   connected mode, ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func setState(_ state: String, to value: String) throws {
    if let server { return try server.setState(state, to: value) }
    try session.setState(state, to: value)
  }

  /// Enables or disables a request. A disabled request matches no calls, even those whose `Mockspec-Response` field names
  /// it. This overrides `enabled` in the request's spec until ``reset()``.
  ///
  /// In connected mode, the call blocks the thread until the server has answered, for at most 30 seconds.
  ///
  /// - Throws: `UnknownNameError` if there is no such request; in connected mode,
  ///   ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func setEnabled(_ isEnabled: Bool, for request: String) throws {
    if let server = server(of: request) { return try server.setEnabled(isEnabled, for: request) }
    try session.setEnabled(isEnabled, for: request)
  }

  /// Removes all selections, deactivates the scene, restarts all sequences, gives each state its initial value and each
  /// collection its initial items, and enables or disables each request as its spec says.
  ///
  /// In connected mode, this includes the server's session, and the call blocks the thread until the server has answered,
  /// for at most 30 seconds. If the server can't be asked, ``events`` has a notice.
  public func reset() {
    session.reset()
    askServer { try $0.reset() }
  }

  /// The requests, each with its responses and the one that answers next: those built in code, then the loaded ones, both
  /// in the order in which they are tried.
  ///
  /// In connected mode, these are those added here, then the server's. If the server can't be asked, its requests aren't
  /// there, and ``events`` has a notice. Reading them blocks the thread until the server has answered, for at most 30
  /// seconds.
  public var requests: [RequestStatus] {
    session.requests + (askServer { try $0.state().requests.map(\.status) } ?? [])
  }

  /// The changes to the settings of the project file; in connected mode, of mocks that are added here.
  public var settings: MockSettings { session.settings }

  /// Changes the settings, from the next call on. They stay when files are reloaded.
  ///
  ///     try mocks.updateSettings { $0.delay = .seconds(1) }
  ///
  /// - Parameter change: Changes the present settings. It must not call the interceptor.
  /// - Throws: The error of `change`, or `MockSettingsError` if the new settings aren't valid; then nothing changes.
  public func updateSettings(_ change: (inout MockSettings) throws -> Void) throws {
    try session.updateSettings(change)
  }

  // MARK: - Mocks in code

  /// Adds requests that are built in code.
  ///
  /// Among requests that are equally specific, those built in code precede those of files, and later ones precede
  /// earlier ones. A request with the name of a loaded one overrides it until it is removed. Requests built in code stay
  /// when files are reloaded; selections, scenes and the `Mockspec-Response` field can name them.
  ///
  /// The interceptor retains their closures, so a closure that captures the interceptor keeps it alive.
  ///
  /// - Throws: `MockedRequestError` if a request isn't valid, if no spec declares a state or a value that it names, or if
  ///   another request built in code has its name; then none of the requests is added.
  public func add(_ requests: MockedRequest...) throws { try add(requests) }

  /// Adds an array of requests that are built in code; see ``add(_:)-(MockedRequest...)``.
  ///
  /// - Throws: `MockedRequestError`; then none of the requests is added.
  public func add(_ requests: [MockedRequest]) throws {
    // The states of a server aren't known here.
    try session.add(requests, knowsStates: server == nil)
    if server == nil { return }
    for request in requests where request.usesStates { bus.send(.notice(Self.withoutStates(request.name))) }
  }

  private static func withoutStates(_ request: String) -> String {
    "request '\(request)' uses states, which only the server has: its conditions on states aren't met, and it sets none"
  }

  /// Removes a request that was built in code; a loaded one of the same name answers again.
  ///
  /// - Throws: `UnknownNameError` if no request built in code has this name.
  public func remove(_ request: String) throws { try session.remove(request) }

  /// Removes all requests that were built in code.
  public func removeAll() { session.removeAll() }

  // MARK: - Watching

  /// The events from now on: answered and unmatched calls, reloads, errors in changed specs.
  ///
  /// Each access creates a new subscription. It keeps the newest 256 events, including calls, until they are read. It
  /// ends with the interceptor.
  public var events: AsyncStream<MockEvent> { bus.subscribe() }

  /// The event that explains why the last good version of the specs still answers: ``MockEvent/rejected(_:)`` if the
  /// files have errors, or ``MockEvent/unavailable(_:)`` if they aren't found. `nil` if the current files are in use.
  public var problem: MockEvent? { statusOfFiles.problem }

  /// The changes of the files from now on, without calls. Ends with the interceptor.
  package var fileEvents: AsyncStream<MockEvent> { bus.subscribe(getsCalls: false) }

  /// The warnings of the version in use, and the reason why a newer version isn't in use: `rejected` or `unavailable`.
  ///
  /// If it is read after ``fileEvents``, the events that follow are newer.
  package var statusOfFiles: (warnings: [Diagnostic], problem: MockEvent?) {
    let now = project.now
    return (now.warnings, now.problem.map(MockEvent.init))
  }

  /// The warnings of the first load. Those of a reload come with its event.
  public var warnings: [Diagnostic] { project.diagnostics }

  /// The numbers of files, requests and responses that are loaded; all zero in connected mode.
  public var summary: ProjectSummary { session.sets.summary }

  // MARK: - The journal

  /// Returns the calls that a request has answered, oldest first.
  ///
  /// The journal keeps the last thousand calls of all requests, or fewer if they take more than 64 MiB. In connected mode,
  /// the server is asked about a request without calls, which blocks the thread for at most 30 seconds.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request and none has answered; in connected
  ///   mode, ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func calls(to request: String) throws -> [CallRecord] {
    try answered(by: request, else: []) { () throws(UnknownNameError) in try session.calls(to: request) }
  }

  /// All calls in the journal, oldest first, including those that no request matched.
  public var calls: [CallRecord] { session.calls }

  /// The calls in the journal that no request matched, oldest first.
  public var unmatchedCalls: [CallRecord] { session.unmatchedCalls }

  /// Returns the number of calls that a request has answered since the start or the last ``clearCalls()``, including those
  /// that the journal no longer keeps.
  ///
  /// In connected mode, the server is asked about a request without calls, which blocks the thread for at most 30 seconds.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request and none has answered; in connected
  ///   mode, ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func count(of request: String) throws -> Int {
    try answered(by: request, else: 0) { () throws(UnknownNameError) in try session.count(of: request) }
  }

  /// The number of calls that no request matched since the start or the last ``clearCalls()``.
  public var unmatchedCount: Int { session.unmatchedCount }

  /// Clears the journal and all counts; ``reset()`` doesn't.
  public func clearCalls() { session.clearCalls() }
}

extension MockEvent {
  init(_ event: ProjectEvent) {
    switch event {
    case .reloaded(let reload): self = .reloaded(reload)
    case .rejected(let diagnostics, _): self = .rejected(diagnostics)
    case .unavailable(let error): self = .unavailable(error)
    case .waiting(let files): self = .waiting(for: files)
    case .notice(let notice): self = .notice(notice)
    }
  }
}
