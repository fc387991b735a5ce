import Synchronization

/// A response that a closure makes. An adapter carries it out as it does everything else, on a thread of neither its own
/// nor the engine's; no lock is held meanwhile.
public struct ClosureReply: Sendable {
  public enum Ending: Sendable {
    case reply(Reply, sendsBody: Bool)
    /// The closure threw an error of a spec's kind.
    case failure(URLFailure)
    /// The closure threw.
    case thrown(any Error)
    /// It took longer than this, the project's `timeout`, and was cancelled.
    case timedOut(Duration)
    /// It gave what isn't an HTTP answer.
    case invalid(String)
  }

  private let request: MockRequest
  private let closure: MockedResponse.Closure
  private let timeout: Duration
  /// Called once, before whoever waits hears of it.
  var onEnd: @Sendable (Call.Answer) -> Void = { _ in }

  init(_ closure: @escaping MockedResponse.Closure, for request: MockRequest, timeout: Duration) {
    self.closure = closure
    self.request = request
    self.timeout = timeout
  }

  /// Runs the closure; cancelled together with the calling task.
  public func ending() async -> Ending {
    let run = Mutex<ClosureRun?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let started = start { continuation.resume(returning: $0) }
        run.withLock { $0 = started }
        if Task.isCancelled { started.cancel() }
      }
    } onCancel: {
      run.withLock { $0 }?.cancel()
    }
  }

  /// Runs the closure in a task of its own.
  ///
  /// - Parameter completion: Called once, on any thread.
  package func start(_ completion: @escaping @Sendable (Ending) -> Void) -> ClosureRun {
    let run = ClosureRun { [onEnd] ending in
      onEnd(ending.answer)
      completion(ending)
    }
    run.start(timeout: timeout) { [closure, request] in
      do {
        let reply = try await closure(request)
        try reply.validate()
        return .reply(reply.reply, sendsBody: Decision.sendsBody(status: reply.status, to: request.method))
      } catch let failure as URLFailure {
        return .failure(failure)
      } catch let error as MockedRequestError {
        return .invalid(error.problems.joined(separator: "\n"))
      } catch {
        return .thrown(error)
      }
    }
    return run
  }
}

extension ClosureReply.Ending {
  /// One line, for logs.
  package var summary: String {
    switch self {
    case .reply(let reply, _): "\(reply.status)"
    case .failure(.urlError(let name)): "the closure threw \(name)"
    case .failure(.custom(let domain, let code, _)): "the closure threw \(domain) \(code)"
    case .thrown(is CancellationError): "the closure was cancelled"
    case .thrown(let error): "the closure threw \(error)"
    case .timedOut(let timeout): "the closure took longer than \(timeout)"
    case .invalid(let problem): "the closure's reply isn't one: \(problem)"
    }
  }

  fileprivate var answer: Call.Answer {
    switch self {
    case .reply(let reply, _): .reply(reply.status)
    case .failure(let failure): .failure(failure)
    case .thrown, .timedOut, .invalid: .closureFailed(summary)
    }
  }
}
