import Synchronization

/// Reports the start and the end of each call, as for an activity indicator.
public final class ActivityMiddleware: Middleware {
  public enum Activity: Sendable, Hashable {
    case began
    case ended
  }

  private let running = Mutex<Set<UInt64>>([])
  private let report: @Sendable (Activity, ServiceCall) -> Void

  /// - Parameter report: Called once with `began`, and once with `ended`, for each call, in its task; concurrently for
  ///   different calls. A call that is sent again doesn't begin again.
  public init(_ report: @escaping @Sendable (Activity, ServiceCall) -> Void) { self.report = report }

  public func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
    if running.withLock({ $0.insert(call.id).inserted }) { report(.began, call) }
  }

  public func didEnd(_ call: ServiceCall) async {
    if running.withLock({ $0.remove(call.id) }) != nil { report(.ended, call) }
  }
}
