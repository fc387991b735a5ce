import Foundation
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request on the wire, and its response.
///
/// URLSession on Linux can't pause a transfer, so chunks of a stream are kept in memory until they are iterated.
final class Exchange: Sendable {
  typealias Outcome = Result<ServiceResponse, ServiceError>
  typealias Chunks = AsyncThrowingStream<Data, any Error>.Continuation

  private struct State {
    /// The task, once it is resumed, and until it ends: on Linux, `resume()` after its cancellation stops the process.
    var task: URLSessionTask?
    var hasTaskEnded = false
    var completion: (@Sendable (Outcome) -> Void)?
    var head: HTTPURLResponse?
    var body = Data()
    var file: PartialFile?
    var progress = CallProgress()
    var redirectCount = 0
    var observers: [AsyncStream<CallProgress>.Continuation] = []
    /// Whether the end is known, or isn't needed any more.
    var isOver = false
  }

  let prepared: PreparedRequest
  private let accepted: AcceptedStatus
  private let chunks: Chunks?
  /// Identifies the stream that gets the body; `nil` if there is none.
  let streamID: UUID?
  private let transport: Transport
  private let state = Mutex(State())

  /// - Parameter chunks: Gets the body of an accepted response. Then, the result is available with the head, without a
  ///   body.
  init(
    _ prepared: PreparedRequest, accepting accepted: AcceptedStatus, chunks: Chunks?, in transport: Transport
  ) {
    (self.prepared, self.accepted, self.chunks) = (prepared, accepted, chunks)
    self.transport = transport
    streamID = chunks.map { _ in UUID() }
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Reports progress from now on.
  func report(to observer: AsyncStream<CallProgress>.Continuation) {
    state.withLock { $0.observers.append(observer) }
  }

  /// Ends the exchange, whose result isn't needed. Has no effect after the end.
  func cancel() {
    let (isRunning, file) = state.withLock { state in
      defer { (state.isOver, state.completion, state.file, state.observers) = (true, nil, nil, []) }
      return (!state.isOver, state.file)
    }
    guard isRunning else { return }
    file?.discard()
    chunks?.finish(throwing: failure(.cancelled))
    cancelTask()
  }
}

extension Exchange: SharedOperation {
  func start(_ completion: @escaping @Sendable (Outcome) -> Void) {
    let isNeeded = state.withLock { state in
      if !state.isOver { state.completion = completion }
      return !state.isOver
    }
    guard isNeeded else { return }
    let task = transport.start(self)
    let isUnneeded = state.withLock { state in
      // The task may have been replaced by another one, and may have ended.
      if state.task == nil, !state.hasTaskEnded { state.task = task }
      return state.isOver && state.task != nil
    }
    if isUnneeded { cancelTask() }
  }

  func cancelUnused() -> Bool {
    cancel()
    return true
  }
}

/// The events that URLSession reports on its delegate queue.
extension Exchange {
  func receive(_ response: URLResponse) {
    // On Linux, a 100 (Continue) is reported, too.
    guard let head = response as? HTTPURLResponse, head.statusCode >= 200 else { return }
    let isAccepted = accepted.accepts(head.statusCode)
    var failure: (any Error)?
    let completion: (@Sendable (Outcome) -> Void)? = state.withLock { state in
      guard !state.isOver else { return nil }
      // An earlier response was a challenge that has been answered.
      state.head = head
      (state.body, state.progress.receivedBytes) = (Data(), 0)
      state.file?.discard()
      state.file = nil
      if !state.observers.isEmpty { state.progress.bytesToReceive = head.bodySize }
      guard isAccepted else { return nil }
      if chunks != nil {
        defer { state.completion = nil }
        return state.completion
      }
      guard case .file(let url) = prepared.destination else { return nil }
      do { state.file = try PartialFile(for: url) } catch { failure = error }
      return nil
    }
    if let failure { return fail(.destination(failure)) }
    guard let completion else { return }
    var response = self.response(head, body: Data(), file: nil)
    response.streamID = streamID
    completion(.success(response))
  }

