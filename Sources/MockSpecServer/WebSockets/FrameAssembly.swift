import MockSpec
import NIOCore
import NIOWebSocket

/// Assembles the frames of a client into messages (RFC 6455 §5), without extensions.
struct FrameAssembly {
  enum Received: Equatable {
    case message(SocketMessage)
    case ping(ByteBuffer)
    case pong
    /// - Parameter code: The code; `nil` if the client sends none.
    case close(code: Int?)
    /// A fragment that doesn't end a message.
    case part
  }

  /// Why the connection ends.
  struct Failure: Error, Equatable {
    let code: Int
    /// A message without a full stop, of at most 123 bytes.
    let reason: String

    init(_ reason: String, code: Int = SocketCloseCode.protocolError) { (self.reason, self.code) = (reason, code) }

    static let notText = Failure("a text isn't UTF-8", code: SocketCloseCode.notText)
    static func tooLarge(limit: Int) -> Failure {
      Failure("a message has more than \(limit) bytes", code: SocketCloseCode.tooLarge)
    }
  }

  /// The maximum size of a message in bytes.
  private let limit: Int
  /// The message of which fragments have arrived; `nil` between messages.
  private var partial: (isText: Bool, content: [UInt8], checkedCount: Int)?

  init(limit: Int) { self.limit = limit }

  /// Adds a frame.
  mutating func receive(_ frame: WebSocketFrame) throws(Failure) -> Received {
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw Failure("a frame has a reserved bit") }
    guard frame.maskKey != nil else { throw Failure("a frame isn't masked") }
    let data = frame.unmaskedData
    switch frame.opcode {
    case .ping: return .ping(data)
    case .pong: return .pong
    case .connectionClose: return try close(data)
    case .text, .binary:
      guard partial == nil else { throw Failure("a message begins within another one") }
      partial = (frame.opcode == .text, [], 0)
    case .continuation where partial != nil: break
    case .continuation: throw Failure("a message begins with a continuation")
    default: throw Failure("a frame has a reserved opcode")
    }
    return try add(data, isEnd: frame.fin)
  }

  private mutating func add(_ data: ByteBuffer, isEnd: Bool) throws(Failure) -> Received {
    guard var message = partial.take() else { return .part }
    guard message.content.count + data.readableBytes <= limit else { throw .tooLarge(limit: limit) }
    message.content += data.readableBytesView
    if message.isText {
      // A character can be divided between fragments.
      let rest = message.content[message.checkedCount...]
      let whole = isEnd ? rest : rest.dropLast(rest.openTail)
      guard String(validating: whole, as: UTF8.self) != nil else { throw .notText }
      message.checkedCount += whole.count
    }
    if isEnd { return .message(SocketMessage(isText: message.isText, content: message.content)) }
    partial = message
    return .part
  }

  /// Reads a close (RFC 6455 §5.5.1): nothing, or a code and a reason.
  private func close(_ data: ByteBuffer) throws(Failure) -> Received {
    var data = data
    guard data.readableBytes > 0 else { return .close(code: nil) }
    guard let code = data.readInteger(as: UInt16.self) else { throw Failure("a close has a part of a code") }
    guard SocketCloseCode.isValid(Int(code)) else { throw Failure("a close has the code \(code)") }
    guard String(validating: data.readableBytesView, as: UTF8.self) != nil else { throw .notText }
    return .close(code: Int(code))
  }
}
