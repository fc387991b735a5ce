import Synchronization

/// Reports the start and the end of each call that reaches its `prepare`, as for an activity indicator.
///
/// A call that fails before, since it can't be encoded or since a middleware before this one throws, isn't reported.
public final class ActivityMiddleware: Middleware {
  /// A state of a call.
  public enum Activity: Sendable, Hashable {
    /// The call is about to be sent for the first time.
    case began
    /// The call has ended, in whatever way.
    case ended
  }

  private let running = Mutex<Set<UInt64>>([])
  private let report: @Sendable (Activity, ServiceCall) -> Void

  /// Creates a middleware that reports activity.
  ///
  /// - Parameter report: Called once with `began`, and once with `ended`, for each such call, in its task; concurrently for
  ///   different calls. A call that is sent again doesn't begin again.
  public init(_ report: @escaping @Sendable (Activity, ServiceCall) -> Void) { self.report = report }

  /// Reports the start with the first attempt.
  public func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
    if running.withLock({ $0.insert(call.id).inserted }) { report(.began, call) }
  }

  /// Reports the end, if the start was reported.
  public func didEnd(_ call: ServiceCall) async {
    if running.withLock({ $0.remove(call.id) }) != nil { report(.ended, call) }
  }
}
