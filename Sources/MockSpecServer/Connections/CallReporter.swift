import MockSpec
import MockSpecControl
import NIOCore

/// What answers requests, and reports them to the log and the metrics: a connection with HTTP/1.1, or a stream of HTTP/2.
///
/// Not thread-safe: used only on the event loop.
protocol CallReporter: AnyObject {
  var loop: EventLoopState { get }
  /// The address of the client; `nil` if there is none.
  var client: String? { get }
  /// Who ends the answer before everything is sent.
  var leaver: String { get }
}

extension CallReporter {
  /// - Parameter bodySize: The size of the answer's body; evaluated only for the log.
  func report(
    _ request: DecidedRequest, status: Int? = nil, note: String? = nil, bodySize: @autoclosure () -> Int? = nil
  ) {
    let nanoseconds = nanoseconds(since: request.start)
    loop.metrics?.count(request.decision, nanoseconds: nanoseconds)
    log(request, status: status, note: note, bodySize: bodySize(), nanoseconds)
  }

  /// Reports an answer that was given before. Its request is read only for the log.
  func report(_ known: KnownRequest, since start: NIODeadline?, bodySize: @autoclosure () -> Int?) {
    let nanoseconds = nanoseconds(since: start)
    if let place = known.place { loop.metrics?.count(at: place, nanoseconds: nanoseconds) }
    guard loop.context.onRequest != nil else { return }
    log(known.decided, status: known.status, note: nil, bodySize: bodySize(), nanoseconds)
  }

  /// Reports an answer that is sent or broken off, unless it was reported before.
  ///
  /// - Parameter isWhole: Whether all of it was sent.
  func report(_ answer: LongAnswer, isWhole: Bool) {
    report(answer, brokenOff: isWhole ? nil : "\(leaver) in the middle of the answer")
  }

  func report(_ answer: LongAnswer, brokenOff reason: String?) {
    guard !answer.isReported else { return }
    answer.isReported = true
    let notes = [answer.note, reason].compactMap(\.self)
    let isSizeKnown = answer.status != nil && (reason == nil || answer.size > 0)
    report(
      answer.request, status: answer.status, note: notes.isEmpty ? nil : notes.joined(separator: ", "),
      bodySize: isSizeKnown ? answer.size : nil)
  }

  private func nanoseconds(since start: NIODeadline?) -> Int64? {
    start.map { (NIODeadline.now() - $0).nanoseconds }
  }

  private func log(
    _ request: DecidedRequest, status: Int?, note: String?, bodySize: @autoclosure () -> Int?, _ nanoseconds: Int64?
  ) {
    guard let onRequest = loop.context.onRequest else { return }
    log(
      request.head, status: status, note: note, bodySize: bodySize(), request.access,
      duration: nanoseconds.map { .nanoseconds($0) }, decision: request.decision, onRequest)
  }

  /// Reports a request that wasn't decided.
  ///
  /// - Parameter status: The status; `nil` if there was no answer.
  func report(
    _ head: RequestHead?, status: Int?, note: String, bodySize: @autoclosure () -> Int?, _ access: CrossOriginAccess?
  ) {
    if let status, status >= 400 { loop.metrics?.countRefusal() }
    guard let onRequest = loop.context.onRequest else { return }
    log(head, status: status, note: note, bodySize: bodySize(), access, onRequest)
  }

  private func log(
    _ head: RequestHead?, status: Int?, note: String?, bodySize: Int?, _ access: CrossOriginAccess?,
    duration: Duration? = nil, decision: Decision? = nil, _ onRequest: (ServedRequest) -> Void
  ) {
    let notes = [note, access?.note].compactMap(\.self)
    let note = notes.isEmpty ? nil : notes.joined(separator: ", ")
    onRequest(
      ServedRequest(
        head, from: client, status: status, note: note, bodySize: bodySize, duration: duration, decision: decision,
        redaction: loop.context.redaction()))
  }
}
