import Foundation
import MockSpec
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A reply whose body is made while it is sent.
struct StreamedLoad {
  let reply: RenderedReply
  fileprivate let arrivals: StreamArrivals
  /// The body until now, if nothing is reported before its end.
  fileprivate var heldBody: Data?

  func cancel() { arrivals.stream.cancel() }
}

/// The last event of a stream, until the task's queue takes it. A further one follows only when that piece was reported.
private final class StreamArrivals: Sendable {
  let stream = RunningStream()
  private let event = Mutex<RunningStream.Event?>(nil)

  /// - Parameter wake: Called on any thread when there is an event.
  init(_ stream: PieceStream, wake: @escaping @Sendable () -> Void) {
    self.stream.start(stream) { event in
      self.event.withLock { $0 = event }
      wake()
    }
  }

  func take() -> RunningStream.Event? { event.withLock { $0.take() } }
}

/// Sending a body that is made meanwhile.
extension MockURLProtocol {
  func begin(_ stream: PieceStream, of reply: RenderedReply, _ url: URL) {
    if task is URLSessionWebSocketTask { return fail(MockSpecError.webSocket(url: url)) }
    // A redirect is followed when its body has arrived.
    let isHeld = Redirect(reply, sendsBody: true, of: request) != nil || !sendHead(of: reply, url: url)
    phase = .streaming(
      StreamedLoad(
        reply: reply, arrivals: StreamArrivals(stream, wake: restart), heldBody: isHeld ? Data() : nil))
    sleep(until: nil, url)
  }

  /// Reports the piece that has arrived, or the end.
  func report(_ load: StreamedLoad, _ url: URL) {
    var load = load
    switch load.arrivals.take() {
    case .piece(let bytes)?:
      let piece = Data(bytes)
      if load.heldBody == nil { sendPiece(piece) } else { load.heldBody?.append(piece) }
      // The timeout of a call limits the time without any data.
      timeout = nil
      phase = .streaming(load)
      load.arrivals.stream.next()
    case .end(let error?)?: return end(.failure(error), url)
    case .end(nil)?:
      guard let body = load.heldBody else {
        phase = .over
        return finish(load.reply)
      }
      return end(.reply(RenderedReply(load.reply, body: body), sendsBody: true), url)
    case nil: break
    }
    sleep(until: nil, url)
  }
}
