import Fuzzing
import HTTPTypes
import MockSpec
import NIOCore
import NIOEmbedded

@testable import MockSpecServer

/// Checks any bytes as frames of an HTTP/2 client.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkFrames(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

#if !FUZZER
  @main
  struct FuzzHTTP2 {
    static func main() { checkFiles { checkFrames($0) } }
  }
#endif

/// The first byte is the size of the pieces in which the others arrive; 0 for all at once.
private func checkFrames(_ input: [UInt8]) {
  let loop = EmbeddedEventLoop()
  var context = ServerContext(decide: { answer($0) }, timeout: .seconds(15), onCall: { _ in })
  context.currentSecond = { 0 }
  let handler = ConnectionHandler(loop: EventLoopState(context: context, loop: loop))
  let channel = EmbeddedChannel(handlers: [handler], loop: loop)
  channel.connect(to: try! SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
  var rest = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + input.dropFirst()
  let size = input.first.map { $0 == 0 ? rest.count : Int($0) } ?? rest.count
  var sent: [UInt8] = []
  func take() {
    while case .byteBuffer(let bytes)? = try? channel.readOutbound(as: IOData.self) { sent += bytes.readableBytesView }
  }
  while !rest.isEmpty, channel.isActive {
    channel.pipeline.fireChannelRead(ByteBuffer(bytes: rest.prefix(size)))
    channel.pipeline.fireChannelReadComplete()
    loop.run()
    rest.removeFirst(min(size, rest.count))
    take()
  }
  // Delays, bodies that are too slow, and idle connections end.
  for _ in 0..<40 where channel.isActive { loop.advanceTime(by: .seconds(10)) }
  take()
  precondition(!channel.isActive, "the connection doesn't end")
  check(sent)
}

private func answer(_ call: MockCall) -> Decision {
  let reply = Reply(status: 200, fields: [:], body: call.body + Array("hello".utf8), isShared: true)
  return switch call.path {
  case "/d": Decision(outcome: .reply(reply), delay: .seconds(1), snapshot: 1)
  case "/f": Decision(outcome: .fault(.truncatedBody, reply), snapshot: 1)
  case "/h": Decision(outcome: .fault(.hang, reply), snapshot: 1)
  case "/r": Decision(outcome: .fault(.connectionReset, reply), snapshot: 1)
  default: Decision(outcome: .reply(reply), snapshot: 1)
  }
}

/// Every frame is whole, and nothing follows the end of an answer but a reset.
private func check(_ sent: [UInt8]) {
  var bytes = ByteBuffer(bytes: sent)
  var ended = Set<UInt32>()
  // The length and the type, flags, and the stream (RFC 9113 §4.1).
  while let (start, flags, stream) = bytes.readMultipleIntegers(as: (UInt32, UInt8, UInt32).self) {
    precondition(bytes.readSlice(length: Int(start >> 8)) != nil, "a frame is cut")
    // DATA and HEADERS.
    guard start & 0xFF <= 1 else { continue }
    precondition(!ended.contains(stream), "a frame follows the end of its stream")
    if flags & 1 != 0 { ended.insert(stream) }
  }
  precondition(bytes.readableBytes == 0, "a frame is cut")
}
