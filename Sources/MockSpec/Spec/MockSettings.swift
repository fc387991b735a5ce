/// A session's changes to the settings of its project. By default, there are none.
///
///     let mocks = try MockInterceptor(specs: "specs", settings: MockSettings(unmatched: .passThrough))
///     try mocks.updateSettings { $0.delay = .seconds(1) }
public struct MockSettings: Sendable, Hashable {
  /// The action for a call that no request matches.
  public enum UnmatchedAction: Sendable {
    /// The call fails with an explanation.
    case fail
    /// The call is sent to its real destination.
    case passThrough
    /// The program prints the explanation and stops, so that a missing mock isn't overlooked. Servers let the call fail.
    case stopProgram
  }

  /// The action for a call that no request matches; `nil` for that of the project file.
  public var unmatched: UnmatchedAction?
  /// The timeout of outcomes that may never end, such as closures and forwarded calls; `nil` for that of the project
  /// file.
  public var timeout: Duration?
  /// Hosts whose calls are sent to their real destination, such as `*.apple.com`, besides those of the project file.
  public var passthrough: [String]
  /// Names whose values are secret, besides those of the project file.
  public var redact: [String]
  /// The delay of responses without a delay, neither their own nor from `defaults`.
  public var delay: Duration?
  /// For each scene, the selected response of each request. These must exist when the scene is added, so requests built in
  /// code must be added before. A scene replaces the scene with the same name in the project file.
  public var scenes: [String: [String: String]]

  /// Creates changes.
  ///
  /// - Parameters:
  ///   - unmatched: The action for a call that no request matches.
  ///   - timeout: The timeout of outcomes that may never end; more than zero.
  ///   - passthrough: Hosts whose calls are sent to their real destination.
  ///   - redact: Names whose values are secret.
  ///   - delay: The delay of responses without a delay; at least zero.
  ///   - scenes: For each scene, the selected response of each request.
  public init(
    unmatched: UnmatchedAction? = nil, timeout: Duration? = nil, passthrough: [String] = [], redact: [String] = [],
    delay: Duration? = nil, scenes: [String: [String: String]] = [:]
  ) {
    self.unmatched = unmatched
    self.timeout = timeout
    self.passthrough = passthrough
    self.redact = redact
    self.delay = delay
    self.scenes = scenes
  }

  /// Returns the settings of a project with these changes.
  func applied(to project: ProjectSettings) -> ProjectSettings {
    var settings = project
    if let unmatched { settings.unmatched = unmatched == .passThrough ? .passthrough : .error }
    if let timeout { settings.timeout = timeout }
    settings.passthrough += passthrough.map { HostPattern($0) }
    settings.redaction = settings.redaction.adding(redact)
    settings.delay = delay
    return settings
  }
}
