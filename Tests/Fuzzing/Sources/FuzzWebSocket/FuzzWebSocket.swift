import Fuzzing
import MockSpec
import NIOCore
import NIOEmbedded

@testable import MockSpecServer

/// Checks any bytes as frames of the client of a WebSocket.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkFrames(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

#if !FUZZER
  @main
  struct FuzzWebSocket {
    static func main() { checkFiles { checkFrames($0) } }
  }
#endif

private let engine: MockEngine = {
  let text = """
    {"mockspec": 1, "requests": {"Socket": {"match": "/", "responses": {"R": {"template": true, "websocket": {
      "messages": [
        {"send": {"text": "hello"}},
        {"every": "20s", "times": 3, "send": {"text": "tick"}},
        {"receive": {"text": {"contains": "a"}}, "send": {"text": "{{message.text}}"}},
        {"receive": {"json": {"b": 1}}, "send": {"json": {"c": "{{message.json.b}}"}}, "delay": "1s"},
        {"receive": {"text": "close"}, "close": 4000}],
      "otherwise": "echo"}}}}}}
    """
  return MockEngine(try! ResponseSets.load(text: text))
}()

private let handshake = """
  GET / HTTP/1.1\r
  Host: localhost\r
  Upgrade: websocket\r
  Connection: Upgrade\r
  Sec-WebSocket-Version: 13\r
  Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
  \r

  """

/// The first byte is the size of the pieces in which the others arrive; 0 for all at once. After half of them, time passes.
private func checkFrames(_ input: [UInt8]) {
  let loop = EmbeddedEventLoop()
  var context = ServerContext(engine)
  context.currentSecond = { 0 }
  let handler = ConnectionHandler(loop: EventLoopState(context: context, loop: loop))
  let channel = EmbeddedChannel(handlers: [handler], loop: loop)
  channel.connect(to: try! SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
  var sent: [UInt8] = []
  func receive(_ bytes: some Sequence<UInt8>) {
    channel.pipeline.fireChannelRead(ByteBuffer(bytes: bytes))
    channel.pipeline.fireChannelReadComplete()
    loop.run()
    while let bytes = try? channel.readOutbound(as: ByteBuffer.self) { sent += bytes.readableBytesView }
  }
  receive(handshake.utf8)
  guard let head = sent.firstRange(of: Array("\r\n\r\n".utf8)) else { preconditionFailure("the handshake fails") }
  sent.removeSubrange(..<head.upperBound)
  let rest = input.dropFirst()
  let size = input.first.map { $0 == 0 ? rest.count : Int($0) } ?? 0
  var start = rest.startIndex
  while start < rest.endIndex, channel.isActive {
    let end = min(start + size, rest.endIndex)
    if start < input.count / 2, end >= input.count / 2 { loop.advanceTime(by: .seconds(1)) }
    receive(rest[start..<end])
    start = end
  }
  for _ in 0..<10 where channel.isActive {
    loop.advanceTime(by: .seconds(10))
    receive([])
  }
  channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
  receive([])
  precondition(!channel.isActive, "the connection doesn't end")
  // The loop and its timers retain each other until they fire.
  loop.advanceTime(by: .minutes(1))
  check(sent)
}

/// Every frame is whole, unmasked and valid, and nothing follows a close (RFC 6455 §5).
private func check(_ sent: [UInt8]) {
  var bytes = ByteBuffer(bytes: sent)
  while let (first, second) = bytes.readMultipleIntegers(as: (UInt8, UInt8).self) {
    precondition(first & 0xF0 == 0x80, "a frame has reserved bits, or isn't the last one of its message")
    let opcode = first & 15
    var count = Int(second)
    switch second {
    case ..<126: break
    case 126: count = Int(bytes.readInteger(as: UInt16.self)!)
    case 127: count = Int(bytes.readInteger(as: UInt64.self)!)
    default: preconditionFailure("a frame is masked")
    }
    precondition(opcode < 8 || count < 126, "a frame of control is too long")
    guard let content = bytes.readBytes(length: count) else { preconditionFailure("a frame is cut") }
    switch opcode {
    case 1: precondition(String(validating: content, as: UTF8.self) != nil, "a text isn't UTF-8")
    case 2, 10: break
    case 8:
      precondition(bytes.readableBytes == 0, "a frame follows a close")
      let code = content.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      precondition(content.isEmpty || SocketCloseCode.isValid(code), "a close has the code \(code)")
      precondition(String(validating: content.dropFirst(2), as: UTF8.self) != nil, "a reason isn't UTF-8")
    default: preconditionFailure("a frame has the opcode \(opcode)")
    }
  }
  precondition(bytes.readableBytes == 0, "a frame is cut")
}
