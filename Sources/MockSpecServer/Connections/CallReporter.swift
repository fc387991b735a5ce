import MockSpec
import MockSpecControl
import NIOCore

/// A connection with HTTP/1.1 or a stream of HTTP/2, which reports its calls to the log and the metrics.
///
/// Not thread-safe: used only on the event loop.
protocol CallReporter: AnyObject {
  var loop: EventLoopState { get }
  /// The address of the client; `nil` if there is none.
  var client: String? { get }
  /// Why a reply ends before everything is sent, such as `client left`; for the log.
  var leaver: String { get }
}

extension CallReporter {
  /// - Parameter bodySize: The size of the reply's body; evaluated only for the log.
  func report(
    _ decided: DecidedCall, status: Int? = nil, note: String? = nil, bodySize: @autoclosure () -> Int? = nil
  ) {
    decided.decision.callbacks?.begin()
    let nanoseconds = nanoseconds(since: decided.start)
    loop.metrics?.count(decided.decision, nanoseconds: nanoseconds)
    log(decided, status: status, note: note, bodySize: bodySize(), nanoseconds)
  }

  /// Reports a reply that was sent before. Its call is read only for the log.
  func report(_ cached: CachedReply, since start: NIODeadline?, bodySize: @autoclosure () -> Int?) {
    let nanoseconds = nanoseconds(since: start)
    if let place = cached.place { loop.metrics?.count(at: place, nanoseconds: nanoseconds) }
    guard loop.context.onCall != nil else { return }
    log(cached.decided, status: cached.status, note: nil, bodySize: bodySize(), nanoseconds)
  }

  /// Reports a reply that is sent or broken off, unless it was reported before.
  ///
  /// - Parameter isWhole: Whether all of it was sent.
  func report(_ reply: LongReply, isWhole: Bool) {
    report(reply, brokenOff: isWhole ? nil : "\(leaver) in the middle of the answer")
  }

  func report(_ reply: LongReply, brokenOff reason: String?) {
    guard !reply.isReported else { return }
    reply.isReported = true
    reply.decided.decision.events?.end(reason == nil ? .whole : .clientLeft)
    let notes = [reply.note, reason].compactMap(\.self)
    let isSizeKnown = reply.status != nil && (reason == nil || reply.size > 0)
    report(
      reply.decided, status: reply.status, note: notes.isEmpty ? nil : notes.joined(separator: ", "),
      bodySize: isSizeKnown ? reply.size : nil)
  }

  private func nanoseconds(since start: NIODeadline?) -> Int64? {
    start.map { (NIODeadline.now() - $0).nanoseconds }
  }

  private func log(
    _ decided: DecidedCall, status: Int?, note: String?, bodySize: @autoclosure () -> Int?, _ nanoseconds: Int64?
  ) {
    guard let onCall = loop.context.onCall else { return }
    log(
      decided.head, status: status, note: note, bodySize: bodySize(), decided.access,
      duration: nanoseconds.map { .nanoseconds($0) }, decision: decided.decision, onCall)
  }

  /// Reports a call that wasn't decided.
  ///
  /// - Parameter status: The status; `nil` if there was no reply.
  func report(
    _ head: CallHead?, status: Int?, note: String, bodySize: @autoclosure () -> Int?, _ access: CrossOriginAccess?
  ) {
    if let status, status >= 400 { loop.metrics?.countRefusal() }
    guard let onCall = loop.context.onCall else { return }
    log(head, status: status, note: note, bodySize: bodySize(), access, onCall)
  }

  private func log(
    _ head: CallHead?, status: Int?, note: String?, bodySize: Int?, _ access: CrossOriginAccess?,
    duration: Duration? = nil, decision: Decision? = nil, _ onCall: (ServedCall) -> Void
  ) {
    let notes = [note, access?.note].compactMap(\.self)
    let note = notes.isEmpty ? nil : notes.joined(separator: ", ")
    onCall(
      ServedCall(
        head, from: client, status: status, note: note, bodySize: bodySize, duration: duration, decision: decision,
        redaction: loop.context.mocks.redaction))
  }
}
