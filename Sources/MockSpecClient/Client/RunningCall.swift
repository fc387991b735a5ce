/// A call that was started.
public final class RunningCall: Sendable {
  /// The progress of the call. Only the newest state is kept until it is iterated. The stream ends with the call, and
  /// can be iterated once.
  ///
  /// A call that shares the request of an equal one reports nothing.
  public let progress: AsyncStream<CallProgress>

  private let task: Task<Result<ServiceResponse, ServiceError>, Never>

  init(
    _ perform:
      @escaping @Sendable (AsyncStream<CallProgress>.Continuation) async -> Result<ServiceResponse, ServiceError>
  ) {
    let (progress, report) = AsyncStream.makeStream(of: CallProgress.self, bufferingPolicy: .bufferingNewest(1))
    self.progress = progress
    task = Task {
      let result = await perform(report)
      report.finish()
      return result
    }
  }

  /// The response, with a status code that the call accepts. If a task that waits for it is cancelled, the call is
  /// cancelled, too.
  public var response: ServiceResponse {
    get async throws(ServiceError) {
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      return try result.get()
    }
  }

  /// Cancels the call. Has no effect after its end.
  public func cancel() { task.cancel() }
}
