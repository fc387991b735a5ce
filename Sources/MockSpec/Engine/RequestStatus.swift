import MockSpecDiagnostics

/// A request of a session: what it matches, its responses, and the one that answers next.
public struct RequestStatus: Sendable, Hashable {
  /// A response of a request.
  public struct Response: Sendable, Hashable {
    /// The name, unique in its request.
    public let name: String
    /// A summary, such as `200, application/json, 212 bytes, after 3s`.
    public let summary: String

    package init(name: String, summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// The response with which a request answers its next call.
  public struct Next: Sendable, Hashable {
    /// The name of the response.
    public let response: String
    /// Why it is chosen.
    public let reason: Decision.Reason
    /// The step of the sequence; `nil` unless the sequence chooses.
    public let step: Decision.Step?

    package init(response: String, reason: Decision.Reason, step: Decision.Step?) {
      self.response = response
      self.reason = reason
      self.step = step
    }
  }

  /// The name, unique in the project.
  public let name: String
  /// The conditions in short form, followed by the names of others, such as `POST https://api.example.com/login, body`.
  public let match: String
  /// The location of its name.
  public let place: SpecPlace
  /// Whether the request matches calls.
  public let isEnabled: Bool
  /// Whether the request was built in code.
  public let isBuiltInCode: Bool
  /// The name of the spec that was added at run time and has the request; `nil` for any other request.
  public let runtimeSpec: String?
  /// The responses in the order of the spec.
  public let responses: [Response]
  /// The response that answers next, if the request is enabled; `nil` if the sequence has ended or none is for the present
  /// states, so that other requests are tried instead.
  public let next: Next?

  package init(
    name: String, match: String, place: SpecPlace, isEnabled: Bool, isBuiltInCode: Bool, runtimeSpec: String?,
    responses: [Response], next: Next?
  ) {
    self.name = name
    self.match = match
    self.place = place
    self.isEnabled = isEnabled
    self.isBuiltInCode = isBuiltInCode
    self.runtimeSpec = runtimeSpec
    self.responses = responses
    self.next = next
  }

  init(_ set: ResponseSet, isEnabled: Bool, isOverlaid: Bool, runtimeSpec: String?, next: Next?) {
    self.init(
      name: set.name, match: set.matchSummary, place: SpecPlace(set.range), isEnabled: isEnabled,
      isBuiltInCode: isOverlaid && runtimeSpec == nil, runtimeSpec: runtimeSpec,
      responses: set.responses.map { Response(name: $0.name, summary: $0.summary) }, next: next)
  }
}
