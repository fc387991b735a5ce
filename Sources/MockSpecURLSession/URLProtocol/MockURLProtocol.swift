import Foundation
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Performs the decision that the environment of its class makes for one call.
///
/// Everything runs where URLSession calls `startLoading`. On Linux, that is the task's work queue; a client that is called
/// on another queue crashes under load. A load therefore never blocks: it stores its progress in `phase`, returns, and
/// continues when `startLoading` is called again, by ``restart`` after an alarm or when a body has been read, or by
/// URLSession when the task is resumed.
///
/// On Linux, calling the client after the end, or after a cancellation that the task's state shows, is a `fatalError`.
/// If a body is sent in pieces there, completion handlers keep only the last piece, so the whole body is set at the
/// end.
///
/// On Linux, a redirect can't be reported to the client, so the same load performs the next request, too; on Darwin,
/// URLSession starts another load. URLSession on Linux ignores what a delegate returns for a response, such as
/// `.cancel`.
class MockURLProtocol: URLProtocol {
  enum Phase {
    case new
    /// The load begins after this number of turns, unless the task is cancelled before.
    case starting(Int)
    case reading(BodyReading)
    case waiting(LoadOutcome, due: ContinuousClock.Instant)
    case answering(PendingLoad)
    case sending(RenderedReply, BodyPieces, due: ContinuousClock.Instant)
    case streaming(StreamedLoad)
    case events(EventLoad)
    case forwarding(ForwardedLoad)
    case challenged(ForwardedLoad, Choice<ChallengeDisposition>)
    case redirecting(Redirect, RedirectChoice)
    case over
  }

  var phase = Phase.new
  /// `nil` until a redirect has been followed.
  private(set) var hop: Hop?
  private(set) var source = CallBody.none
  /// The body of the current request, unless it is too large to be kept.
  private(set) var body: [UInt8] = []
  private(set) var bodySize = 0
  /// Whether the body counts as sent, although a closure can still decide to forward the call.
  private(set) var isBodyCounted = false
  /// The source of a body that isn't kept.
  private(set) var largeBody: CallBody?
  /// The parts of the current request's URL.
  private var parts = URLParts("")
  /// The end of the call's own timeout; postponed by the time for which the task is suspended.
  var timeout: ContinuousClock.Instant?
  private var stopped: ContinuousClock.Instant?
  /// On Linux, the sent part of a body in pieces, if it is needed at the end.
  var kept: KeptBody?
  /// On Linux, the delegate of the async method that made the task. The client gives it no data.
  var methodDelegate: (any URLSessionTaskDelegate)?
  private var alarm: AlarmClock.Alarm?

