import MockSpec
import NIOCore

/// The body of a call that is sent to another server as it arrives.
///
/// The client's side calls `receive(_:)`, and reads only while `takesMore` is true. Not thread-safe: used only on one event
/// loop.
final class Upload {
  /// The number of unsent bytes at which reading the body pauses.
  private static let limit = 64 << 10

  private let decision: UploadDecision
  private var call: MockCall
  /// The length of the body; `nil` if it is sent in chunks.
  let length: Int?
  /// The number of bytes that have arrived.
  private var size = 0
  /// The beginning of the body, for the journal.
  private var kept: [UInt8] = []
  private var isStored = false
  /// Whether all of the body has arrived.
  private(set) var hasEnded = false
  /// The bytes that arrive before the connection to the other server is established.
  private var waiting = ByteBuffer()
  /// The number of bytes that have arrived and aren't sent.
  private var unsent = 0
  private var send: ((CallScanner.Part) -> Void)?
  /// Called when more of the body can be read.
  var onDemand: (() -> Void)?

  init(_ decision: UploadDecision, _ call: MockCall, framing: CallHead.Framing) {
    (self.decision, self.call) = (decision, call)
    length = if case .length(let count) = framing { count } else { nil }
  }

  /// Whether more of the body is read now.
  var takesMore: Bool { send != nil && unsent < Self.limit }

  /// Adds a part of the body, or its end.
  func receive(_ part: CallScanner.Part) {
    switch part {
    case .head: return
    case .body(let bytes):
      size += bytes.readableBytes
      unsent += bytes.readableBytes
      let missing = UploadDecision.keptBytes - kept.count
      if missing > 0 { kept += bytes.readableBytesView.prefix(missing) }
      if send == nil { waiting.append(bytes) }
    case .end:
      hasEnded = true
      store()
    }
    send?(part)
  }

  /// Passes on the part that has arrived, and then each part when it arrives.
  func start(_ send: @escaping (CallScanner.Part) -> Void) {
    self.send = send
    if waiting.readableBytes > 0 { send(.body(waiting)) }
    waiting = ByteBuffer()
    if hasEnded { send(.end) } else { onDemand?() }
  }

  /// Records that bytes are sent.
  func sent(_ count: Int) {
    let tookMore = takesMore
    unsent -= count
    if !tookMore, takesMore, !hasEnded { onDemand?() }
  }

  /// Stops passing the body on, and releases the closures, which refer to the other server and the client.
  func cancel() { (send, onDemand) = (nil, nil) }

  /// Stores the call in the journal, unless it is stored.
  func store() {
    guard !isStored else { return }
    isStored = true
    call.body = kept
    kept = []
    decision.store(call, bodySize: size)
  }
}
