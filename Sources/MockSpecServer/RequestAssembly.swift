import NIOCore
import NIOHTTP1

/// Collects the decoder's parts to whole requests.
struct RequestAssembly {
  enum Arrival {
    case request(HTTPRequestHead, body: ByteBuffer)
    /// Nothing that comes after it is to be believed.
    case refused(Refusal)
  }

  private let bodyLimit: Int
  private var head: HTTPRequestHead?
  private var body = ByteBuffer()
  /// Whether the client waits for `100 Continue` before it sends a body (RFC 9110 §10.1.1).
  private(set) var awaitsContinue = false

  /// Whether no request is half read.
  var isEmpty: Bool { head == nil }

  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  mutating func continueSent() {
    awaitsContinue = false
  }

  mutating func receive(_ part: HTTPServerRequestPart) -> Arrival? {
    switch part {
    case .head(let head):
      return begin(head)
    case .body(var bytes):
      awaitsContinue = false
      guard body.readableBytes + bytes.readableBytes <= bodyLimit else { return refuse() }
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
    if let length = head.headers.first(name: "content-length") {
      guard let length = Int(length), length <= bodyLimit else { return refuse() }
      awaitsContinue = length > 0 && head.expectsContinue
    } else if head.headers.contains(name: "transfer-encoding") {
      awaitsContinue = head.expectsContinue
    }
    return nil
  }

  private mutating func refuse() -> Arrival {
    head = nil
    body = ByteBuffer()
    awaitsContinue = false
    return .refused(.bodyTooLarge(limit: bodyLimit))
  }
}

extension HTTPRequestHead {
  fileprivate var expectsContinue: Bool {
    version == .http1_1 && headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
  }
}