  /// Whether a server could answer the URL, or a mock names its scheme. URLSession passes other calls to the
  /// configuration's next protocol, or refuses them.
  override class func canInit(with request: URLRequest) -> Bool {
    switch request.url?.scheme?.lowercased() {
    case "http", "https", "ws", "wss", "ftp": return true
    case nil, "data", "file": return false
    // After the interceptor's end, the call fails with an error that says so.
    case let scheme?:
      let environments = ProtocolClassTable.environments(of: self)
      return environments.isEmpty || environments.contains { $0?.namesScheme(scheme) ?? true }
    }
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// The task's request, or the one to which redirects have led.
  override var request: URLRequest { hop?.request ?? super.request }

  override func startLoading() {
    // If the task isn't running, URLSession has stopped this load, or is about to.
    guard let url = request.url, task?.state == .running else { return }
    stopAlarm()
    let isResumed = stopped != nil
    if let stopped {
      timeout = timeout.map { $0 + (.now - stopped) }
      self.stopped = nil
    }
    switch phase {
    case .new:
      prepareTask()
      wait(turns: Self.turnsBeforeStart)
    case .starting(let turns):
      if turns > 0 { wait(turns: turns) } else { begin(url) }
    case .reading(let reading):
      guard let result = reading.result else { return sleep(until: nil, url) }
      decide(result, url)
    case .waiting(let outcome, let due):
      go(to: outcome, due: due, url)
    case .answering(let pending):
      guard let result = pending.result else { return sleep(until: nil, url) }
      go(to: result, isCounted: pending.isBodySent, url)
    case .sending(let reply, let pieces, let due):
      if due <= .now { sendPiece(of: pieces, reply, due: due, url) } else { sleep(until: due, url) }
    case .streaming(let load):
      report(load, url)
    case .events(let load):
      report(load, url)
    case .forwarding(let load):
      report(load, isResumed: isResumed, url)
    case .challenged(let load, let choice):
      if let disposition = choice.result { follow(disposition, to: load, url) }
    case .redirecting(let redirect, let choice):
      if let chosen = choice.result { follow(redirect, to: chosen, url) }
    case .over:
      break
    }
  }

  /// Called when the task is cancelled or suspended. On Linux, URLSession reports a cancellation to `client` afterwards.
  override func stopLoading() {
    stopAlarm()
    switch task?.state {
    case .running, .suspended:
      stopped = stopped ?? .now
    default:
      endWaitingEvents()
      abandonPhase()
    }
  }

  /// Ends a stream that hasn't begun.
  private func endWaitingEvents() {
    if case .waiting(.reply(_, _, let pieces?), _) = phase { pieces.events?.end(.clientLeft) }
  }

  /// Stops the work for this load on other queues.
  private func abandonPhase() {
    switch phase {
    case .reading(let reading): reading.abandon()
    case .streaming(let load): load.cancel()
    case .events(let load): load.cancel()
    case .forwarding(let load): load.forwarding.cancel()
    case .answering(let pending): pending.abandon()
    case .new, .starting, .waiting, .sending, .challenged, .redirecting, .over: break
    }
    phase = .over
  }

  /// Lets a cancellation that follows `resume()` at once come before anything is decided, as it comes before a socket sends
  /// anything. Otherwise the whole call could end first, since this thread often preempts the one that has called `resume()`.
  private func wait(turns: Int) {
    phase = .starting(turns - 1)
    restartAfterQueuedWork()
  }

  private func begin(_ url: URL) {
    // URLSession doesn't send the body of a HEAD.
    source = request.httpMethod == "HEAD" ? .none : hop?.body ?? callBody
    parts = URLParts(url.absoluteString)
    if let code = refusal { return end(.urlError(code, url: url), url) }
    let reading = BodyReading(url: url)
    switch source {
    case .none: return decide(.success(.kept([])), url)
    case .bytes(let bytes) where bytes.count > BodyReading.limit:
      return decide(.success(.large(size: bytes.count, source)), url)
    case .bytes(let bytes): return decide(.success(.kept(bytes)), url)
    case .file(let file):
      if case let size = file.size, size > BodyReading.limit {
        return decide(.success(.large(size: size, source)), url)
      }
      reading.start(InputStream(url: file), source: file.path, then: restart)
    case .stream(let stream): reading.start(stream, source: "its stream", then: restart)
    case .delegate(let ask):
      ask { [restart] stream in reading.start(stream, source: "its stream", then: restart) }
    }
    phase = .reading(reading)
    sleep(until: nil, url)
  }

  /// The error with which URLSession refuses to send a request over HTTP; `nil` if it sends it.
  private var refusal: URLError.Code? {
    guard parts.scheme == "http" || parts.scheme == "https" else { return nil }
    if request.httpMethod == "GET", source.framing != .none { return .dataLengthExceedsMaximum }
    return parts.host == nil ? .badURL : nil
  }

  private func decide(_ read: Result<ReadBody, MockSpecError>, _ url: URL) {
    switch read {
    case .success(let read):
      var unkeptSize: Int?
      switch read {
      case .kept(let bytes): (body, bodySize) = (bytes, bytes.count)
      case .large(let size, let source): (body, bodySize, unkeptSize, largeBody) = ([], size, size, source)
      }
      let mockCall = MockCall(
        request, parts, additional: sessionFields, body: body, unkeptBodySize: unkeptSize, framing: source.framing)
      let environments = ProtocolClassTable.environments(of: Self.self)
      let key = task?.taskDescription.map { CallOverrideKey(description: $0, isRedirected: isRedirected) }
      let result = InterceptionEnvironment.outcome(of: mockCall, url: url, in: environments, override: key)
      go(to: result, isCounted: false, url)
    case .failure(let error):
      end(.failure(error), url)
    }
  }

  /// Whether redirects have led to the request. On Darwin, URLSession starts another load then.
  private var isRedirected: Bool { hop != nil || request.url != task?.originalRequest?.url }

  /// The fields of the session's configuration that are sent.
  var sessionFields: [AnyHashable: Any] {
    hop.map { additionalFields.filter($0.keeps) } ?? additionalFields
  }

  /// - Parameter isCounted: Whether the body has been counted as sent.
  private func go(to result: DelayedOutcome, isCounted: Bool, _ url: URL) {
    // A body that a redirect sends again isn't counted again.
    if result.outcome.isBodySent, !isCounted, hop == nil {
      isBodyCounted = true
      if expectsContinue { reportContinue(url) }
      reportSent(Int64(bodySize))
    }
    go(to: result.outcome, due: .now + result.delay, url)
  }

  /// Whether a server would ask for the body with a 100 (Continue) before it is sent.
  private var expectsContinue: Bool {
    if case .chunkedOnContinue = source.framing { return true }
    return bodySize > 0 && request.value(forHTTPHeaderField: "Expect")?.lowercased() == "100-continue"
  }

  func go(to outcome: LoadOutcome, due: ContinuousClock.Instant, _ url: URL) {
    if due <= .now { return end(outcome, url) }
    phase = .waiting(outcome, due: due)
    sleep(until: due, url)
  }

  /// Sets one alarm, for `due` or for the call's timeout, whichever is first.
  func sleep(until due: ContinuousClock.Instant?, _ url: URL) {
    // 0 and infinity mean no timeout, and very long ones overflow.
    if timeout == nil, case let seconds = timeoutInterval, seconds > 0, seconds < 1e9 {
      timeout = .now + .seconds(seconds)
    }
    guard let next = [due, timeout].compactMap(\.self).min() else { return }
    let now = ContinuousClock.now
    // If `due` has just passed, too, the call hasn't timed out.
    if let timeout, timeout <= now, next == timeout {
      endWaitingEvents()
      return end(.urlError(.timedOut, url: url), url)
    }
    stopAlarm()
    alarm = AlarmClock.shared.set(next, restart)
  }

  private func stopAlarm() {
    if let alarm { AlarmClock.shared.cancel(alarm) }
    alarm = nil
  }

  func end(_ outcome: LoadOutcome, _ url: URL) {
    abandonPhase()
    switch outcome {
    case .reply(let reply, let sendsBody, let pieces):
      if let events = pieces?.events {
        begin(events, of: reply, url)
      } else if let redirect = Redirect(reply, sendsBody: sendsBody, of: request), !(task is URLSessionWebSocketTask) {
        begin(redirect, pieces, url)
      } else if let pieces {
        begin(pieces, of: reply, url)
      } else {
        send(reply, sendsBody: sendsBody, url: url)
      }
    case .stream(let stream, let reply):
      begin(stream, of: reply, url)
    case .failure(let error):
      fail(error)
    case .broken(let reply, let error):
      sendPart(reply, url: url)
      fail(error)
    case .later(let outcome):
      let pending = PendingLoad(isBodySent: outcome.isBodySent)
      phase = .answering(pending)
      pending.start(outcome) { [restart, restartInline] in if $0 { restartInline() } else { restart() } }
      sleep(until: nil, url)
    case .forward(let elsewhere, let limit, let session):
      forward(elsewhere, limit: limit, in: session, url)
    }
  }
}

/// Sending a body in pieces.
extension MockURLProtocol {
  private func begin(_ pieces: BodyPieces, of reply: RenderedReply, _ url: URL) {
    guard sendHead(of: reply, url: url) else {
      // The whole body, at the time of the last piece.
      return go(to: .reply(reply, sendsBody: true), due: .now + pieces.duration, url)
    }
    sendPiece(of: pieces, reply, due: .now, url)
  }

