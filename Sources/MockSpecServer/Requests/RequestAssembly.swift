import MockSpec
import MockSpecControl
import NIOCore

/// Assembles the parts that are scanned into whole requests.
struct RequestAssembly {
  enum Arrival {
    case request(RequestHead, body: ByteBuffer)
    /// A refusal, and the head if it is known.
    case refused(Refusal, RequestHead?)
    /// A call of the control API that is answered before its body, which isn't read: the answer, and the call's head.
    case refusedControl(ControlAnswer, RequestHead)
  }

  /// The maximum size in bytes of a body that is read although its call of the control API is refused. The answer follows
  /// the body, so that the connection can stay open.
  static let drainLimit = 64 << 10

  private let bodyLimit: Int
  private let control: MockControl?
  /// The head of the request whose body is being received.
  private(set) var head: RequestHead?
  /// The limit on the body of this request.
  private var limit: Int
  private var isControl = false
  private var body = ByteBuffer()
  /// The length of the body; `nil` if the body is chunked.
  private var length: Int?
  /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
  private(set) var awaitsContinue = false

  /// - Parameter control: The control API, whose calls are checked before their bodies are read; `nil` for none.
  init(bodyLimit: Int, control: MockControl?) {
    self.bodyLimit = bodyLimit
    self.control = control
    limit = bodyLimit
  }

  /// Records that `100 Continue` was sent.
  mutating func continueSent() {
    awaitsContinue = false
  }

  /// Adds a part.
  ///
  /// - Returns: A request that is complete now, or a refusal.
  mutating func receive(_ part: RequestScanner.Part) -> Arrival? {
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
      return .request(head, body: body)
    }
  }

  private mutating func begin(_ head: RequestHead) -> Arrival? {
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
  private mutating func checkControl(_ head: RequestHead) -> Arrival? {
    guard let control, head.method != "CONNECT" else { return nil }
    let call: MockRequest
    do {
      call = try MockRequest(head, body: ByteBuffer())
    } catch {
      return refuse(error)
    }
    guard ControlPath.contains(call.path) else { return nil }
    isControl = true
    switch control.admission(of: call) {
    case .accepted(let limit):
      self.limit = min(limit, bodyLimit)
    case .refused(let answer):
      if awaitsContinue || (length ?? .max) > Self.drainLimit { return refuse(.refusedControl(answer, head)) }
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