  func receive(_ data: Data) {
    var failure: (any Error)?
    let isForStream = state.withLock { state in
      guard !state.isOver else { return false }
      state.progress.receivedBytes += Int64(data.count)
      for observer in state.observers { observer.yield(state.progress) }
      if let file = state.file {
        do { try file.write(data) } catch { failure = error }
        return false
      }
      if chunks != nil, state.completion == nil { return true }
      // Most bodies are one piece, which isn't copied.
      if state.body.isEmpty { state.body = data } else { state.body += data }
      return false
    }
    if let failure { return fail(.destination(failure)) }
    if isForStream { chunks?.yield(data) }
  }

  /// - Parameter total: The size of the body; not positive if URLSession doesn't know it.
  func send(_ count: Int64, of total: Int64) {
    let isFirst = state.withLock { $0.progress.bytesToSend == nil }
    let size = isFirst ? (total > 0 ? total : prepared.body.size) : nil
    state.withLock { state in
      guard !state.isOver else { return }
      state.progress.sentBytes = count
      if let size { state.progress.bytesToSend = size }
      for observer in state.observers { observer.yield(state.progress) }
    }
  }

  /// Counts a redirect that sends the body again. Returns whether it is followed. The limit is that of URLSession on
  /// Darwin.
  func countRedirect() -> Bool {
    state.withLock { state in
      state.redirectCount += 1
      return state.redirectCount <= 20
    }
  }

  /// Continues with another task, which sends the body again.
  func restart(with task: URLSessionTask) {
    state.withLock { ($0.task, $0.progress.sentBytes) = (task, 0) }
  }

  /// - Parameter response: The task's response, which is read only if none was reported: on Linux, a redirect that isn't
  ///   followed is reported here only, and reading waits for URLSession's queue.
  func complete(_ response: @autoclosure () -> URLResponse?, error: (any Error)?) {
    let hasHead = state.withLock { state in
      (state.task, state.hasTaskEnded) = (nil, true)
      return state.head != nil
    }
    if let error {
      let other = [NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: error.localizedDescription] as [String: Any]
      return fail(.transport((error as? URLError) ?? URLError(.unknown, userInfo: other)))
    }
    if !hasHead, let response = response() { receive(response) }
    guard let (head, body, file, completion) = end() else { return }
    guard let head else {
      file?.discard()
      completion?(.failure(self.failure(.transport(URLError(.badServerResponse)))))
      return
    }
    do {
      try file?.commit()
    } catch {
      completion?(.failure(self.failure(.destination(error), self.response(head, body: body, file: nil))))
      return
    }
    var url: URL?
    if file != nil, case .file(let destination) = prepared.destination { url = destination }
    completion?(outcome(self.response(head, body: body, file: url)))
    chunks?.finish()
  }

  /// Ends the exchange, and cancels the task if it is running.
  private func fail(_ reason: ServiceError.Reason) {
    guard let (head, body, file, completion) = end() else { return }
    file?.discard()
    // A response that has begun is kept.
    let failure = self.failure(reason, head.map { response($0, body: body, file: nil) })
    completion?(.failure(failure))
    chunks?.finish(throwing: failure)
    cancelTask()
  }

  private func cancelTask() {
    transport.perform { self.state.withLock { $0.task.take() }?.cancel() }
  }

  private func end() -> (HTTPURLResponse?, Data, PartialFile?, (@Sendable (Outcome) -> Void)?)? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      defer {
        (state.isOver, state.completion, state.file) = (true, nil, nil)
        (state.observers, state.body) = ([], Data())
      }
      return (state.head, state.body, state.file, state.completion)
    }
  }

  private func outcome(_ response: ServiceResponse) -> Outcome {
    guard accepted.accepts(response.status) else { return .failure(response.failure(.status(response.status))) }
    return .success(response)
  }

  private func response(_ head: HTTPURLResponse, body: Data, file: URL?) -> ServiceResponse {
    var response = ServiceResponse(head, body: body, file: file, request: prepared.request)
    response.redaction = prepared.redaction
    return response
  }

  private func failure(_ reason: ServiceError.Reason, _ response: ServiceResponse? = nil) -> ServiceError {
    var error = ServiceError(reason, request: prepared.request, response: response, redaction: prepared.redaction)
    if case .file(let url) = prepared.destination { error.destination = url }
    return error
  }
}

extension HTTPURLResponse {
  /// The size of the body, decoded; `nil` if it isn't known.
  fileprivate var bodySize: Int64? {
    guard (value(forHTTPHeaderField: "Content-Encoding") ?? "identity") == "identity" else { return nil }
    return value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
  }
}
