import Synchronization

/// The execution of a response's closure for one call.
///
/// The closure runs in its own task, not on the queue of the adapter, and without any lock.
public struct ClosureCall: Sendable {
  private let call: MockCall
  private let closure: MockedResponse.Closure
  private let timeout: Duration
  /// Called once with the outcome, before the adapter gets it.
  var onEnd: @Sendable (Decision.Outcome) -> Void = { _ in }

  init(_ closure: @escaping MockedResponse.Closure, for call: MockCall, timeout: Duration) {
    self.closure = closure
    self.call = call
    self.timeout = timeout
  }

  /// Runs the closure and returns its outcome: a reply, passing through or forwarding, a failure that it threw, or a
  /// ``ClosureFailure``.
  ///
  /// Cancelling the calling task cancels the closure.
  public func outcome() async -> Decision.Outcome {
    let running = Mutex<RunningClosure?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let started = start { outcome, _ in continuation.resume(returning: outcome) }
        running.withLock { $0 = started }
        if Task.isCancelled { started.cancel() }
      }
    } onCancel: {
      running.withLock { $0 }?.cancel()
    }
  }

  /// Starts the closure in its own task.
  ///
  /// - Parameter completion: Called once, on any thread.
  package func start(_ completion: @escaping RunningClosure.Completion) -> RunningClosure {
    let running = RunningClosure { [onEnd] outcome, mayWait in
      onEnd(outcome)
      completion(outcome, mayWait)
    }
    running.start(timeout: timeout) { [closure, call] in
      do {
        return try await closure(call).outcome
      } catch let failure as URLFailure {
        return .failure(failure)
      } catch let error as MockedRequestError {
        let problems = error.problems.map { "request '\(error.requestName)': \($0)" }
        return .closureFailure(.invalidReply(problems.joined(separator: "\n")))
      } catch {
        return .closureFailure(.thrown(error))
      }
    }
    return running
  }
}

/// The reason why a closure has no valid outcome.
public enum ClosureFailure: Error, Sendable {
  /// The closure threw an error other than a ``URLFailure``.
  case thrown(any Error)
  /// The closure took longer than the project's `timeout`, given here, and was cancelled.
  case timedOut(Duration)
  /// The closure wasn't called, since the call's body isn't kept: it is larger than 64 MiB.
  case bodyTooLarge
  /// The closure's reply isn't valid; the text says why.
  case invalidReply(String)
}

extension ClosureFailure: CustomStringConvertible {
  /// A description on one line, for logs.
  public var description: String {
    switch self {
    case .thrown(is CancellationError): "the closure was cancelled"
    case .thrown(let error): "the closure threw \(error)"
    case .timedOut(let timeout): "the closure took longer than \(timeout)"
    case .bodyTooLarge: BodyLimit.reason
    case .invalidReply(let problem): "the closure's reply is invalid: \(problem)"
    }
  }
}
