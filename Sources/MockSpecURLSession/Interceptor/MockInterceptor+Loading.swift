public import MockSpec
package import MockSpecWatcher

// Loading, including from the settings of a launch.
extension MockInterceptor {
  /// Returns an interceptor with the specs, selections and mocks that a UI test has handed over with ``MockLaunch``; `nil`
  /// if the app was launched without any. The call blocks the thread while it reads files.
  ///
  ///     let mocks = try MockInterceptor.fromLaunch()
  ///     let session = URLSession(configuration: mocks?.sessionConfiguration() ?? .default)
  ///
  /// - Parameters:
  ///   - specs: The location of the specs if the test names none, such as a bundle; none by default.
  ///   - watch: Whether to reload the specs when they change; by default, files and folders are watched.
  ///   - settings: Changes to the settings of the project, such as what to do about calls that no request matches.
  ///   - filePath: The source file from which relative paths are looked up.
  /// - Throws: ``MockLaunchError``, which names the argument or variable, if what was handed over is malformed,
  ///   incomplete, or can't be read, or names something that the specs don't have; `SpecError`, `SpecPathError` and
  ///   `MockSettingsError` as the initializer does.
  public static func fromLaunch(
    specs: SpecLocation = .empty, watch: Bool? = nil, settings: MockSettings = MockSettings(),
    filePath: String = #filePath
  ) throws -> MockInterceptor? {
    try from(.current(), specs: specs, watch: watch, settings: settings, filePath: filePath)
  }

  static func from(
    _ launch: LaunchSettings, specs: SpecLocation = .empty, watch: Bool? = nil, settings: MockSettings = MockSettings(),
    filePath: String = #filePath
  ) throws -> MockInterceptor? {
    if launch.isEmpty { return nil }
    let bus = MockEvents()
    let project = try load(specs, launch, watch: watch, allowsEmpty: false, settings, filePath, bus)
    return MockInterceptor(project, project.engine, bus)
  }

  /// Loads the project of a location, or of that of a launch, and applies the settings and the rest of the launch.
  static func load(
    _ specs: SpecLocation, _ launch: LaunchSettings, watch: Bool?, allowsEmpty: Bool, broken: BrokenFiles = .refuse,
    _ settings: MockSettings, _ filePath: String, _ bus: MockEvents
  ) throws -> LiveProject {
    let project = try Self.project(
      of: launch.specs.isEmpty ? specs : .all(launch.specs.map(SpecLocation.path)), watch: watch,
      allowsEmpty: allowsEmpty, broken: broken, filePath: filePath, reportingTo: bus.reports)
    try prepare(project, settings, launch)
    return project
  }

  /// Applies settings, and those of a launch other than its specs, to a project. If that fails, the project is stopped.
  static func prepare(
    _ project: LiveProject, _ settings: MockSettings, _ launch: LaunchSettings, knowsStates: Bool = true
  ) throws {
    do {
      try project.engine.session.updateSettings { $0 = settings }
      try launch.apply(to: project.engine.session, knowsStates: knowsStates)
    } catch {
      project.stop()
      throw error
    }
  }

  /// Loads the project of a location.
  package static func project(
    of specs: SpecLocation, watch: Bool?, allowsEmpty: Bool, broken: BrokenFiles = .refuse, filePath: String,
    reportingTo reports: ReportHandler
  ) throws -> LiveProject {
    let loader = SpecLoader(try specs.source(calledFrom: filePath))
    let project = try LiveProject(
      loader, isWatching: watch ?? specs.isWatchable, allowsEmpty: allowsEmpty, broken: broken,
      reportingTo: reports)
    if specs.isOfFiles, !allowsEmpty, project.engine.sets.summary.requests == 0 {
      project.stop()
      throw SpecPathError.noRequests(loader.shownLocation ?? loader.shown(project.root))
    }
    return project
  }

  /// Creates an interceptor of a project that others use, too. It has an engine of its own, and no launch settings.
  ///
  /// - Parameters:
  ///   - project: A project that isn't watched.
  ///   - settings: Changes to its settings.
  ///   - onUnmatched: Called before an unmatched call fails, on URLSession's own queue. It must not block or call a
  ///     session.
  /// - Throws: `MockSettingsError` if the settings aren't valid.
  package convenience init(
    sharing project: LiveProject, settings: MockSettings,
    onUnmatched: @escaping @Sendable (MockCall, Explanation) -> Void
  ) throws {
    let engine = MockEngine(project.engine.sets)
    try engine.session.updateSettings { $0 = settings }
    self.init(project, engine, MockEvents(), onUnmatched: onUnmatched)
  }
}
