/// What was selected in a session, by name, so that it can be saved and restored.
public struct SavedSelections: Sendable, Hashable {
  /// The selected response of each request.
  public var responses: [String: String]
  /// The active scene; `nil` if none is.
  public var scene: String?
  /// The requests that were enabled (`true`) or disabled (`false`), in contrast to their spec.
  public var enabled: [String: Bool]

  /// Creates selections from names.
  public init(responses: [String: String] = [:], scene: String? = nil, enabled: [String: Bool] = [:]) {
    self.responses = responses
    self.scene = scene
    self.enabled = enabled
  }
}
