import MockSpec
import MockSpecControl
import NIOCore

/// Assembles the parts that are scanned into whole calls.
struct CallAssembly {
  enum Arrival {
    case call(CallHead, body: ByteBuffer)
    /// A refusal, and the head if it is known.
    case refused(Refusal, CallHead?)
    /// A call of the control API that is refused, and whose body isn't read: the reply, and the call's head.
    case refusedControl(ControlReply, CallHead)
  }

  /// The maximum size in bytes of a body that is read although its call of the control API is refused. The reply
  /// follows the body, so that the connection can stay open.
  static let drainLimit = 64 << 10

  private let bodyLimit: Int
  private let control: MockControl?
  private let sharesPort: Bool
  /// The head of the call whose body is being received.
  private(set) var head: CallHead?
  /// The limit on the body of this call.
  private var limit: Int
  private var isControl = false
  private var body = ByteBuffer()
  /// The length of the body; `nil` if the body is chunked.
  private var length: Int?
  /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
  private(set) var awaitsContinue = false

  /// - Parameters:
  ///   - control: The control API, whose calls are checked before their bodies are read; `nil` for none.
  ///   - sharesPort: Whether mocks have the same port.
  init(bodyLimit: Int, control: MockControl?, sharesPort: Bool = true) {
    self.bodyLimit = bodyLimit
    (self.control, self.sharesPort) = (control, sharesPort)
    limit = bodyLimit
  }

  /// Records that `100 Continue` was sent.
  mutating func continueSent() {
    awaitsContinue = false
  }

  /// Adds a part.
  ///
  /// - Returns: A call that is complete now, or a refusal.
  mutating func receive(_ part: CallScanner.Part) -> Arrival? {
    switch part {
    case .head(let head):
      return begin(head)
    case .body(let bytes):
      awaitsContinue = false
      // After a refusal, there is no head, and the rest of the body is ignored.
      guard head != nil else { return nil }
      guard body.readableBytes + bytes.readableBytes <= limit else { return refuseSize() }
      body.append(bytes)
      return nil
    case .end:
      // Trailers are dropped, as RFC 9110 §6.5.1 allows.
      awaitsContinue = false
      guard let head else { return nil }
      defer {
        self.head = nil
        if body.readableBytes > 0 { body = ByteBuffer() }
      }
      return .call(head, body: body)
    }
  }

  private mutating func begin(_ head: CallHead) -> Arrival? {
    self.head = head
    (length, limit, isControl) = (nil, bodyLimit, false)
    if case .length(let count) = head.framing { length = count }
    guard head.framing != .none else { return nil }
    awaitsContinue = head.expectsContinue
    if let refusal = checkControl(head) { return refusal }
    if let length, length > limit { return refuseSize() }
    return nil
  }

  /// Checks a call of the control API, and sets the limit of its body.
  ///
  /// - Returns: The refusal; `nil` if the call is allowed, if its body is small enough to be read, or for other calls.
  private mutating func checkControl(_ head: CallHead) -> Arrival? {
    guard let control, head.method != "CONNECT" else { return nil }
    let call: MockCall
    do {
      call = try MockCall(head, body: ByteBuffer())
    } catch {
      return refuse(error)
    }
    guard ControlPath.contains(call.path) else { return nil }
    isControl = true
    switch control.admission(of: call, sharesPort: sharesPort) {
    case .accepted(let limit):
      self.limit = min(limit, bodyLimit)
    case .refused(let reply):
      if awaitsContinue || (length ?? .max) > Self.drainLimit { return refuse(.refusedControl(reply, head)) }
    }
    return nil
  }

  private mutating func refuseSize() -> Arrival {
    if isControl, let head { return refuse(.refusedControl(.tooLarge(limit: limit), head)) }
    return refuse(.bodyTooLarge(limit: limit))
  }

  private mutating func refuse(_ refusal: Refusal) -> Arrival { refuse(.refused(refusal, head)) }

  private mutating func refuse(_ arrival: Arrival) -> Arrival {
    head = nil
    body = ByteBuffer()
    awaitsContinue = false
    return arrival
  }
}
