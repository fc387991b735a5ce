import Foundation
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sending a stream of events.
extension MockURLProtocol {
  /// The maximum size of a body that a task gets as a whole.
  private static let wholeLimit = 64 << 20

  func begin(_ events: RunningEvents, of reply: RenderedReply, _ url: URL) {
    if task is URLSessionWebSocketTask {
      events.end(.clientLeft)
      return fail(MockSpecError.webSocket(url: url))
    }
    let isEndless = events.stream.isEndless
    if keepsWholeBody, isEndless || events.stream.size > Self.wholeLimit && !(task is URLSessionDownloadTask) {
      events.end(.clientLeft)
      let code: URLError.Code = isEndless ? .timedOut : .dataLengthExceedsMaximum
      return go(to: .urlError(code, url: url), due: isEndless ? .now + events.timeout : .now, url)
    }
    events.begin(onStop: restart)
    // A redirect is followed when its body has arrived.
    let isHeld =
      !reportsPieces || Redirect(reply, sendsBody: true, of: request) != nil || !sendHead(of: reply, url: url)
    let load = EventLoad(reply: reply, pieces: BodyPieces(events), heldBody: isHeld ? Data() : nil)
    wait(for: load, since: .now, url)
  }

  private func wait(for load: EventLoad, since start: ContinuousClock.Instant, _ url: URL) {
    var load = load
    // Events that were due while the task was suspended aren't sent at once.
    load.due = load.pieces.pause.map { max(start + $0, .now) }
    phase = .events(load)
    // The timeout of a call limits the time without any data.
    timeout = nil
    sleep(until: load.due, url)
  }

  /// Reports the next event, if it is due, or the end.
  func report(_ load: EventLoad, _ url: URL) {
    var load = load
    guard let events = load.pieces.events else { return }
    if events.isStopped { return end(load, events, url) }
    guard let due = load.due, due <= .now else { return sleep(until: load.due, url) }
    if let fault = load.pieces.fault {
      events.end(.fault)
      let error = URLError(fault, at: url)
      let held = load.heldBody.map { RenderedReply(load.reply, body: $0) }
      return end(held.map { .broken($0, error) } ?? .failure(error), url)
    }
    let event = Data(load.pieces.next())
    if load.heldBody != nil { load.heldBody?.append(event) } else if !event.isEmpty { sendPiece(event) }
    events.eventSent()
    if load.pieces.isEmpty { end(load, events, url) } else { wait(for: load, since: due, url) }
  }

  private func end(_ load: EventLoad, _ events: RunningEvents, _ url: URL) {
    events.end(.whole)
    if let body = load.heldBody { return end(.reply(RenderedReply(load.reply, body: body), sendsBody: true), url) }
    phase = .over
    finish(load.reply)
  }
}

/// A reply whose body is a stream of events.
struct EventLoad {
  let reply: RenderedReply
  var pieces: BodyPieces
  /// The body until now, if nothing is reported before its end.
  var heldBody: Data?
  /// When the next event is due; `nil` if none follows although the body doesn't end.
  var due: ContinuousClock.Instant?

  func cancel() { pieces.events?.end(.clientLeft) }
}
