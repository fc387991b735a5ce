import NIOCore
import NIOHTTP1

/// Assembles the decoder's parts into whole requests.
struct RequestAssembly {
  enum Arrival {
    case request(HTTPRequestHead, body: ByteBuffer)
    /// The bytes that follow can't be interpreted.
    /// A refusal, and the head if it is known.
    case refused(Refusal, HTTPRequestHead?)
  }

  private let bodyLimit: Int
  private var head: HTTPRequestHead?
  private var body = ByteBuffer()
  /// The length of the body; `nil` if the body is chunked.
  private var length: Int?
  /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
  private(set) var awaitsContinue = false

  /// Whether no request has been received in part.
  var isEmpty: Bool { head == nil }
  /// The part that follows what was received.
  var expectedPart: TrailingTabs.Part {
    guard head != nil else { return .head }
    return length.map { .body(rest: $0 - body.readableBytes) } ?? .chunkedBody
  }

  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  /// Records that `100 Continue` was sent.
  mutating func continueSent() {
    awaitsContinue = false
  }

  /// Adds a part.
  ///
  /// - Returns: A request that is complete now, or a refusal.
  mutating func receive(_ part: HTTPServerRequestPart) -> Arrival? {
    switch part {
    case .head(let head):
      return begin(head)
    case .body(var bytes):
      awaitsContinue = false
      guard body.readableBytes + bytes.readableBytes <= bodyLimit else {
        return refuse(.bodyTooLarge(limit: bodyLimit))
      }
      if body.readableBytes == 0 { body = bytes } else { body.writeBuffer(&bytes) }
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

  private mutating func begin(_ head: HTTPRequestHead) -> Arrival? {
    self.head = head
    length = nil
    if head.headers.contains(name: "content-length") {
      // The decoder has made sure of digits and blanks, but accepts an empty value as 0.
      guard let digits = head.headers[canonicalForm: "content-length"].first else {
        return refuse(Refusal("'Content-Length' is malformed"))
      }
      guard let length = Int(digits), length <= bodyLimit else { return refuse(.bodyTooLarge(limit: bodyLimit)) }
      self.length = length
      awaitsContinue = length > 0 && head.expectsContinue
    } else if head.headers.contains(name: "transfer-encoding") {
      awaitsContinue = head.expectsContinue
    }
    return nil
  }

  private mutating func refuse(_ refusal: Refusal) -> Arrival {
    defer { head = nil }
    body = ByteBuffer()
    awaitsContinue = false
    return .refused(refusal, head)
  }
}

extension HTTPRequestHead {
  fileprivate var expectsContinue: Bool {
    version == .http1_1 && headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
  }
}