  private func sendPiece(
    of pieces: BodyPieces, _ reply: RenderedReply, due: ContinuousClock.Instant, _ url: URL
  ) {
    var pieces = pieces
    phase = .over
    sendPiece(Data(pieces.next()))
    if pieces.isEmpty { return finish(reply) }
    // Pieces that were due while the task was suspended aren't sent at once.
    let next = max(due + (pieces.pause ?? .zero), .now)
    phase = .sending(reply, pieces, due: next)
    // The timeout of a call limits the time without any data.
    timeout = nil
    sleep(until: next, url)
  }
}

/// Following redirects.
extension MockURLProtocol {
  private func begin(_ redirect: Redirect, _ pieces: BodyPieces?, _ url: URL) {
    if let pieces {
      // URLSession follows a redirect when its body has arrived.
      return go(to: .reply(redirect.reply, sendsBody: true), due: .now + pieces.duration, url)
    }
    if hop?.number == Redirect.limit { return end(.urlError(.httpTooManyRedirects, url: url), url) }
    // The delegate may take any time, and each request has its own timeout.
    timeout = nil
    let choice = RedirectChoice()
    phase = .redirecting(redirect, choice)
    offer(redirect, choice, url)
  }

  private func follow(_ redirect: Redirect, to chosen: URLRequest?, _ url: URL) {
    phase = .over
    guard let chosen else { return send(redirect.reply, sendsBody: redirect.sendsBody, url: url) }
    guard setCurrentRequest(chosen) else { return fail(MockSpecError.redirect(url: url)) }
    guard let next = chosen.url, Self.canInit(with: chosen) else {
      return end(.urlError(.unsupportedRedirect, url: chosen.url ?? url), url)
    }
    let isForeign = hop?.isForeign == true || !next.isSameOrigin(as: url)
    let body = redirect.body(of: chosen, keeping: largeBody ?? (body.isEmpty ? .none : .bytes(body)))
    if case .stream? = largeBody, case .stream = body, redirect.keepsBody {
      return fail(MockSpecError.unreadableBody("its stream again", url: url))
    }
    largeBody = nil
    hop = Hop(request: chosen, body: body, number: (hop?.number ?? 0) + 1, isForeign: isForeign)
    begin(next)
  }
}
